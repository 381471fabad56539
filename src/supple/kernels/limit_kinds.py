"""What a joint limit measures. Constants only, so that the data model can use them without the compiler."""

RANGE = 0  # the angle of a joint about a hinge's axis
SWING = 1  # the angle between a bone and the middle of its cone
POLYGON = 2  # how far a bone points outside a spherical polygon; negative inside
TWIST = 3  # the angle of a joint about its own bone
