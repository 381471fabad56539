"""One table of tolerances. A number elsewhere needs a comment."""

ALGEBRA = {"rtol": 0.0, "atol": 1e-12}  # closed forms in float64, values of order 1
SLOPE = {"rtol": 0.0, "atol": 1e-8}  # central differences, step 1e-5
TEXT = {"rtol": 0.0, "atol": 1e-6}  # through a text file of at least 6 decimals, in its own units
SOLVED = {"rtol": 0.0, "atol": 1e-6}  # [m] a solver that says "met"
