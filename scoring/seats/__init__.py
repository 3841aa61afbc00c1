"""Who sat in a wrong seat, found after play."""
