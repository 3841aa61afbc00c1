"""What is stored of a person: said, handed out, and erased."""
