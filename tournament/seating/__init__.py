"""Who sits where in each round."""
