"""The value table of a tournament's scoring system."""
