"""The look of the program: how seats, points, states and fields are drawn, on any page."""
