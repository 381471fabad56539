"""Limbs that stay within the ranges of their joints: feet by their legs first, then all by root and free ends."""
