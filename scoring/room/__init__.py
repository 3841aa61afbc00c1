"""The director's board of every table in the room."""
