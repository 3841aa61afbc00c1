"""Check-in: who is present."""
