"""What a director says to the hall: on public pages and screens until it is taken down."""
