"""The director's page of the day."""
