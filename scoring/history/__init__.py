"""Standings as they were, and what changed between two moments."""
