"""Other people's inverse kinematics on bodies exported from Supple, each at its best settings.

A program that starts from its solution of the frame before is fastest, and wanders: on a walk whose hand is lifted for
a while, joints without a goal end 108 to 177 mm from where the source has them (mink). From the source pose of each
frame, as an edit needs it, they end where they were. Both are measured; the faster one counts.
"""
