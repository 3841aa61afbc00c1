"""A list of players from a spreadsheet, read, compared and taken over."""
