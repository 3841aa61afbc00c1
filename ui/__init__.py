"""Components for all pages: seats, points, states and form fields."""
