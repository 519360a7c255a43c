"""The organisation's record as a governed thing: who may file what, what waits for a person, and what was done."""
