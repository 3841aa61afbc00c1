"""The score desk: the board of a round, the page of a table, and their forms."""
