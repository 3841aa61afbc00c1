"""The front page, and starting the first club in the browser: at the machine itself, or by the link in its log."""
