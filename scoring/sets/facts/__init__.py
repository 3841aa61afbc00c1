"""Games entered by their facts: typed fields become the input of `rules.score`, which gives the points."""
