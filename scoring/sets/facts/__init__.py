"""Games entered by their facts: typed fields become what `rules.score` takes, and points are computed from that."""
