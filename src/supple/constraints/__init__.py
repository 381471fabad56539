"""Wishes about a motion, as data: what must be true, where, when, and what matters more."""
