"""Badges, seat slips and lists on paper."""
