#!/usr/bin/env python3
"""Prints the coefficients of the polynomials and rational functions in src/formulas.

Needs mpmath (pip install mpmath). Each fit minimises the largest relative error of the function by
least squares on Chebyshev-like points, reweighted where the error is large (Lawson's algorithm; a
rational function's denominator is linearised about its last iterate). It prints the error that is
reached with the coefficients rounded to double, as a power of two, with coefficients in ascending
order.
"""

import mpmath as mp

mp.mp.dps = 40


def points(low, high, count, towards_low):
    half_angle = [(1 - mp.cos(mp.pi * k / (count - 1))) / 2 for k in range(count)]
    return [low + (high - low) * h**towards_low for h in half_angle]


def fit(function, xs, degree, denominator_degree=0, scale=lambda x: mp.mpf(1), iterations=40):
    """P(x)/Q(x), Q(0) = 1, near function(x), with the error weighted by 1/scale(x)."""
    values = [function(x) for x in xs]
    scales = [scale(x) for x in xs]
    lawson = [mp.mpf(1)] * len(xs)
    q_before = [mp.mpf(1)] * len(xs)
    best = None
    for _ in range(iterations):
        columns = degree + 1 + denominator_degree
        matrix, right = mp.matrix(len(xs), columns), mp.matrix(len(xs), 1)
        for i, (x, value) in enumerate(zip(xs, values)):
            weight = mp.sqrt(lawson[i]) / abs(scales[i] * q_before[i])
            for j in range(degree + 1):
                matrix[i, j] = weight * x**j
            for j in range(denominator_degree):
                matrix[i, degree + 1 + j] = -weight * value * x ** (j + 1)
            right[i] = weight * value
        solution = mp.qr_solve(matrix, right)[0]
        p = [mp.mpf(float(solution[j])) for j in range(degree + 1)]
        q = [mp.mpf(1)]
        q += [mp.mpf(float(solution[degree + 1 + j])) for j in range(denominator_degree)]
        p_exact = [solution[j] for j in range(degree + 1)]
        q_exact = [mp.mpf(1)] + [solution[degree + 1 + j] for j in range(denominator_degree)]
        q_before = [mp.polyval(q_exact[::-1], x) for x in xs]
        errors = [abs((mp.polyval(p_exact[::-1], x) / b - v) / s)
                  for x, b, v, s in zip(xs, q_before, values, scales)]
        rounded = max(abs((mp.polyval(p[::-1], x) / mp.polyval(q[::-1], x) - v) / s)
                      for x, v, s in zip(xs, values, scales))
        if best is None or rounded < best[0]:
            best = (rounded, p, q)
        largest = max(errors)
        lawson = [w * (e / largest + mp.mpf("1e-3")) for w, e in zip(lawson, errors)]
        total = sum(lawson)
        lawson = [w * len(xs) / total for w in lawson]
    return best


def show(name, result):
    error, p, q = result
    print(f"{name}: error 2^{float(mp.log(error, 2)):.1f}")
    for label, coefficients in (("P", p), ("Q", q)):
        if len(coefficients) > 1:
            print(f"  {label} " + ", ".join(repr(float(c)) for c in coefficients))


def exp2_tail(degree):
    """2^f = 1 + f * P(f) for |f| <= 1/2, P of the degree less one."""
    xs = [x for x in points(mp.mpf("-0.5"), mp.mpf("0.5"), 121, 1) if abs(x) > 1e-9]
    return fit(lambda f: (2**f - 1) / f, xs, degree - 1, scale=lambda f: 2**f / f)


def exp_tail(degree):
    """e^r = 1 + r + r^2 * P(r) for |r| <= ln(2)/2, P of the degree less two."""
    half = mp.log(2) / 2 * (1 + mp.mpf(2) ** -20)
    xs = [x for x in points(-half, half, 121, 1) if abs(x) > 1e-9]
    return fit(lambda r: (mp.expm1(r) - r) / r**2, xs, degree - 2, scale=lambda r: mp.exp(r) / r**2)


# The root of 1 - Phi(a) - a * phi(a), that is of the derivative of gelu at -a.
GELU_ROOT = mp.findroot(lambda a: mp.ncdf(-a) - a * mp.npdf(a), mp.mpf("0.75"))


def gelu_tail(degree, denominator_degree):
    """(1 - Phi(a) - a * phi(a)) * exp(a^2 / 2) / (root - a) for 0 <= a <= 20."""

    def ratio(a):
        if abs(a - GELU_ROOT) < mp.mpf(10) ** -12:
            a += mp.mpf(10) ** -12
        mills = mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2
        return (mills - a / mp.sqrt(2 * mp.pi)) / (GELU_ROOT - a)

    xs = points(mp.mpf(0), mp.mpf(20), 161, 2)
    return fit(ratio, xs, degree, denominator_degree, scale=ratio)


if __name__ == "__main__":
    show("Exp2 tail, degree 6", exp2_tail(6))
    show("Exp2 tail, degree 11", exp2_tail(11))
    show("Exp tail, degree 12", exp_tail(12))
    print("gelu root:", mp.nstr(GELU_ROOT, 35))
    show("gelu tail, 5 / 5", gelu_tail(5, 5))
