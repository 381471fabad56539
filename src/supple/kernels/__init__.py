"""Compiled code: arrays in, arrays out. Knows no class of ours; inputs are trusted."""
