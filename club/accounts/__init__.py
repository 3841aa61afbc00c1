"""Clubs, their accounts, signing in, and the first page."""
