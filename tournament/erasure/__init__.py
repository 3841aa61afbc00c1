"""Taking a person out of what is stored, so that results stay."""
