"""The inner loops of the spacetime solver, over samples and joints."""
