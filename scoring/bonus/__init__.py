"""Bonus rounds: added on the day beside those the event announced, and taken away again."""
