"""Who meets whom and who sits where: drawn, looked at, changed during the day."""
