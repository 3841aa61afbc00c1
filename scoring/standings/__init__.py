"""What counts, the standings made of it, and their pages."""
