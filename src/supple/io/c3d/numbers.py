"""Numbers as the three kinds of computer that C3D knows laid them out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Machine:
    """The kind of computer that wrote a file."""

    name: str
    order: str  # NumPy's byte order of integers
    swaps_float_words: bool = False

    def word(self, data: bytes) -> int:
        """One unsigned integer of two bytes."""
        return int.from_bytes(data, "little" if self.order == "<" else "big")

    def shorts(self, data: bytes | memoryview) -> np.ndarray:
        """Signed 16-bit integers."""
        return np.frombuffer(data, self.order + "i2")

    def words(self, data: bytes | memoryview) -> np.ndarray:
        """Unsigned 16-bit integers."""
        return np.frombuffer(data, self.order + "u2")

    def floats(self, data: bytes | memoryview) -> np.ndarray:
        """32-bit floating point numbers."""
        if not self.swaps_float_words:
            return np.frombuffer(data, self.order + "f4")
        # A VAX F float is an IEEE float with its two words exchanged and an exponent larger by two.
        swapped = np.frombuffer(data, "<u2").reshape(-1, 2)[:, ::-1]
        with np.errstate(invalid="ignore"):  # the bytes of a signalling NaN
            return np.ascontiguousarray(swapped).view("<f4").ravel() * np.float32(0.25)


INTEL = Machine("Intel", "<")
DEC = Machine("DEC", "<", swaps_float_words=True)
SGI = Machine("SGI (MIPS)", ">")
MACHINES = {84: INTEL, 85: DEC, 86: SGI}
