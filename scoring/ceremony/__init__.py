"""The ceremony: from the last prize to the first, a name only after the presenter asked for it."""
