"""How dates, times and numbers are written in each language, where this country writes them unlike Django does."""
