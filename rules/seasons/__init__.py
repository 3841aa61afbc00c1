"""A club's season: what its events are worth, which of them count, and who leads."""
