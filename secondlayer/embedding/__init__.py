"""Text becomes unit vectors. The default encoder is the packaged all-MiniLM-L6-v2."""

from secondlayer.embedding.encoder import Encoder, Pieces
from secondlayer.embedding.packaged import load_encoder
from secondlayer.embedding.passages import encode_memories

__all__ = ["Encoder", "Pieces", "encode_memories", "load_encoder"]
