"""How much a form and a roster take of a player."""

MOST_IN_A_NUMBER = 99_999
MOST_TOWN = 80
MOST_MEMBER_NUMBER = 40
