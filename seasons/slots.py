"""What stands about seasons on a club's page, and on the front page for everybody."""

SLOTS = {"club-lists": "seasons/_club.html", "public-lists": "seasons/_public.html"}
