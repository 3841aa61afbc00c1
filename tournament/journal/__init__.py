"""The page of a journal, its words, and whether what is stored is what it says."""
