"""What could be changed, one thing at a time, so that a memory would be carried: numbers, rules, reads, terms, memories."""
