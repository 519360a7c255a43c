"""For notebooks: four verbs over a real store, and displays of the records they give.

    %load_ext secondlayer
    from secondlayer.notebook import again, ask, ask_example, scan, why

    trace = ask("log the vehicle register lookup", repo="skerryline/booking-api", as_of="2026-11-30")
    why(trace, "Camera pictures of the ramp are deleted after 72 hours.")

Without more the store is the embedded server, or the one that SECONDLAYER_DSN names, and the organisation the demonstration's,
which is loaded when it is missing. `opened("acme")` gives any other, for the argument `on`. The records are the ones that
pages and commands render; the displays only draw them, and a record knows nothing of its display.
"""

from typing import Any

from secondlayer.asking import Opened, again, ask, ask_example, opened, scan, why

__all__ = ["Opened", "again", "ask", "ask_example", "opened", "scan", "why"]


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext secondlayer`: the records are displayed, as HTML and as text.

    Traces, briefs, verdicts, pairs, reads, scans and repeat tests. And tables of pandas, which hold stored text as well, are
    marked so that nothing takes a dollar sign in them for a formula.
    """
    import pandas as pd  # type: ignore[import-untyped]

    from secondlayer.show.displays import DISPLAYS
    from secondlayer.show.plain import TEXTS

    pd.set_option("display.html.use_mathjax", False)
    formatters = ipython.display_formatter.formatters
    for record, display in DISPLAYS.items():
        # a plain str: what was made safe here is only carried on from here
        formatters["text/html"].for_type(record, lambda shown, display=display: str(display(shown)))
    for record, text in TEXTS.items():
        formatters["text/plain"].for_type(record, lambda shown, printer, _, text=text: printer.text(text(shown)))


def unload_ipython_extension(ipython: Any) -> None:
    """`%unload_ext secondlayer`: the records are shown as Python writes them."""
    import pandas as pd

    from secondlayer.show.displays import DISPLAYS

    pd.reset_option("display.html.use_mathjax")
    for kind in ("text/html", "text/plain"):
        for record in DISPLAYS:
            ipython.display_formatter.formatters[kind].pop(record, None)
