"""What a tournament is called, how and when it is played, and who may watch."""
