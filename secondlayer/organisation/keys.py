"""Keys made, checked, rotated and revoked. A secret is shown once, and kept by nobody but its holder."""

import contextlib
import hashlib
import hmac
import os
import re
import secrets
import string
import zlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from secondlayer.errors import KeyRefused, WrongCall
from secondlayer.organisation.roles import filing
from secondlayer.records import RIGHTS, Actor, Key, Right
from secondlayer.store import Store, default_home

_LETTERS = string.digits + string.ascii_letters
#: `sl`, its public part, its secret of 256 bits, and a checksum that lets a scanner tell a key from chance
_SHAPE = re.compile(r"sl_([0-9a-z]{8})_([0-9A-Za-z]{43})_([0-9a-f]{8})")
#: how long a rotated key goes on beside its successor
OVERLAP = timedelta(days=1)


def make(
    store: Store,
    actor: Actor,
    rights: tuple[Right, ...],
    by: Actor,
    *,
    repositories: tuple[str, ...] = (),
    expires_at: datetime | None = None,
    reason: str = "",
) -> tuple[Key, str]:
    """(the key, its text, which is shown this once). Raises WrongCall for a right or an actor that is none."""
    _check(actor, rights)
    key, text, secret = _new(store.org, actor, rights, repositories, expires_at, by)
    store.make_key(key, _hash(secret), by=by, reason=reason)
    return key, text


def rotate(store: Store, fingerprint: str, by: Actor, *, overlap: timedelta = OVERLAP, reason: str = "") -> tuple[Key, str]:
    """(the successor with the same rights, its text); the old one goes on for the overlap. Raises WrongCall."""
    old = next((key for key in store.keys() if key.fingerprint == fingerprint), None)
    if old is None:
        raise WrongCall(f"No valid key {fingerprint[:40]!r} is known; `secondlayer key list` shows them. Nothing was changed.")
    actor = replace(old.actor, fingerprint="")
    key, text, secret = _new(store.org, actor, old.rights, old.repositories, old.expires_at, by)
    store.rotate_key(fingerprint, key, _hash(secret), by=by, until=datetime.now(UTC) + overlap, reason=reason)
    return key, text


def check(store: Store, text: str, *, now: datetime | None = None) -> Key:
    """The key of that text. Raises KeyRefused, in the same words whatever is wrong with it."""
    shape = _SHAPE.fullmatch(text.strip())
    known = store.key(shape.group(1)) if shape and _checksum(shape.group(1), shape.group(2)) == shape.group(3) else None
    given = _hash(shape.group(2) if shape else "")
    # compared also when there is nothing to compare with, so that the time taken tells nothing
    same = hmac.compare_digest(given, known[1] if known else bytes(32))
    moment = now or datetime.now(UTC)
    if known is None or not same or known[0].revoked_at or (known[0].expires_at and known[0].expires_at <= moment):
        raise KeyRefused
    return known[0]


def require(key: Key, right: Right, repo: str | None = None) -> None:
    """Nothing; raises KeyRefused when the key lacks the right, or does not reach that repository."""
    if not key.may(right):
        raise KeyRefused(f"The key {key.fingerprint} may not {right}; ask whoever administers {key.org} for one that may.")
    if not key.reaches(repo):
        raise KeyRefused(f"The key {key.fingerprint} does not reach the repository {repo}; ask for one that does.")


def _check(actor: Actor, rights: tuple[Right, ...]) -> None:
    unknown = [right for right in rights if right not in RIGHTS]
    if unknown or not rights:
        raise WrongCall(f"A key's rights are some of {', '.join(RIGHTS)}, not {unknown[0] if unknown else 'none'!r}.")
    ruling = filing(actor, "note", "team:any")
    if ruling.verdict == "refused" or actor.kind == "system":
        raise WrongCall(ruling.because if ruling.verdict == "refused" else "A key belongs to a person or an agent.")


def _new(
    org: str, actor: Actor, rights: tuple[Right, ...], repositories: tuple[str, ...], expires_at: datetime | None, by: Actor
) -> tuple[Key, str, str]:
    fingerprint = "".join(secrets.choice(string.digits + string.ascii_lowercase) for _ in range(8))
    secret = "".join(secrets.choice(_LETTERS) for _ in range(43))
    key = Key(
        fingerprint=fingerprint,
        org=org,
        actor=replace(actor, fingerprint=fingerprint),
        rights=tuple(right for right in RIGHTS if right in rights),
        repositories=tuple(sorted(set(repositories))),
        made_at=datetime.now(UTC),
        made_by=by.name,
        expires_at=expires_at,
        revoked_at=None,
    )
    return key, f"sl_{fingerprint}_{secret}_{_checksum(fingerprint, secret)}", secret


def _checksum(fingerprint: str, secret: str) -> str:
    return f"{zlib.crc32(f'{fingerprint}_{secret}'.encode()):08x}"


def _hash(secret: str) -> bytes:
    # a fast hash is right for a secret of 256 random bits
    return hmac.new(pepper(), secret.encode(), hashlib.sha256).digest()


def pepper() -> bytes:
    """What keys are hashed with: SECONDLAYER_PEPPER, else a file under the home that only its owner reads, made at first use.

    Whoever has the database without it can neither use nor guess a key.
    """
    given = os.environ.get("SECONDLAYER_PEPPER", "").strip()
    if given:
        return given.encode()
    path = _pepper_file()
    if not path.exists():
        fresh = path.with_name(f"pepper.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_hex(32).encode())
        # whole or not there: two processes may be the first at once
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()
    return path.read_bytes()


def _pepper_file() -> Path:
    home = default_home()
    home.mkdir(parents=True, exist_ok=True)
    return home / "pepper"
