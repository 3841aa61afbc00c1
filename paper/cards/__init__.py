"""Score cards: their geometry in millimetres, and what stands on them."""
