"""Bodies with masses and strength, the forces of a motion, and contact with the ground."""
