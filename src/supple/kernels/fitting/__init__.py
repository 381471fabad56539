"""Coarse-to-fine fitting: B-splines, displacements, and poses with limbs in closed form."""
