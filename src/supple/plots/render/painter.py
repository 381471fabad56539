"""One figure at one moment, drawn larger and made smaller, which smooths its edges."""

from __future__ import annotations

from typing import Any

import numpy as np

from supple.errors import MissingExtraError
from supple.plots.figure import Figure
from supple.plots.render.camera import Camera
from supple.plots.render.look import Colour, Look, blend

_PERSON = 1.7  # [m] widths are told for a person
_BONE, _GHOST, _SHADOW, _HEAD, _MARKER, _SPOT, _RING = 0.038, 0.018, 0.03, 0.03, 0.02, 0.045, 0.036  # [m]
_CELLS = 8  # of the grid, from the figure to where it fades
_TRAIL = 1.5  # [s]
_SOON = 2.0  # [s] for which places that were or will be stood on are shown


class Painter:
    """Draws onto one picture, ``fine`` times larger than wanted; positions are metres, widths too."""

    def __init__(self, camera: Camera, look: Look, unit: float, fine: int) -> None:
        image, draw = _pillow()
        self.camera, self.look, self.unit, self.fine = camera, look, unit, fine
        self.image: Any = image.new("RGB", camera.size, look.palette["paper"])
        self.draw: Any = draw.Draw(self.image)

    def finished(self) -> Any:
        """The picture at its own size."""
        return self.image.reduce(self.fine)

    def ground(self, floor: float) -> None:
        """A grid that fades where it ends."""
        step, colours = grid_step(self.unit), self.look.palette
        middle = np.array([self.camera.centre[0], self.camera.centre[2]])
        lines = step * (np.rint(middle / step)[:, None] + np.arange(-_CELLS, _CELLS + 1))  # (2, n) in x and in z
        x, z = (line.ravel() for line in np.meshgrid(*lines, indexing="ij"))
        for along in ((step, 0.0), (0.0, step)):
            ends = np.stack([np.stack([x + k * along[0], np.full_like(x, floor), z + k * along[1]], 1) for k in (0, 1)])
            far = np.hypot(*(ends.mean(axis=0)[:, [0, 2]] - middle).T) / (_CELLS * step)
            seen = self.camera.project(ends)
            shown = np.flatnonzero((far < 1.0) & self.camera.sees(seen).all(axis=0))
            pieces = np.concatenate([seen[0, shown, :2], seen[1, shown, :2]], axis=1).tolist()
            for piece, strength in zip(pieces, (1.5 * (1.0 - far[shown])).tolist(), strict=True):
                self.draw.line(piece, fill=blend(colours["paper"], colours["ground"], strength), width=self.fine)

    def line(self, height: float) -> None:
        """The floor as one line across the picture."""
        y = float(self.camera.project(self.camera.centre * (1.0, 0.0, 1.0) + (0.0, height, 0.0))[1])
        self.draw.line([0.0, y, self.camera.size[0], y], fill=self.look.palette["ground"], width=2 * self.fine)

    def bones(self, figure: Figure, points: np.ndarray, width: float, colour: Colour | None = None) -> None:
        """All bones from the farthest to the nearest, and the head; without bones, the points."""
        seen, colours = self.camera.project(points), self.look.palette
        there = np.isfinite(points).all(axis=1)
        for a, b, side in sorted(figure.bones, key=lambda bone: seen[bone[0], 2] + seen[bone[1], 2]):
            self._bar(seen[a], seen[b], colour or colours[side], width)
        if figure.head is not None:
            low, top = figure.head
            self._head(seen[low], seen[top], colour or colours["middle"], width * _HEAD / _BONE)
        if not figure.bones:
            for k in np.flatnonzero(there):
                self._disc(seen[k], colour or colours["left"], _MARKER)

    def figure(self, figure: Figure, frame: int) -> None:
        """The figure with its shadow."""
        points, colours = figure.points[frame], self.look.palette
        below = points * (1.0, 0.0, 1.0) + (0.0, figure.floor, 0.0)
        if figure.bones:
            seen = self.camera.project(below)
            for a, b, _ in figure.bones:
                self._bar(seen[a], seen[b], colours["shadow"], _SHADOW)
        self.bones(figure, points, _BONE)

    def ghost(self, figure: Figure, frame: int) -> None:
        """A second figure, pale."""
        self.bones(figure, figure.points[frame], _GHOST, self.look.palette["ghost"])

    def places(self, figure: Figure, frame: int) -> None:
        """Where something stands, or will, or stood."""
        colours = self.look.palette
        for mark in self.look.marks:
            now = min(max(mark.start, frame), mark.stop - 1)
            place = mark.place_at(now)
            if place is None or abs(now - frame) * figure.frame_time > _SOON:
                continue
            seen = self.camera.project(np.array(place))
            if self.camera.sees(seen):
                colour = colours[mark.side] if now == frame else colours["past"]
                self._disc(seen, colour, _SPOT, flat=max(0.2, abs(float(np.sin(self.camera.pitch)))))

    def rings(self, figure: Figure, frame: int) -> None:
        """Rings around what stands now."""
        for point in sorted({mark.point for mark in self.look.marks if mark.start <= frame < mark.stop}):
            at = figure.points[frame, point]
            if np.isfinite(at).all():
                x, y, _, scale = self.camera.project(at)
                size = _RING * self.unit * scale
                self.draw.ellipse(
                    [x - size, y - size, x + size, y + size], outline=self.look.palette["ink"], width=2 * self.fine
                )

    def trails(self, figure: Figure, frame: int) -> None:
        """Where some points were, fading with time."""
        sides, colours = {b: side for _, b, side in figure.bones}, self.look.palette
        start = max(0, frame - round(_TRAIL / figure.frame_time))
        frames = np.unique(np.linspace(start, frame, min(90, frame - start + 1)).astype(int))
        for point in self.look.trails:
            seen = self.camera.project(figure.points[frames, point])
            for k in np.flatnonzero(np.isfinite(seen).all(axis=1))[1:]:
                if np.isfinite(seen[k - 1]).all():
                    age = (frames[k] - start + 1) / (frame - start + 1)
                    colour = blend(colours["paper"], colours[sides.get(point, "middle")], 0.85 * age)
                    self.draw.line([*seen[k - 1, :2], *seen[k, :2]], fill=colour, width=2 * self.fine)

    def words(self, text: str, middle: float) -> None:
        """A short text at the bottom, ``middle`` pixels from the left."""
        from PIL import ImageFont

        size = max(11, round(0.034 * self.camera.size[1] / self.fine)) * self.fine
        at = (middle, self.camera.size[1] - 1.1 * size)
        self.draw.text(at, text, fill=self.look.palette["soft"], anchor="mm", font=ImageFont.load_default(size))

    def _bar(self, a: np.ndarray, b: np.ndarray, colour: Colour, width: float) -> None:
        """A line with round ends."""
        pixels = max(self.fine, round(width * self.unit * 0.5 * (a[3] + b[3])))
        self.draw.line([a[0], a[1], b[0], b[1]], fill=colour, width=pixels)
        for x, y, *_ in (a, b):
            half = 0.5 * pixels
            self.draw.ellipse([x - half, y - half, x + half, y + half], fill=colour)

    def _disc(self, at: np.ndarray, colour: Colour, radius: float, flat: float = 1.0) -> None:
        size = radius * self.unit * at[3]
        self.draw.ellipse([at[0] - size, at[1] - flat * size, at[0] + size, at[1] + flat * size], fill=colour)

    def _head(self, low: np.ndarray, top: np.ndarray, colour: Colour, width: float) -> None:
        """An oval from neck to crown, however it is turned."""
        way, middle = top[:2] - low[:2], 0.5 * (low[:2] + top[:2])
        half, angle = 0.5 * float(np.hypot(*way)), np.linspace(0.0, 2.0 * np.pi, 48)
        along = way / max(2.0 * half, 1e-9)
        across = np.array([-along[1], along[0]])
        oval = middle + half * (np.cos(angle)[:, None] * along + 0.78 * np.sin(angle)[:, None] * across)
        pixels = max(self.fine, round(width * self.unit * low[3]))
        self.draw.line([tuple(p) for p in oval], fill=colour, width=pixels, joint="curve")


def grid_step(unit: float) -> float:
    """A round length [m], about half of a person's metre."""
    power = 10.0 ** np.floor(np.log10(0.6 * unit))
    return float(power * max(s for s in (1.0, 2.0, 5.0) if s * power <= 0.6 * unit * (1 + 1e-9)))


def unit_of(figure: Figure) -> float:
    """The size of a figure against a person's."""
    return figure.height / _PERSON


def _pillow() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise MissingExtraError("drawing pictures", "plots") from None
    return Image, ImageDraw
