"""The ways in: the command line, and the protocols that agents of any vendor speak."""
