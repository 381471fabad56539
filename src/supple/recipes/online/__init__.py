"""The motion of one figure on another while it comes in."""
