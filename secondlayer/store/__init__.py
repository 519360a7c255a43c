"""The organisation's memories in Postgres, and the only room that knows there is one."""

from secondlayer.store.ask import Wanted
from secondlayer.store.checkup import Check
from secondlayer.store.embedded import default_home
from secondlayer.store.health import Health
from secondlayer.store.store import Store, open_store
from secondlayer.store.writes import Added

__all__ = ["Added", "Check", "Health", "Store", "Wanted", "default_home", "open_store"]
