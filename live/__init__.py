"""Public pages, made once and served from memory, and the streams that announce changes."""
