"""Feet that stay within the ranges of their joints: ankles and toes are held there, and legs make up for it."""
