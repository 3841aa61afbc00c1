"""What everybody sees, made once and served from memory, and the streams that say when it changed."""
