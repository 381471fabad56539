"""What happens to strides where a path is not as long as the motion goes."""

from typing import Literal, get_args

Length = Literal["keep", "stretch"]
LENGTHS: tuple[Length, ...] = get_args(Length)
