"""What counts, who leads, and who hears of it at once."""
