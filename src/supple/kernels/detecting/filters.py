"""Filters and splines along time. Filters sum in a fixed order: their results are SciPy's to the last bit."""

from __future__ import annotations

from supple.kernels.jit import INT, MATRIX, OUT_MATRIX, OUT_VECTOR, VECTOR, kernel, types


@kernel()
def within(k, count):
    """An index, or the nearest one that there is."""
    return max(0, min(k, count - 1))


@kernel(MATRIX, VECTOR, OUT_MATRIX)
def weighted_mean(rows, bell, mean):
    """``mean`` (N, C) of the rows around each, weighted by an even ``bell`` (2 R + 1,); ends go on as they are."""
    count, columns = rows.shape
    reach = bell.shape[0] // 2
    for t in range(count):
        for c in range(columns):
            mean[t, c] = rows[t, c] * bell[reach]
        for j in range(reach, 0, -1):
            before, after, weight = within(t - j, count), within(t + j, count), bell[reach - j]
            for c in range(columns):
                mean[t, c] += (rows[before, c] + rows[after, c]) * weight


@kernel()
def _bent(rows, shares, bends):
    """Second derivatives of the natural cubic splines through rows (N, C), N > 1."""
    count, columns = rows.shape
    last = count - 1
    shares[0] = 0.0
    for c in range(columns):
        bends[0, c], bends[last, c] = 0.0, 0.0
    for i in range(1, last):  # three neighbouring bends, the middle one four times, are six second differences
        shares[i] = 1.0 / (4.0 - shares[i - 1])
        for c in range(columns):
            bent = 6.0 * (rows[i + 1, c] - 2.0 * rows[i, c] + rows[i - 1, c])
            bends[i, c] = shares[i] * (bent - bends[i - 1, c])
    for i in range(last - 1, 0, -1):
        for c in range(columns):
            bends[i, c] -= shares[i] * bends[i + 1, c]


@kernel(MATRIX, types.float64, OUT_VECTOR, OUT_MATRIX, OUT_MATRIX)
def sampled_rows(rows, times, shares, bends, out):
    """Rows (N, C), N > 1, on natural cubic splines with ``times`` samples for each: ``out`` (N', C).

    Samples after the last row go on straight. ``shares`` (N,) and ``bends`` (N, C), which are second derivatives, are
    for work.
    """
    last, columns = rows.shape[0] - 1, rows.shape[1]
    _bent(rows, shares, bends)
    for k in range(out.shape[0]):
        at = k / times
        i = min(int(at), last - 1)
        after = min(at - i, 1.0)
        before = 1.0 - after
        curved, curves = (before**3 - before) / 6.0, (after**3 - after) / 6.0
        for c in range(columns):
            straight = before * rows[i, c] + after * rows[i + 1, c]
            out[k, c] = straight + curved * bends[i, c] + curves * bends[i + 1, c]
        if at > last:
            for c in range(columns):
                out[k, c] += (at - last) * (rows[last, c] - rows[last - 1, c] + bends[last - 1, c] / 6.0)


@kernel(MATRIX, VECTOR, VECTOR, OUT_MATRIX, OUT_MATRIX)
def mean_and_slope(rows, bell, slope, mean, change):
    """Rows (N, C) under an even ``bell`` and an odd ``slope`` (2 R + 1,), R < N; ends are turned about themselves."""
    count, columns = rows.shape
    reach = bell.shape[0] // 2
    last = count - 1
    for t in range(count):
        for c in range(columns):
            mean[t, c], change[t, c] = rows[t, c] * bell[reach], rows[t, c] * slope[reach]
        for j in range(reach, 0, -1):
            even, odd, before, after = bell[reach - j], slope[reach - j], t - j, t + j
            for c in range(columns):
                a = rows[before, c] if before >= 0 else 2.0 * rows[0, c] - rows[-before, c]
                b = rows[after, c] if after <= last else 2.0 * rows[last, c] - rows[2 * last - after, c]
                mean[t, c] += (a + b) * even
                change[t, c] += (a - b) * odd


@kernel()
def _greatest(values, reach, most):
    """The greatest value up to ``reach`` samples away, by looking only at those that come and go."""
    count = values.shape[0]
    at = -1
    for t in range(count):
        if at < max(0, t - reach):
            at = max(0, t - reach)
            for k in range(at + 1, min(count, t + reach + 1)):
                if values[k] >= values[at]:
                    at = k
        elif t + reach < count and values[t + reach] >= values[at]:
            at = t + reach
        most[t] = values[at]


@kernel(VECTOR, INT, INT, OUT_VECTOR, OUT_VECTOR)
def lasting_peak(values, short, reach, least, most):
    """``most`` (N,): the greatest value up to ``reach`` samples away that is not a peak of less than ``short`` samples.

    ``least`` (N,) is for work. Ends go on as they are.
    """
    count = values.shape[0]
    before, after = short // 2, short - short // 2 - 1
    for t in range(count):
        low = values[t]
        for k in range(max(0, t - before), min(count, t + after + 1)):
            low = min(low, values[k])
        least[t] = low
    _greatest(least, reach, most)
