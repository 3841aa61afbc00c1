"""Changes of seats during the day: players who leave or come, and a new plan."""
