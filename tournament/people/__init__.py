"""The people of a club: who they are, where they played, and two records of one person."""
