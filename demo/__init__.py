"""The demonstration club: its people and tournaments, its tour, and simulated play."""
