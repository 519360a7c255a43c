"""Dates as documents write them."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any

_KEYS = (
    "date",
    "last_reviewed_on",
    "last_updated",
    "last_modified",
    "lastmod",
    "updated",
    "modified",
    "reviewed",
    "decided",
    "created",
)
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_WORDED = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th)? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? (\d{4})\b", re.IGNORECASE
)
_WORDED_US = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b", re.IGNORECASE
)
_MONTHS = {name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_ENTRY = re.compile(r"^\W{0,4}(\d{4}-\d{2}-\d{2})(?:\W{0,4}\d{2}:\d{2})?[\s*_]*(?:[—–:|-]+[\s*_]*)?")


def aware(moment: datetime) -> datetime:
    """That moment with a time zone: UTC when it has none."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def date_in(text: str) -> datetime | None:
    """The first date in a text, at midnight UTC; None without one that exists. 03/04/2026 is ambiguous and not read."""
    try:
        if found := _ISO.search(text):
            return datetime(int(found[1]), int(found[2]), int(found[3]), tzinfo=UTC)
        if found := _WORDED.search(text):
            return datetime(int(found[3]), _MONTHS[found[2].lower()], int(found[1]), tzinfo=UTC)
        if found := _WORDED_US.search(text):
            return datetime(int(found[3]), _MONTHS[found[1].lower()], int(found[2]), tzinfo=UTC)
    except ValueError:
        return None
    return None


def front_date(front: Mapping[str, Any]) -> datetime | None:
    """The date that front matter gives its document; None without one."""
    for key in _KEYS:
        value = front.get(key)
        if isinstance(value, datetime):
            return aware(value)
        if isinstance(value, date):
            return datetime.combine(value, time(), UTC)
        if isinstance(value, str) and (found := date_in(value)):
            return found
    return None


def entry_date(text: str) -> tuple[datetime | None, int]:
    """The date an entry opens with, as in "2026-03-17 — Use queues", and where its words begin; (None, 0) without one."""
    found = _ENTRY.match(text)
    if not found:
        return None, 0
    moment = date_in(found[1])
    return (moment, found.end()) if moment else (None, 0)
