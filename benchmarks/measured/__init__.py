"""The four tables of `bench_live.py`, each in a module, and what they stand on."""
