"""What stands still: paths of points, their speeds, and spans of them."""
