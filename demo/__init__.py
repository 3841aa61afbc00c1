"""The demonstration club: its people, its day, its tour, and play made up for it."""
