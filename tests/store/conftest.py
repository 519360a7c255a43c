"""A store for the real encoder."""

from collections.abc import Callable, Iterator

import pytest

from secondlayer.embedding import Encoder
from secondlayer.store import Store, open_store


@pytest.fixture
def org(clone: Callable[[str], str], encoder: Encoder) -> Iterator[Store]:
    """The open, empty store of an organisation acme whose vectors are the real encoder's."""
    with open_store("acme", dsn=clone("template1")) as opened:
        opened.use_encoder(encoder.name, encoder.width)
        yield opened
