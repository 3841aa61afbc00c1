"""The plan of who meets whom: chosen, looked at, drawn."""
