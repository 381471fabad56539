"""The motion of one figure on another."""
