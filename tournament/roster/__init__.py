"""Importing players from a spreadsheet: reading, comparing, applying."""
