"""What stands on each sheet: plain data for its template."""
