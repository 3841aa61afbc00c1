"""Complaints: the first is a warning, the second disqualifies; a director may disqualify at once, for cause."""
