r"""Solve the tasks of one pose in strict order, by Newton's method in the null space of the stronger ones.

A frame lives in an arena (:mod:`arena`, its parts in :mod:`slots`): :mod:`problem` lays it out, :mod:`evaluate` finds
errors and rows, :mod:`meet` meets levels exactly, :mod:`approach` comes as near as possible to one that cannot be met
by the steps of :mod:`newton`, :mod:`locks` keeps joints inside their limits, :mod:`frame` does all levels, :mod:`clip`
all frames; :mod:`models` describes solved frames for a solve over time.

Rows are those of the locks, then those of the levels, the strongest first.
"""
