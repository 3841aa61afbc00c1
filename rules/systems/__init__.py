"""The scoring systems: one TOML file each, one module for each family of arithmetic, and their registry."""
