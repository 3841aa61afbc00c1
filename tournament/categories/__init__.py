"""Parts of the event that players are entered for, such as a half day."""
