"""Raffle and door prizes: made ready on record, then drawn, on the hall screen too."""
