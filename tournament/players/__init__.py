"""Who is entered in a tournament."""
