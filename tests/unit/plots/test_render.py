"""Pictures, strips and films: what is in them, and that they are what was asked for."""

import io
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core.markers import Markers
from supple.errors import FileError, InvalidValueError, MissingExtraError, OverwriteError, UnknownJointError
from supple.plots.figure import figure_of
from supple.plots.render import encode
from supple.plots.render.camera import Camera, angles_of, distance_for, followed
from supple.plots.render.drawing import render
from supple.plots.render.films import film_frames, shot_of, strip_frames
from supple.plots.render.look import Look
from supple.plots.render.painter import grid_step
from supple.plots.svg import COLOURS


@pytest.fixture(scope="module")
def walk():
    return supple.walking(seconds=2.0)


def pixels(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def coloured(path, text):
    """Where a picture has a colour, as (row, column)."""
    wanted = [int(text[k : k + 2], 16) for k in (1, 3, 5)]
    return np.argwhere(np.abs(pixels(path) - wanted).sum(axis=-1) < 12)


def test_the_front_shows_the_left_side_on_the_right(walk, tmp_path):
    render(walk, tmp_path / "front.png", camera="front", frame=30)
    left, right = (coloured(tmp_path / "front.png", COLOURS[side]) for side in ("left", "right"))
    assert pixels(tmp_path / "front.png").shape == (480, 640, 3)
    assert len(left) > 300
    assert len(right) > 300
    assert left[:, 1].mean() > right[:, 1].mean() + 30
    render(walk, tmp_path / "back.png", camera=180.0, frame=30)
    left, right = (coloured(tmp_path / "back.png", COLOURS[side]) for side in ("left", "right"))
    assert left[:, 1].mean() < right[:, 1].mean() - 30


def test_from_the_side_the_figure_walks_to_the_right(walk):
    figure = figure_of(walk)
    camera = Camera(*angles_of("side", figure), (100, 100), np.zeros(3), 10.0)
    start, end = camera.project(walk.root_positions[[0, -1]])
    assert end[0] > start[0] + 5.0
    assert abs(end[1] - start[1]) < 1.0


@pytest.mark.parametrize("camera", ["front", "side", "top", "three-quarter", "-77.5"])
@pytest.mark.parametrize("size", [(640, 480), (120, 400), (400, 60)])
@pytest.mark.parametrize("follow", [True, False])
def test_all_of_the_figure_is_in_every_picture(walk, camera, size, follow):
    figure, frames = figure_of(walk), range(0, walk.frames, 7)
    shot = shot_of(figure, frames, Look(size=size, camera=camera, follow=follow))
    for frame in frames:
        seen = Camera(*shot.angles, size, shot.centres[frame], shot.distance).project(figure.points[frame])
        assert (seen[:, :2] > 0).all()
        assert (seen[:, :2] < size).all()


def test_an_eye_that_follows_sees_the_figure_larger_than_one_that_stands(walk):
    figure, frames = figure_of(walk), range(walk.frames)
    near, far = (shot_of(figure, frames, Look(camera="side", follow=f)).distance for f in (True, False))
    assert near < 0.8 * far


def test_the_camera_goes_by_where_the_figure_faces():
    figure = figure_of(smooth_motion(human_skeleton(), 5))
    assert angles_of("90", figure)[0] - angles_of("front", figure)[0] == pytest.approx(np.pi / 2)
    with pytest.raises(InvalidValueError, match="front, side, three-quarter, top, or degrees .* got 'upwards'"):
        angles_of("upwards", figure)
    with pytest.raises(InvalidValueError, match="got 'nan'"):
        angles_of("nan", figure)


def test_the_same_numbers_give_the_same_bytes(walk, tmp_path):
    for name in ("a", "b"):
        render(walk, tmp_path / f"{name}.png", strip=3)
        render(walk, tmp_path / f"{name}.gif", frames=(0, 30), size=(80, 80))
    for suffix in (".png", ".gif"):
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_a_gif_moves_as_fast_as_the_motion(walk, tmp_path):
    render(walk, tmp_path / "walk.gif", size=(120, 90))
    with Image.open(tmp_path / "walk.gif") as film:
        assert (film.n_frames, film.info["loop"], film.size) == (50, 0, (120, 90))
        total, seen = 0, []
        for k in range(film.n_frames):
            film.seek(k)
            total += film.info["duration"]
            seen.append(np.asarray(film.convert("RGB")).astype(int))
    assert total == 2000
    assert np.abs(seen[0] - seen[12]).max() > 100


@pytest.mark.parametrize("fps", [23.976, 30.0, 7.0])
def test_pauses_of_a_gif_add_up(fps):
    pauses = encode.pauses(100, fps)
    assert sum(pauses) == pytest.approx(1e5 / fps, abs=5.1)
    assert all(pause % 10 == 0 for pause in pauses)
    assert max(pauses) - min(pauses) <= 10


def test_frames_of_films_and_strips(walk):
    figure = figure_of(walk)
    assert film_frames(figure, 0, 120, 60.0) == list(range(120))
    assert film_frames(figure, 10, 70, 30.0) == list(range(10, 70, 2))
    assert film_frames(figure, 0, 3, 120.0) == [0, 0, 1, 1, 2, 2]
    assert strip_frames(10, 20, 4) == [10, 13, 16, 19]
    assert strip_frames(5, 6, 1) == [5]


def test_a_strip_has_its_moments_side_by_side(walk, tmp_path):
    render(walk, tmp_path / "strip.png", strip=4, camera="side")
    picture = pixels(tmp_path / "strip.png")
    assert picture.shape == (400, 800, 3)
    for k in range(4):
        part = picture[:, 200 * k : 200 * (k + 1)]
        assert (part.reshape(-1, 3).sum(axis=1) < 600).sum() > 1000  # a figure is in it


def test_ghosts_trails_marks_and_the_dark_are_seen(walk, tmp_path):
    other = walk.with_root_positions(walk.root_positions + (0.25, 0.0, 0.0))
    looks = {
        "plain": {},
        "ghost": {"overlay": other},
        "trail": {"trails": ["left_wrist"]},
        "marks": {"contacts": supple.detect(walk)},
        "dark": {"dark": True},
    }
    for name, look in looks.items():
        render(walk, tmp_path / f"{name}.png", frame=90, **look)
    plain = pixels(tmp_path / "plain.png")
    for name in list(looks)[1:]:
        changed = (np.abs(pixels(tmp_path / f"{name}.png") - plain).sum(axis=-1) > 30).sum()
        assert changed > 200, name
    assert pixels(tmp_path / "dark.png")[5, 5].sum() < 100


def test_markers_are_dots_and_missing_ones_are_left_out(tmp_path):
    positions = np.random.default_rng(2).uniform(0.0, 1.5, size=(6, 9, 3))
    render(Markers(tuple("ABCDEFGHI"), positions, 0.1), tmp_path / "all.png")
    positions[0, 4:] = np.nan
    positions[1] = np.nan
    gaps = Markers(tuple("ABCDEFGHI"), positions, 0.1)
    render(gaps, tmp_path / "some.png")
    render(gaps, tmp_path / "none.png", frame=1, follow=False)
    counts = [len(coloured(tmp_path / f"{name}.png", COLOURS["left"])) for name in ("all", "some", "none")]
    assert counts[0] > counts[1] > counts[2] == 0
    render(gaps, tmp_path / "film.gif", size=(64, 64), trails=["A"])


def test_the_eye_goes_smoothly_and_on_the_level(walk):
    way = followed(figure_of(walk))
    assert np.ptp(way[:, 1]) == 0.0
    assert np.abs(np.diff(way, n=2, axis=0)).max() < 0.002


@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="needs ffmpeg")
def test_an_mp4_has_even_sides_and_its_frames(walk, tmp_path):
    render(walk, tmp_path / "walk.mp4", size=(101, 77))
    ask = ["ffprobe", "-v", "error", "-of", "csv=p=0", "-show_entries", "stream=width,height,nb_frames,r_frame_rate"]
    said = subprocess.run([*ask, str(tmp_path / "walk.mp4")], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "100,76,30/1,60"


@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="needs ffmpeg")
def test_an_ffmpeg_that_fails_is_quoted(tmp_path):
    images = [Image.new("RGB", (16, 16))]
    with pytest.raises(FileError, match=r"film\.mp4: ffmpeg could not make the film: .+"):
        encode.mp4(images, (0, 16), 25.0, tmp_path / "film.mp4")


def test_without_ffmpeg_its_installation_is_named(walk, tmp_path, monkeypatch):
    monkeypatch.setattr(encode.shutil, "which", lambda name: None)
    with pytest.raises(FileError, match=r"an \.mp4 needs ffmpeg.*apt install ffmpeg.*write a \.gif"):
        render(walk, tmp_path / "walk.mp4")


def test_without_pillow_the_extra_is_named(walk, tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match=r"supple\[plots\]"):
        render(walk, tmp_path / "walk.png")


BAD = [
    ("a.jpg", {}, FileError, r"\.png, \.gif or \.mp4; found '\.jpg'"),
    ("a", {}, FileError, "this has no suffix"),
    ("a.png", {"frame": 120}, InvalidValueError, "frame 120 is not inside this clip's 0:120"),
    ("a.png", {"frame": -1}, InvalidValueError, "frame -1"),
    ("a.png", {"strip": 0}, InvalidValueError, "strip of 0"),
    ("a.png", {"strip": 9, "frames": (3, 8)}, InvalidValueError, "there are 5"),
    ("a.gif", {"frames": (5, 5)}, InvalidValueError, "frames 5:5 are not inside"),
    ("a.gif", {"frames": (5, 6)}, InvalidValueError, "a film needs two frames"),
    ("a.gif", {"frames": (0, 999)}, InvalidValueError, "0:999"),
    ("a.gif", {"frame": 3}, InvalidValueError, "for a .png"),
    ("a.gif", {"fps": 0.0}, InvalidValueError, "up to 50 pictures a second; got 0"),
    ("a.gif", {"fps": 60.0}, InvalidValueError, "up to 50 pictures a second; got 60"),
    ("a.png", {"size": (5, 5)}, InvalidValueError, "got 5x5"),
    ("a.png", {"trails": ["tail"]}, UnknownJointError, "'tail'"),
]


@pytest.mark.parametrize(("name", "options", "error", "words"), BAD)
def test_what_cannot_be_drawn_is_said_and_nothing_written(walk, tmp_path, name, options, error, words):
    with pytest.raises(error, match=words):
        render(walk, tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_stays(walk, tmp_path):
    (tmp_path / "a.png").write_text("mine")
    with pytest.raises(OverwriteError):
        render(walk, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_text() == "mine"
    render(walk, tmp_path / "a.png", overwrite=True)
    assert Image.open(io.BytesIO((tmp_path / "a.png").read_bytes())).format == "PNG"


@pytest.mark.parametrize(("unit", "step"), [(1.0, 0.5), (100.0, 50.0), (0.4, 0.2), (0.001, 0.0005), (1.0 / 0.6, 1.0)])
def test_the_grid_has_round_lengths(unit, step):
    assert grid_step(unit) == pytest.approx(step)


def test_a_figure_that_climbs_is_followed_up(walk):
    up = walk.with_root_positions(walk.root_positions + np.linspace(0.0, 5.0, walk.frames)[:, None] * (0.0, 1.0, 0.0))
    way = followed(figure_of(up))
    assert way[-1, 1] - way[0, 1] > 4.0
    figure = figure_of(up)
    assert distance_for(figure.points, way, (0.0, 0.1), (100, 100), figure.height) < 3.0 * figure.height
