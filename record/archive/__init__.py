"""One tournament as a file: what stands in it, its lines written and read, and the files made by themselves."""
