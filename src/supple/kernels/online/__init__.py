"""One frame of one figure on another, as it comes in: turns carried over, feet held, legs solved."""
