"""Makes what is published: `python -m tools.release build`, `check` and `try`; docs/releasing.md."""
