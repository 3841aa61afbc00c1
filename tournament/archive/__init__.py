"""An archive restored, gone back to, or rehearsed. docs/archive-format.md has what stands in one."""
