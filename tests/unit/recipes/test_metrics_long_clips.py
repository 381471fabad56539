"""Long captures are measured in a time that grows as they do."""

import time

import supple


def _seconds(motion):
    begun = time.perf_counter()
    supple.metrics(motion)
    return time.perf_counter() - begun


def test_ten_times_the_clip_takes_about_ten_times_as_long():
    short, long = supple.walking(seconds=30.0), supple.walking(seconds=300.0)
    _seconds(short)  # loads the compiler
    # each contact used to be measured over the whole clip: 33 times as long, and more the longer a clip is
    assert _seconds(long) < 20.0 * min(_seconds(short) for _ in range(2))
