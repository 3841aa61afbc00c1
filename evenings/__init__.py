"""A club's evening: started in a minute, drawn round by round among those who are there."""
