"""Which words of a prompt a read looks up, to join the memories that hold the rarest (DESIGN §4)."""

import re

from secondlayer.engine.tokens import tokens

#: words looked up in one read: a whole document given as a prompt has thousands
_MOST = 48
#: what joins the parts of an identifier or a path: ERR_4412, ADR-0042, app/models/user.rb, http.client
_JOINED = re.compile(r"\w[_/\\.:#@-]+\w")


def asked_words(prompt: str, most: int = _MOST) -> tuple[str, ...]:
    """The words to look up, at most `most`: identifiers whole, as their tokens side by side, then the single tokens.

    Tokens with a digit come before others and longer ones before shorter: those are likelier to be rare. The parts of an
    identifier may each be common where all of them together are not.

    >>> asked_words("why does ERR_4412 come from app/models.py")
    ('4412 err', 'app model', '4412', 'model', 'come', 'app', 'err', 'why')
    """
    whole = {" ".join(sorted(tokens(piece))) for piece in prompt.split() if _JOINED.search(piece)}
    together = sorted(word for word in whole if " " in word)
    single = sorted(tokens(prompt), key=lambda word: (not any(map(str.isdigit, word)), -len(word), word))
    return (*together, *single)[:most]
