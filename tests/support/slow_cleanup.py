"""The whole cleanup with stretch once more: one frame and one limb at a time, in plain NumPy.

For feet (and hands) on level ground or none, contacts that are not known places, and roots that can reach.
"""

from dataclasses import replace
from itertools import combinations

import numpy as np

from supple.core.quaternions import conjugate, exp, log, multiply, normalized, rotate
from supple.solvers.cleanup.limbs import bones_of
from supple.solvers.cleanup.root import HELD, gaussian
from support.slow_cleanup_parts import about, fade, hinge, posed, runs, smallest_turn
from support.slow_easing import bend_limb, eased, firmness


def short(q):
    """The rotation vector of the short way."""
    return log(q if q[0] >= 0.0 else -q)


def blended(known, frame, window, blocked, *, coasting=True):
    """A change that is known at some frames (a dict), in a frame between; None where nothing is near.

    It goes on with the speed that it has at the end of the frames before.
    """
    hits, speed, behind = [], 0.0, 0
    for way in (-1, 1):
        for k in range(1, window + 1):
            last = frame + way * k
            if last in known:
                hits.append((k, known[last]))
                if way < 0 and coasting:
                    few = max(1, window // 4)
                    n = next((n for n in range(few) if last - n - 1 not in known), few)
                    speed, behind = (known[last] - known[last - n]) / max(n, 1), k
                break
            if blocked(frame + way * k):
                break
    if not hits:
        return None
    reach = min(window + 1, sum(k for k, _ in hits)) if len(hits) == 2 else window + 1
    coasted = behind * (1.0 - min(1.0, behind / reach)) ** 2 * speed
    return sum(fade(min(1.0, k / reach)) * change for k, change in hits) + coasted


def places_of(flags, ends, turns, tips, window, level, reach):
    """Step 1 for one limb: dicts frame -> place for each tip. ``flags`` (F, 2)."""
    found = [{}, {}]
    starts = sorted((start, tip, stop) for tip in (0, 1) for start, stop in runs(flags[:, tip]))
    for start, tip, stop in starts:
        other = found[1 - tip].get(start)
        if other is None:
            count = min(stop - start, max(window, 1))
            place = np.mean([ends[f] + rotate(turns[f], tips[tip]) for f in range(start, start + count)], axis=0)
            if level is not None and (place[1] < level or (tips[tip].any() and place[1] - level <= reach)):
                place[1] = level
        else:
            both = next((f for f in range(start, stop) if not flags[f, 1 - tip]), stop) - start
            count = min(both, window + 1)
            signed = [q if q @ turns[start] >= 0.0 else -q for q in turns[start : start + count]]
            d = rotate(normalized(np.sum(signed, axis=0)), tips[tip] - tips[1 - tip])
            if level is not None and (other + d)[1] - level <= reach:
                d = np.array([d[0], 0.0, d[2]]) / np.hypot(d[0], d[2]) * np.linalg.norm(d)
            place = other + d
        found[tip] |= dict.fromkeys(range(start, stop), place)
    return found


def tremor_of(f, places, path, calm):
    """How far a path (F, 3) is off its weighed mean around a frame, of as far to either side as one plant lasts."""
    same = lambda g: g in places and places[g] is places[f]  # noqa: E731
    half = next((k for k in range(calm) if not (same(f - k - 1) and same(f + k + 1))), calm)
    weights = [(1.0 - (k / (half + 1.0)) ** 2) ** 2 for k in range(-half, half + 1)]
    return path[f] - np.average(path[f - half : f + half + 1], axis=0, weights=weights)


def rolled(turn, tip, o, hip, knee, ankle, stood, share):
    """A foot that stands on the point ``o`` at ``tip``, rolled about it for a leg as long as it was."""
    length, roll = np.linalg.norm(ankle - hip), np.zeros(3)
    soft = np.sin(np.radians(33.0)) / np.sqrt(2.0) * np.linalg.norm(knee - hip) * np.linalg.norm(ankle - knee) / length
    for _ in range(3):
        lever = -rotate(multiply(exp(roll), turn), o)
        line = tip + lever - stood - hip
        slope = np.cross(lever, line / np.linalg.norm(line))
        roll = -(np.linalg.norm(line) - length - slope @ roll) * slope / (slope @ slope + soft**2)
    return multiply(exp(share * roll), turn)


def share_of_roll(f, singles, both, window, frames):
    """How much of its roll a foot has in a frame, and the frame in which it last stood on both tips."""
    last = next((g for g in range(f - 1, -1, -1) if g not in singles), -1)
    free = next((g for g in range(f + 1, frames) if g not in singles), frames)
    if last not in both or free in both or free == frames or free - f > window:
        return 0.0, last
    return fade((free - f - 1) / window) * (1.0 - fade(min(1.0, (f - last) / (window + 1)))), last


def targets_of(found, ends, turns, tips, w, level, hips, knees):
    """Step 2 for one limb: dict frame -> (position, rotation)."""
    changes, targets = {}, {}
    both = found[0].keys() & found[1].keys()
    for f in both:
        way = found[1][f] - found[0][f]
        turn = multiply(smallest_turn(rotate(turns[f], tips[1] - tips[0]), way), turns[f])
        changes[f] = short(multiply(turn, conjugate(turns[f])))
        targets[f] = (found[0][f] - rotate(turn, tips[0]), turn)
    singles = (found[0].keys() | found[1].keys()) - both
    for f in singles:
        tip = 0 if f in found[0] else 1
        change = blended(changes, f, w.target, lambda g: g not in found[0] and g not in found[1])
        turn = turns[f] if change is None else multiply(exp(change), turns[f])
        toward = rotate(turn, tips[tip])
        tremor = tremor_of(f, found[tip], ends + rotate(turns, tips[tip]), w.calm)
        turn = multiply(smallest_turn(toward, toward - tremor), turn)
        place = found[tip][f]
        share, last = share_of_roll(f, singles, both, w.target, len(ends))
        if share > 0.0:
            stood = targets[last][0] - ends[last]
            turn = rolled(turn, place, tips[tip], hips[f], knees[f], ends[f], stood, share)
        d = rotate(turn, tips[1 - tip] - tips[tip])
        if level is not None and place[1] + d[1] < level:
            y = level - place[1]
            up = np.array([d[0], 0.0, d[2]]) / np.hypot(d[0], d[2]) * np.sqrt(d @ d - y * y) + [0.0, y, 0.0]
            turn = multiply(smallest_turn(d, up), turn)
        targets[f] = (place - rotate(turn, tips[tip]), turn)
    return targets


def nearest_in_balls(p, balls):
    """The point of an intersection of balls (centre, radius) nearest to p: spheres, then circles, then points."""
    inside = lambda x: all(np.linalg.norm(x - c) <= r + 1e-9 for c, r in balls)  # noqa: E731
    if inside(p):
        return p
    singles = [c + r * (p - c) / np.linalg.norm(p - c) for c, r in balls]
    for x in singles:
        if inside(x):
            return x
    candidates = []
    for (c, r), (d, s) in combinations(balls, 2):
        e, size = (d - c) / np.linalg.norm(d - c), np.linalg.norm(d - c)
        a = (size**2 + r**2 - s**2) / (2.0 * size)
        if r > abs(a):
            w = (p - c - a * e) - e * (e @ (p - c - a * e))
            candidates.append(c + a * e + np.sqrt(r * r - a * a) * w / np.linalg.norm(w))
    feasible = [x for x in candidates if inside(x)]
    return min(feasible, key=lambda x: np.linalg.norm(x - p))


def damped(angle, rho):
    u = np.clip((angle - rho) / (np.pi - rho), 0.0, 1.0)
    return angle if angle <= rho else rho + (np.pi - rho) * (u - u**3 + u**4 / 2.0)


def limb_turns(positions, turned, parents, limb, place, goal, settings):
    """Step 4: local turns of base, middle and end, and the scale."""
    hip, knee, ankle = positions[[limb.base, limb.middle, limb.end]]
    axis = rotate(turned[limb.middle], limb.axis)
    upper, lower, line = knee - hip, ankle - knee, place - hip
    c, p, bend = hinge(upper, lower, axis)
    distance, rho, most = np.linalg.norm(line), settings.damping_from, settings.stretch
    wanted = np.arccos(np.clip((distance**2 - c) / (2.0 * p), -1.0, 1.0))
    soft = bend + damped(np.pi - bend, rho) - damped(np.pi - wanted, rho)
    scale = distance / np.sqrt(c + 2.0 * p * np.cos(soft))
    if abs(scale - 1.0) > most:
        scale = np.clip(scale, 1.0 - most, 1.0 + most)
        soft = np.arccos(np.clip(((distance / scale) ** 2 - c) / (2.0 * p), -1.0, 1.0))
    flexed = about(axis, soft - bend)
    swing = smallest_turn(upper + rotate(flexed, lower), line)
    missing = multiply(goal, conjugate(multiply(swing, multiply(flexed, turned[limb.end]))))
    missing = missing if missing[0] >= 0.0 else -missing
    twist = 2.0 * np.arctan2(missing[1:] @ line / distance, missing[0])
    swing = multiply(about(line / distance, settings.swivel * twist), swing)
    above = [turned[parents[j]] for j in (limb.base, limb.middle, limb.end)]
    base = multiply(conjugate(above[0]), multiply(swing, turned[limb.base]))
    middle = multiply(conjugate(above[1]), multiply(flexed, turned[limb.middle]))
    end = multiply(conjugate(multiply(swing, multiply(flexed, above[2]))), goal)
    return (base, middle, end), scale


def toe_angle(v, axis, rise):
    """Step by step: the first angle at which the tip is high enough, by bisection."""
    height = lambda angle: rotate(about(axis, angle), v)[1] - rise  # noqa: E731
    if height(0.0) >= 0.0:
        return 0.0
    steps = np.linspace(0.0, np.pi, 721)
    top = next(k for k in range(1, 721) if height(steps[k]) >= 0.0)
    low, high = steps[top - 1], steps[top]
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if height(middle) < 0.0 else (low, middle)
    return high


def slow_clean(motion, limbs, figure, flags, settings, level=None):
    """Roots (F, 3), rotations (F, J, 4) and offsets (F, J, 3); ``flags`` (F, L, 2) say what is planted."""
    skeleton, frames, w = motion.skeleton, motion.frames, settings.windows(motion.frame_time)
    parents, tips = skeleton.parents, figure.tips
    bones = np.array([motion.local_offsets(f) for f in range(frames)])
    poses = [posed(skeleton, motion.root_positions[f], motion.rotations[f], bones[f]) for f in range(frames)]
    goals = []
    for k, limb in enumerate(limbs):
        ends, turns = np.array([p[limb.end] for p, _ in poses]), np.array([q[limb.end] for _, q in poses])
        found = places_of(flags[:, k], ends, turns, tips[k], w.plant, level, settings.floor_reach(figure.leg))
        legs = [np.array([p[joint] for p, _ in poses]) for joint in (limb.base, limb.middle)]
        goals.append(targets_of(found, ends, turns, tips[k], w, level, *legs))
    shifts = _root_shifts(frames, poses, limbs, goals, w, settings)
    roots, rotations, offsets = motion.root_positions + shifts, motion.rotations.copy(), bones.copy()
    scales = np.ones((frames, len(limbs)))
    for k, limb in enumerate(limbs):
        joints = (limb.base, limb.middle, limb.end)
        for f, (place, goal) in goals[k].items():
            found = limb_turns(poses[f][0] + shifts[f], poses[f][1], parents, limb, place, goal, settings)
            rotations[f, joints], scales[f, k] = found
        _spread(motion, limb, k, goals[k], poses, rotations, scales, w.blend)
        _ease(motion, limb, goals[k], poses, rotations, bones, scales[:, k], w.blend, settings.stretch)
        for f in range(frames):
            offsets[f, bones_of(skeleton, limb)] *= scales[f, k]
    if level is not None:
        needs = np.zeros((frames, len(limbs)))
        for f in range(frames):
            _clear(f, skeleton, limbs, figure, goals, roots, rotations, offsets, settings, level, needs, w.blend)
    return roots, rotations, offsets


def _root_shifts(frames, poses, limbs, goals, w, settings):
    """Step 3."""

    def projected(f, start, factor):
        balls = []
        for limb, goal in zip(limbs, goals, strict=True):
            if f in goal:
                hip, knee, ankle = poses[f][0][[limb.base, limb.middle, limb.end]]
                c, p, _ = hinge(knee - hip, ankle - knee, rotate(poses[f][1][limb.middle], limb.axis))
                balls.append((goal[f][0] - hip, factor * np.sqrt(c + 2.0 * p)))
        return nearest_in_balls(start, balls) if balls else start

    wanted = np.array([projected(f, np.zeros(3), 1.0) for f in range(frames)])
    half = w.root // HELD
    near = [range(max(0, f - half), min(frames, f + half + 1)) for f in range(frames)]
    held = np.array([wanted[max(span, key=lambda g: (np.linalg.norm(wanted[g]), -g))] for span in near])
    bell, m = gaussian(w.root - half), w.root - half
    shifts = np.zeros((frames, 3))
    for f in range(frames):
        taps = range(max(0, f - m), min(frames, f + m + 1))
        smooth = sum(bell[g - f + m] * held[g] for g in taps) / sum(bell[g - f + m] for g in taps)
        shifts[f] = projected(f, smooth, 1.0 + settings.stretch)
    return shifts


def _spread(motion, limb, k, goal, poses, rotations, scales, window):
    """Step 5 for one limb, in place."""
    before = motion.rotations
    for n, joint in enumerate((limb.base, limb.middle, limb.end)):
        changes = {}
        for f in goal:
            a, b = before[f, joint], rotations[f, joint]
            changes[f] = short(multiply(conjugate(a), b) if n == 1 else multiply(b, conjugate(a)))
        for f in set(range(motion.frames)) - goal.keys():
            change = blended(changes, f, window, lambda g: False)
            if change is None:
                continue
            if n == 1:
                hip, knee, ankle = poses[f][0][[limb.base, limb.middle, limb.end]]
                bend = hinge(knee - hip, ankle - knee, rotate(poses[f][1][joint], limb.axis))[2]
                change = change + max(0.0, -max(bend, 0.0) - change @ limb.axis) * limb.axis
            q = before[f, joint]
            rotations[f, joint] = multiply(q, exp(change)) if n == 1 else multiply(exp(change), q)
    longer = {f: scales[f, k] - 1.0 for f in goal}
    for f in set(range(motion.frames)) - goal.keys():
        scales[f, k] = 1.0 + (blended(longer, f, window, lambda g: False, coasting=False) or 0.0)


def _ease(motion, limb, goal, poses, rotations, bones, scales, window, stretch):
    """Step 5 about the ends of plants of one limb, in place."""
    own, more = np.zeros(motion.frames), np.zeros(motion.frames)
    for f in range(motion.frames):
        hip, knee, ankle = poses[f][0][[limb.base, limb.middle, limb.end]]
        own[f] = hinge(knee - hip, ankle - knee, rotate(poses[f][1][limb.middle], limb.axis))[2]
        turn = multiply(conjugate(motion.rotations[f, limb.middle]), rotations[f, limb.middle])
        more[f] = short(turn) @ limb.axis
    spans = runs(np.array([f in goal for f in range(motion.frames)]))
    for f, by in enumerate(eased(own, more, spans, window, motion.fps, stretch)):
        if by != 0.0:
            scales[f] = bend_limb(
                motion.skeleton, limb, motion.root_positions[f], rotations[f], bones[f], own[f], by, f in goal,
                firmness(f, spans, window), scales[f], stretch,
            )  # fmt: skip


def _clear(f, skeleton, limbs, figure, goals, roots, rotations, offsets, settings, level, needs, window):
    """The ground and the toes of one frame, in place; how far these have to bend dies out."""
    positions, turned = posed(skeleton, roots[f], rotations[f], offsets[f])
    for k, limb in enumerate(limbs):
        if f in goals[k]:
            continue
        low = min((positions[limb.end] + rotate(turned[limb.end], tip))[1] for tip in figure.tips[k])
        if level - low > 1e-12:
            place = positions[limb.end] + [0.0, level - low, 0.0]
            joints = (limb.base, limb.middle, limb.end)
            bony = replace(settings, damping_from=1e-3)  # bones give first
            turns, scale = limb_turns(positions, turned, skeleton.parents, limb, place, turned[limb.end], bony)
            rotations[f, joints] = turns
            offsets[f, bones_of(skeleton, limb)] *= scale
    positions, turned = posed(skeleton, roots[f], rotations[f], offsets[f])
    for k in np.flatnonzero(figure.toes >= 0):
        toe, axis = figure.toes[k], figure.toe_axes[k]
        v, above = rotate(turned[toe], figure.toe_tips[k]), turned[skeleton.parents[toe]]
        needs[f, k] = toe_angle(v, rotate(above, axis), level - positions[toe, 1] - 1e-12)
        past = [(g, needs[f - g, k]) for g in range(min(f, window) + 1)]
        angle = max(need * (2.0 * (g / (window + 1)) ** 3 - 3.0 * (g / (window + 1)) ** 2 + 1.0) for g, need in past)
        rotations[f, toe] = multiply(about(axis, angle), rotations[f, toe])
