"""The score desk: its room, its table, its forms."""
