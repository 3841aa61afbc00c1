"""Components for all pages: seats, points, states and form fields, and the style guide."""
