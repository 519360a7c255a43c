"""Second Layer: the shared memory of an organisation's coding agents, with every decision open to inspection."""

from typing import Any

__version__ = "0.1.0"


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext secondlayer` in a notebook: its records get displays."""
    from secondlayer.notebook import load_ipython_extension

    load_ipython_extension(ipython)


def unload_ipython_extension(ipython: Any) -> None:
    """`%unload_ext secondlayer`: its records are shown as Python writes them."""
    from secondlayer.notebook import unload_ipython_extension

    unload_ipython_extension(ipython)
