"""How a thing is timed, and what a figure is: milliseconds, shares, bytes."""

import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import psutil  # type: ignore[import-untyped]

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Milliseconds over a number of calls."""

    p50: float
    p95: float
    calls: int

    def over(self, other: "Timing") -> float:
        """Its p50 ÷ the other's."""
        return self.p50 / other.p50


def timing(spent: Sequence[float]) -> Timing:
    """The timing of calls that took so many milliseconds each."""
    p50, p95 = np.percentile(np.asarray(spent), [50, 95])
    return Timing(p50=float(p50), p95=float(p95), calls=len(spent))


def milliseconds(call: Callable[[], Any]) -> float:
    """What one call takes."""
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000.0


def side_by_side(
    calls: Mapping[str, Callable[[Item], Any]], items: Iterable[Item], told: Callable[[int], None] = lambda done: None
) -> dict[str, Timing]:
    """The timing of each call over the same items, taken in turn item by item, so that what slows the machine slows all.

    Each begins with a call that is not counted; who goes first changes with every item.
    """
    given = list(items)
    names = list(calls)
    spent: dict[str, list[float]] = {name: [] for name in names}
    for name in names:
        calls[name](given[0])
    for number, item in enumerate(given):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            spent[name].append(milliseconds(lambda name=name, item=item: calls[name](item)))  # type: ignore[misc]
        told(number + 1)
    return {name: timing(values) for name, values in spent.items()}


def resident() -> int:
    """Bytes of memory this process holds now."""
    return int(psutil.Process().memory_info().rss)


def largest_backend(server: int | None) -> int:
    """Bytes of the largest process of that server, its share of the common buffers included; 0 when it is not here."""
    if server is None:
        return 0
    largest = 0
    try:
        for child in psutil.Process(server).children():
            try:
                largest = max(largest, child.memory_info().rss)
            except psutil.NoSuchProcess:
                continue
    except psutil.NoSuchProcess:
        return 0
    return largest


def machine() -> dict[str, Any]:
    """What the figures were taken on."""
    return {
        "system": platform.system(),
        "processors": psutil.cpu_count() or 0,
        "memory_bytes": int(psutil.virtual_memory().total),
        "python": platform.python_version(),
    }
