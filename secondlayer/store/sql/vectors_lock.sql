-- Purpose: nobody reads or writes vectors while their width is changed.
-- Parameters: none. Columns: none.
LOCK TABLE memory_vector, memory_vector_archive IN ACCESS EXCLUSIVE MODE
