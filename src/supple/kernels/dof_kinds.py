"""What one column of a Jacobian moves. Constants only, so that the data model can use them without the compiler."""

SLIDE = 0  # the root travels along an axis of the world
BALL = 1  # one of three neighbouring columns: the joint turns about the x, y, z axis of its own frame
BODY = 2  # the joint turns about an axis that is fixed in its own frame: a hinge
PARENT = 3  # the joint turns about an axis that is fixed in its parent's frame: the first of two hinges
