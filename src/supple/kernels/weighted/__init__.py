"""Jacobian inverse kinematics of single limbs with weighted joints, for many characters at once."""
