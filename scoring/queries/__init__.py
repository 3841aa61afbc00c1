"""Every read of the scoring app that is used in more than one place, one module per subject."""
