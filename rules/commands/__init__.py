"""The commands of the package: JSON in, JSON out, with the English sentence of every code as its ``message``."""
