"""Limps: one leg hurts, and spares itself."""
