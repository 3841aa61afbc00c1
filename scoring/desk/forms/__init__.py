"""The forms of the score desk."""
