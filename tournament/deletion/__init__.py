"""Tournaments that are deleted: hidden at once, restorable for a while, then gone."""
