"""What the page of ``supple view`` gets, taken apart."""

import json

import numpy as np


def decoded(data):
    """What is said about a clip, and its points (F, P, 3)."""
    length = int.from_bytes(data[:4], "little")
    about = json.loads(data[4 : 4 + length])
    assert length % 4 == 0
    return about, np.frombuffer(data[4 + length :], "<f4").reshape(about["frames"], len(about["names"]), 3)
