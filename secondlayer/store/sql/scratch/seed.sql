-- Purpose: fixes what random() gives from here on in this session (paper 001 §2).
-- Parameters: none. Columns: none of use.
SELECT setseed(0.42)
