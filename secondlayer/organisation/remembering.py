"""A sentence is filed, proposed, accepted or refused, beside what is stored near it."""

from dataclasses import replace
from datetime import datetime

from secondlayer.distil import memory_id
from secondlayer.embedding import Encoder, encode_memories
from secondlayer.engine.repeats import overlap
from secondlayer.engine.scopes import check_scope
from secondlayer.engine.tokens import negated, tokens
from secondlayer.errors import WrongCall
from secondlayer.exchange import LONGEST_TEXT
from secondlayer.organisation.roles import Ruling, changing, deciding, filing
from secondlayer.records import ORG_SCOPE, Actor, Memory, Neighbour, Proposal, Remembered
from secondlayer.settings import PRODUCT
from secondlayer.store import Store

#: stored memories shown beside a sentence that is to be filed
NEAREST = 3
#: cosine from which two sentences of opposite polarity are said to contradict each other perhaps; chosen here: it only
#: points a person's eye at a pair
_SAME_MATTER = 0.6


def stated(
    text: str,
    scope: str,
    by: Actor,
    *,
    layer: str = "note",
    subject: str = "",
    source: str = "",
    source_repo: str = "",
    now: datetime,
) -> Memory:
    """The memory as it would be stored, stated now by that actor. Raises WrongCall and BadScope."""
    text, subject = (words.replace("\0", "").encode("utf-8", "replace").decode("utf-8").strip() for words in (text, subject))
    if not text:
        raise WrongCall("The sentence is empty; say what is to be remembered.")
    if len(text) > LONGEST_TEXT:
        raise WrongCall(f"The sentence has {len(text):,} characters and at most {LONGEST_TEXT:,} are taken; distil documents.")
    path, _, heading = source.partition("#")
    return Memory(
        id=memory_id(check_scope(scope), text),
        scope=scope,
        text=text,
        subject=subject,
        layer=layer,  # type: ignore[arg-type]  # `filing` refuses an unknown one
        origin="stated",
        source_repo=source_repo,
        source_path=path,
        source_heading=heading,
        author=by.name,
        written_at=now,
    )


def remember(store: Store, encoder: Encoder, memory: Memory, by: Actor, *, reason: str = "") -> Remembered:
    """What became of the sentence: stored, already there, proposed, waiting already, or refused; and what is near it.

    A refusal is recorded. Raises StoreUnreachable, EncoderMismatch.
    """
    ruling = filing(by, memory.layer, memory.scope)
    if ruling.verdict == "refused":
        store.refused(memory, by=by, reason=ruling.because)
        return Remembered(result="refused", memory=memory, sentence=ruling.because)
    store.use_encoder(encoder.name, encoder.width)
    stored = store.find_text(memory.text, [memory.scope])
    if stored is not None:
        return Remembered(result="already", memory=stored, sentence=_already(stored))
    near = nearest(store, encoder, memory)
    if ruling.verdict == "proposal":
        fresh = store.propose(memory, by=by, reason=reason)
        sentence = ruling.because if fresh else "The same sentence waits for a person already."
        return Remembered(result="proposed" if fresh else "waits", memory=memory, sentence=sentence, near=near)
    measured = _measured(memory, encoder)
    store.add([measured], encode_memories(encoder, [measured]), [sorted(tokens(measured.passage))], by=by, reason=reason)
    return Remembered(result="stored", memory=measured, sentence=f"Stored in {memory.scope} as {memory.id}.", near=near)


def accept(store: Store, encoder: Encoder, id: str, by: Actor, *, reason: str = "") -> Proposal:
    """The proposal, now accepted and its memory stored. Raises WrongCall when that actor may not, or none of that id waits."""
    _allowed(deciding(by))
    proposal = _open(store, id)
    measured = _measured(proposal.memory, encoder)
    store.use_encoder(encoder.name, encoder.width)
    vector = encode_memories(encoder, [measured])[0]
    store.accept(measured, vector, sorted(tokens(measured.passage)), by=by, reason=reason)
    return replace(proposal, state="accepted", memory=measured)


def refuse(store: Store, id: str, by: Actor, *, reason: str = "") -> Proposal:
    """The proposal, now refused. Raises WrongCall when that actor may not, or none of that id waits."""
    _allowed(deciding(by))
    proposal = _open(store, id)
    store.refuse(id, by=by, reason=reason)
    return replace(proposal, state="refused")


def supersede(store: Store, encoder: Encoder, old: str, memory: Memory, by: Actor, *, now: datetime, reason: str) -> Memory:
    """The memory that now stands in the place of the old one, which is retired in its favour.

    A sentence that is stored already is taken as it is. Raises WrongCall when that actor may not, or the old one is not
    current.
    """
    _allowed(changing(by))
    _allowed(filing(by, memory.layer, memory.scope))
    store.use_encoder(encoder.name, encoder.width)
    stored = store.find_text(memory.text, [memory.scope])
    if stored is not None:
        if stored.id == old:
            raise WrongCall("A memory cannot supersede itself; say what is true now.")
        store.supersede_by(old, stored.id, at=now, by=by, reason=reason)
        return stored
    measured = _measured(memory, encoder)
    vector = encode_memories(encoder, [measured])[0]
    store.supersede(old, measured, vector, sorted(tokens(measured.passage)), at=now, by=by, reason=reason)
    return measured


def nearest(store: Store, encoder: Encoder, memory: Memory, n: int = NEAREST) -> tuple[Neighbour, ...]:
    """The stored memories nearest to that sentence in its own scope and the organisation's, with the doubt each raises."""
    if store.encoder() is None:
        return ()
    found = store.nearest(encode_memories(encoder, [memory])[0], tuple(dict.fromkeys((memory.scope, ORG_SCOPE))), n)
    near = []
    for one in found:
        test = overlap(memory.text, one.memory.text, PRODUCT, against=one.memory.id)
        opposed = negated(memory.text) != negated(one.memory.text)
        doubt, because = "", ""
        if test.repeat:
            doubt, because = "repeat", f"It may say the same: {test.because}."
        elif opposed and (one.cosine >= _SAME_MATTER or test.ratio >= PRODUCT.repeat_ratio):
            doubt, because = "contradiction", "It may say the opposite: they are near, and only one of them is negated."
        near.append(
            Neighbour(memory=one.memory, cosine=one.cosine, overlap=test.ratio, doubt=doubt, because=because)  # type: ignore[arg-type]
        )
    return tuple(near)


def _open(store: Store, id: str) -> Proposal:
    found = store.proposals(id=id)
    if not found:
        raise WrongCall(f"No proposal {id[:80]!r} waits; `secondlayer proposals` lists those that do. Nothing was changed.")
    return found[0]


def _allowed(ruling: Ruling) -> None:
    if ruling.verdict != "allowed":
        raise WrongCall(f"{ruling.because} Nothing was changed.")


def _already(stored: Memory) -> str:
    if stored.retired_at is None:
        return f"This sentence is stored in {stored.scope} already, as {stored.id}."
    why = f": {stored.retired_reason}" if stored.retired_reason else ""
    return (
        f"This sentence was stored in {stored.scope} as {stored.id}, and retired on {stored.retired_at:%d %B %Y}{why}. "
        f"`secondlayer restore {stored.id}` makes it current again."
    )


def _measured(memory: Memory, encoder: Encoder) -> Memory:
    pieces = encoder.pieces(memory.passage)
    return replace(memory, read_pieces=pieces.read, all_pieces=pieces.held)
