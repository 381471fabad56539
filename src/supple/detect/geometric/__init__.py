"""Geometric constraints of any joint: when its frame keeps a space, a line or a point still, and which.

After chapter 6 of Le Callennec's thesis (EPFL 3459, 2006), with its gaps closed; see docs/geometric.md.
"""

from supple.detect.geometric.detection import detect_geometric
from supple.detect.geometric.settings import GeometricSettings
from supple.detect.geometric.templates import Template

__all__ = ["GeometricSettings", "Template", "detect_geometric"]
