"""Pinocchio, where it is installed."""

from __future__ import annotations

from typing import Any

from supple.errors import MissingExtraError


def pinocchio() -> Any:
    """The rigid-body library; an error that names the extra where it is missing."""
    try:
        import pinocchio as pin
    except ImportError:
        raise MissingExtraError("rigid-body dynamics", "dynamics") from None
    return pin
