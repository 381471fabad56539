"""Feet and hands that stay where they are planted: exact, closed form, offline and as a stream."""
