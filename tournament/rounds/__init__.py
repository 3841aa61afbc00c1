"""Rounds: the check before one, publishing it, its page."""
