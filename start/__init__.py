"""Starting Charleston: the environment, the server of a laptop, the container."""
