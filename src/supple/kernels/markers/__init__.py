"""Poses from labelled points: residuals, normal equations along the joint tree, limits, and loops over frames."""
