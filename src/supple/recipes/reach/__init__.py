"""A captured reach or catch at another height."""
