"""Text becomes unit vectors. The default encoder is the packaged all-MiniLM-L6-v2."""

from secondlayer.embedding.encoder import Encoder, Pieces
from secondlayer.embedding.packaged import load_encoder

__all__ = ["Encoder", "Pieces", "load_encoder"]
