"""The trace as sentences, rows, tables and charts. No arithmetic on scores: every figure is the record's own."""
