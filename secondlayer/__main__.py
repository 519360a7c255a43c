"""`python -m secondlayer` is the command `secondlayer`."""

from secondlayer.doors.cli import main

main()
