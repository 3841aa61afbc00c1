"""Rounds: what to look at before one, publishing it, its page."""
