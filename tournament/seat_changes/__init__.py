"""Seats changed on the day: who leaves, who comes, and the plan made again."""
