"""Gait signatures: what legs do over a cycle of a walk or run."""
