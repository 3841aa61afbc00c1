"""Correcting the record when somebody sat in a wrong seat."""
