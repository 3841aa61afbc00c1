"""The scoring systems: a TOML file each, a module for each family of arithmetic, and their registry."""
