"""Every read of the tournament app that is used in more than one place, one module per subject."""
