"""Every change is a verb here: one transaction, journalled, keyword arguments, refusing with sentences."""
