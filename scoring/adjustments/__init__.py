"""Penalties and other points that a director gives or takes outside games."""
