"""Pages, one module per subject: fetch with permission, form, action, answer."""
