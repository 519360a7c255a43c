"""The two word lists of the token rule, each in one place (paper 003 §2-3)."""

#: marks a sentence as negated; a contraction ending in -n't does too (paper 003 §4)
NEGATIONS: frozenset[str] = frozenset(
    "avoid avoiding avoids cannot neither never no nobody none nor not nothing nowhere without".split()
)

#: function words of three letters or more, dropped from the content tokens. `through` and `see` are not here.
FUNCTION_WORDS: frozenset[str] = NEGATIONS | frozenset(
    """
    about above after again all also although among and another any anyone anything are around because been
    before being below between both but can could did does doing done down during each either else etc ever every
    everyone everything for from further had has have having hence her here hers herself him himself his how
    however into its itself just lest let may maybe might more most much must myself off onto other others ought
    our ours ourselves out over own per perhaps quite rather same shall she should since some someone something
    such than that the their theirs them themselves then there therefore these they this those though thus too
    toward towards under unless until unto upon very via was were what whatever when whenever where whereas
    wherever whether which whichever while who whoever whom whose why will with within would yet you your yours
    yourself yourselves
    """.split()
)

#: words that turn a rule round without negating it; read by the guarded repeat rule only (DESIGN §3)
REVERSALS: frozenset[str] = frozenset(
    "cease ceased deprecate deprecated disable disabled drop dropped forbid forbidden halt instead prohibit prohibited "
    "quit refuse refrain reject rejected remove removed replace replaced retire retired stop stopped".split()
)

#: prefixes whose presence on one side only turns a word round: unencrypted, non-root, insecure
REVERSING_PREFIXES: tuple[str, ...] = ("un", "non", "in", "dis")
