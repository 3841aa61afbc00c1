"""The end of a tournament: final standings, and taking them back."""
