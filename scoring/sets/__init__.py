"""A set of cards from typing to acceptance: judged, stored, confirmed, disputed, moved."""
