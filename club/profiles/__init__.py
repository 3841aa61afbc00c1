"""A club's house profiles: their numbers, the form that changes them, and games worked by them."""
