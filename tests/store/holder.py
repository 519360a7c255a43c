"""A process of its own that holds the store of a home: `holder.py HOME ID [UID]`.

It stores one memory of that id, prints one line of JSON on what it sees, and leaves cleanly when its input ends.
With UID, it first becomes that account.
"""

import json
import os
import sys
from pathlib import Path


def main(home: Path, id: str, uid: int | None) -> None:
    import numpy.random  # noqa: F401
    from seeding import fill, said

    from secondlayer.errors import SecondLayerError
    from secondlayer.store import open_store

    if uid is not None:
        # everything is imported by now: the interpreter itself may be out of that account's reach
        import encodings.idna  # noqa: F401
        import pwd

        os.setgroups([])
        os.setgid(pwd.getpwuid(uid).pw_gid)
        os.setuid(uid)
    try:
        with open_store("acme", home=home) as store:
            store.use_encoder("test-encoder", 8)
            fill(store, [said(id, f"Sentence {id}.")])
            server = store._connections.server
            ids = [memory.id for memory in store.all_memories()]
            print(json.dumps({"pid": server.pid, "socket": server.socket, "ids": ids}), flush=True)
            sys.stdin.read()
    except SecondLayerError as error:
        print(json.dumps({"error": type(error).__name__, "says": str(error)}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
