"""A set of cards: as typed, judged, stored, confirmed, accepted, looked at again."""
