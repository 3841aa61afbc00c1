"""The demonstration club: its people and tournaments, and simulated play."""
