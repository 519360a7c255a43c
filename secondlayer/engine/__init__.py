"""The engine: pure functions over records, with no input or output and no clock.

    request -> scopes -> reads -> terms -> ranking -> seats -> budget -> brief + trace -> why

`assemble` is the whole pipeline after the reads came back; each stage is a module of its own name.
"""

from secondlayer.engine.assemble import ReadResult, assemble

__all__ = ["ReadResult", "assemble"]
