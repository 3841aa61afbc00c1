"""The rules of tournament mah jongg as data and small exact functions: no Django, no clock, no database."""
