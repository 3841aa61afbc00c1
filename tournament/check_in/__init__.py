"""Who is here, at the door."""
