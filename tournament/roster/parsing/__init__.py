"""Reads rosters from spreadsheets: opens the file, names its columns, compares it with the people known.

Nothing here uses the database: a file and the people known go in, a difference comes out.
"""
