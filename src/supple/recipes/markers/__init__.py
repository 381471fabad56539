"""Markers in, a moving skeleton out."""
