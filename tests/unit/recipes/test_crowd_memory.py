"""What crowds take of memory; the benchmarks ``walking`` and ``online`` tell how fast walkers walk and hands catch."""

import tracemalloc

import supple


def test_a_crowd_takes_memory_by_its_number():
    """Meredith 41."""
    used = []
    for count in (200, 400):
        tracemalloc.start()
        kept = supple.Crowd(count)
        kept.step(1 / 30, 0.0, 1.0)
        used.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert used[1] < 2.2 * used[0]
