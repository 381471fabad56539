"""Bodies, forces, and motions that physics allows."""
