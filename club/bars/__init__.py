"""People whom the club does not let play any more, and the end of that."""
