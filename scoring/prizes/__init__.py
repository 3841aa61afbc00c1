"""Prizes: the plan, who wins what and why, fixing and handing over."""
