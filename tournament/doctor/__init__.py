"""What an installation is like: its database, disk, clock and copies, each with what to do."""
