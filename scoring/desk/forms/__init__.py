"""Forms check and clean what was typed; they never save."""
