"""People who may not play here any more, and lifting that."""
