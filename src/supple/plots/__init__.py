"""Drawings and pages; matplotlib is loaded only when one is made."""
