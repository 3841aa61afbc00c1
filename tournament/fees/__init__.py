"""What an entry costs, what was paid for it, and what is still owed."""
