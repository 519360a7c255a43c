"""The one place where the driver's errors become ours, by SQLSTATE."""

import contextlib
from collections.abc import Iterator

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

from secondlayer.errors import BadSetting, NotAllowed, SecondLayerError, StoreFull, StoreTooOld, StoreUnreachable, WrongCall

#: a transaction the server undid because of another one; run again it may pass
UNDONE = frozenset({"40001", "40P01"})


def lost(error: BaseException) -> bool:
    """Whether the connection is gone, rather than the statement wrong."""
    if isinstance(error, (PoolTimeout, PoolClosed, psycopg.InterfaceError)):
        return True
    if not isinstance(error, psycopg.OperationalError):
        return False
    state = error.sqlstate
    return state is None or state.startswith("08") or state in {"57P01", "57P02", "57P03", "57P05"}


def translated(error: BaseException, where: str) -> SecondLayerError:
    """Our error for the driver's: what was wanted of the store at that place, what it said, what to do."""
    said = _said(error)
    state = error.sqlstate if isinstance(error, psycopg.Error) else None
    if "shared memory segment" in said:
        return StoreFull(
            f"The server at {where} has too little shared memory ({said}): it is /dev/shm that is full, not the disk. Give its "
            "container more (--shm-size), or set max_parallel_maintenance_workers to 0."
        )
    if state == "53200":
        return StoreFull(f"The server at {where} ran out of memory ({said}); free some, or lower maintenance_work_mem.")
    if state == "53100" or "No space left on device" in said:
        return StoreFull(f"The disk of the store at {where} is full; what was being written is undone whole. Free some space.")
    if state == "57014":
        return StoreUnreachable(
            f"The store at {where} gave up a read that ran past its time; raise statement_timeout_ms, or choose another arm."
        )
    if state in {"22023", "42602", "42704"}:
        return BadSetting(f"The store at {where} does not take a setting: {said}.")
    if state in {"0A000", "58P01"} and "vector" in said:
        return StoreTooOld(f"The server at {where} has no pgvector ({said}); install pgvector 0.8.0 or later on it.")
    if state in {"22021", "22P05"} or (state is None and isinstance(error, psycopg.DataError)):
        return WrongCall(f"The store at {where} cannot hold a text that was given: {said}.")
    if state is not None and state.startswith("23"):
        return WrongCall(f"The store at {where} refused a row, and the whole write is undone: {said}.")
    if state == "25006":
        return StoreUnreachable(f"The store at {where} is read-only (a standby?); name a server that takes writes.")
    if state == "42501":
        return NotAllowed(
            f"The store at {where} does not allow this to the role that asks: {said}. Ask with a role that may, named in "
            "SECONDLAYER_DSN."
        )
    if state in {"28000", "28P01", "3D000"}:
        return StoreUnreachable(
            f"The store at {where} did not let us in: {said}. Check the name and its rights in SECONDLAYER_DSN."
        )
    if state == "53300":
        return StoreUnreachable(f"The store at {where} has no connection left ({said}); close some, or raise max_connections.")
    if state in UNDONE:
        return StoreUnreachable(f"The store at {where} undid the write for another one, several times; run it again.")
    if lost(error):
        return StoreUnreachable(f"The store at {where} does not answer ({said}). Run `secondlayer doctor`.")
    return SecondLayerError(f"The store at {where} refused a statement: {said}. Run `secondlayer doctor`.")


@contextlib.contextmanager
def sentences(where: str) -> Iterator[None]:
    """Within it, every error of the driver leaves as one of ours."""
    try:
        yield
    except (psycopg.Error, PoolTimeout, PoolClosed) as error:
        raise translated(error, where) from error


def _said(error: BaseException) -> str:
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        return error.diag.message_primary
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__
