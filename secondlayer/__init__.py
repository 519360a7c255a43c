"""Second Layer: the shared memory of an organisation's coding agents, with every decision open to inspection."""

__version__ = "0.1.0"
