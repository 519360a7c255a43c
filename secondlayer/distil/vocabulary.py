"""Word lists the rules of distillation read, each in one place."""

import re

_FUNCTION_WORDS = frozenset(
    "a an and are as at be been being but by for from had has have he her his i if in into is it its me my of on or our out she"
    " so such than that the their them then there these they this those to too up was we were what when"
    " where which who whom whose"
    " will with would you your am do does did done can could may might shall also just very each any some both either about"
    " following below above here how".split()
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")

#: words that turn a rule round
NEGATION = re.compile(
    r"\b(?:not|never|no|none|nor|without|avoid(?:s|ed|ing)?|cannot|\w+n['’]t|forbidden|prohibited|disallowed|except|instead of"
    r"|anti-?patterns?|rejected|discounted|out of scope|reasons? against|stop|refuse)\b",
    re.IGNORECASE,
)
#: openings that set a condition for what follows
CONDITIONAL = re.compile(
    r"(?:if|when(?:ever)?|unless|where|before|after|once|until|in case|only|for (?!example|instance))\b", re.IGNORECASE
)
#: words of obligation ("may not" is as often a guess, and "should be able to see" a promise)
NORMATIVE = re.compile(
    r"\b(?:must|should(?! (?:now |then |also |see |look )*(?:be able|see|look)\b)|shall|never|always"
    r"|mustn['’]t|shouldn['’]t|do not"
    r"|don['’]t|cannot|can['’]t|(?:is|are) (?:not )?(?:required|mandatory|allowed|permitted|forbidden"
    r"|prohibited)|needs? to|have to"
    r"|has to|ought to|make sure|ensure|avoid|prefer)\b",
    re.IGNORECASE,
)
#: of these, the ones that leave no choice; "do not" and "never" only where they command
BINDING = re.compile(
    r"\b(?:must|shall|mustn['’]t|(?:is|are) (?:forbidden|prohibited|mandatory))\b"
    r"|(?:^|[,;:.–—-] |\b(?:and|but|or|please|then|so) )(?:do not|don['’]t|never)\b(?! (?:need|have|worry)\b)",
    re.IGNORECASE,
)
#: a heading that opens like this is a rule by itself
IMPERATIVE = re.compile(
    r"(?:do not|don['’]t|never|always|use|avoid|prefer|keep|make sure|ensure|pin|require|only|stop|treat|store|write|run|test"
    r"|limit|adopt|choose|replace|retire|give|maintain|move|switch|record|expose|enable|disable|separate|split)\s",
    re.IGNORECASE,
)
#: of these, the ones that are a rule even as the title of a document that is no decision
FORBIDS = re.compile(r"(?:do not|don['’]t|never|always|avoid)\s", re.IGNORECASE)


def content_words(text: str) -> int:
    """How many words carry meaning: not function words or single letters; two characters of Chinese or Thai make one."""
    spaced = _UNSPACED.sub(" ", text)
    unspaced = len(text) - len(_UNSPACED.sub("", text))
    found = _WORD.findall(spaced)
    return sum(len(word) > 1 and word.lower() not in _FUNCTION_WORDS for word in found) + unspaced // 2


def words_of_three(text: str) -> frozenset[str]:
    """Lower-cased words of three letters or more."""
    return frozenset(word.lower() for word in _WORD.findall(text) if len(word) > 2)
