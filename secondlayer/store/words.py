"""The memories that hold the prompt's rarest words, joined to those nearest by meaning (DESIGN §4)."""

from collections.abc import Sequence
from typing import Any

from psycopg import Connection

from secondlayer.records import Found, Word
from secondlayer.store.in_force import set_locally
from secondlayer.store.rows import memory_of
from secondlayer.store.statements import statement

#: look-ups go through the index on words and nothing else; what a walk has switched off before is on again
_BY_THE_INDEX = {
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "enable_bitmapscan": "on",
    "enable_sort": "on",
}
_ARRAYS = 3


def look_up(connection: Connection[Any], given: dict[str, Any]) -> Any:
    """A cursor with what read_words.sql gives; the last statement of its transaction, whose plans it narrows."""
    set_locally(connection, _BY_THE_INDEX)
    return connection.cursor(binary=True).execute(statement("read_words"), given)


def join(found: tuple[Found, ...], rows: Sequence[Sequence[Any]], most: int) -> tuple[tuple[Found, ...], tuple[Word, ...], int]:
    """(what was found with what the words brought behind it, the words rarest first, how many they brought)."""
    if not rows or rows[0][0] is None:
        return found, (), 0
    words = tuple(
        Word(word=word, held=held if held <= most else None, taken=bool(taken and held))
        for word, held, taken in zip(*rows[0][:_ARRAYS], strict=True)
    )
    known = {one.memory.id for one in found}
    brought = [
        Found(memory=memory_of(row[_ARRAYS + 1 :]), cosine=row[_ARRAYS], by="words") for row in rows if row[_ARRAYS] is not None
    ]
    more = tuple(one for one in brought if one.memory.id not in known)
    return (*found, *more), words, len(more)
