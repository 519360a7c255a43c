"""Measurements of the product against what somebody would use without it: seeded, and of the index only when it was used."""
