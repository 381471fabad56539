"""Acclaim by the book, slowly: 4x4 matrices straight from the words of the two files.

Written apart from the reader, so that the two can be compared. Only for sound files in degrees.
"""

import re

import numpy as np


def turn(axis, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    m = np.eye(4)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    m[i, i], m[i, j], m[j, i], m[j, j] = c, -s, s, c
    return m


def shift(v):
    m = np.eye(4)
    m[:3, 3] = v
    return m


def skeleton(text):
    """name -> (axis matrix, tip, dofs), and child -> parent."""
    bones = {"root": (np.eye(4), np.zeros(3), ["tx", "ty", "tz", "rx", "ry", "rz"])}
    for block in re.findall(r"begin(.*?)end", text.split(":bonedata")[1].split(":hierarchy")[0], re.S):
        get = lambda key, block=block: re.search(rf"^\s*{key}\s+(.*)$", block, re.M)  # noqa: E731
        x, y, z = (float(w) for w in get("axis")[1].split()[:3])
        axis = turn("z", z) @ turn("y", y) @ turn("x", x)
        tip = float(get("length")[1]) * np.array([float(w) for w in get("direction")[1].split()])
        bones[get("name")[1].strip()] = axis, tip, get("dof")[1].split() if get("dof") else []
    parent = {}
    for line in text.split(":hierarchy")[1].splitlines():
        words = line.split()
        for child in words[1:]:
            parent[child] = words[0]
    return bones, parent


def starts(bones, parent, pose):
    """World start and tip of every bone, of one frame's numbers, in the file's units."""
    world = {}

    def place(name):
        if name in world:
            return world[name]
        axis, _, dofs = bones[name]
        local, moved = np.eye(4), np.zeros(3)
        for dof, value in zip(dofs, pose.get(name, [0.0] * len(dofs)), strict=True):
            if dof[0] == "r":
                local = turn(dof[1], value) @ local
            else:
                moved["xyz".index(dof[1])] = value
        local = axis @ local @ np.linalg.inv(axis)
        if name == "root":
            world[name] = shift(moved) @ local
        else:
            world[name] = place(parent[name]) @ shift(bones[parent[name]][1]) @ local
        return world[name]

    at = {name: place(name)[:3, 3] for name in bones}
    return at, {name: (world[name] @ shift(bones[name][1]))[:3, 3] for name in bones}


def frames(text):
    """One dictionary of numbers per frame."""
    out = []
    for line in text.splitlines():
        words = line.split()
        if words and words[0].isdigit():
            out.append({})
        elif words and out:
            out[-1][words[0]] = [float(w) for w in words[1:]]
    return out
