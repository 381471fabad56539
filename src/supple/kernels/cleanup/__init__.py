"""End effectors made exact: plants, targets, root, limbs, floor and toes."""
