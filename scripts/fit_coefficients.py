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


# The root of 1 + e^-w(a) - a w'(a), w(a) = 2 sqrt(2/pi) (a + 0.044715 a^3): of the derivative of gelu
# by tanh at -a; and the fraction of the exponent of 2 there.
TANH_SCALE = 2 * mp.sqrt(2 / mp.pi)
TANH_CUBE = mp.mpf("0.044715")
TANH_ROOT = mp.findroot(
    lambda a: 1 + mp.exp(-TANH_SCALE * (a + TANH_CUBE * a**3))
    - a * TANH_SCALE * (1 + 3 * TANH_CUBE * a**2), mp.mpf("0.7525"))
TANH_EXPONENT = -TANH_SCALE * (TANH_ROOT + TANH_CUBE * TANH_ROOT**3) / mp.log(2)
TANH_FRACTION = TANH_EXPONENT - mp.nint(TANH_EXPONENT)


def exp2_through_root(degree):
    """2^f for |f| <= 1/2, exactly at TANH_FRACTION: 1 + f (s + (f - TANH_FRACTION) H(f))."""
    slope = (2**TANH_FRACTION - 1) / TANH_FRACTION

    def rest(f):
        return ((2**f - 1) / f - slope) / (f - TANH_FRACTION)

    xs = [x for x in points(mp.mpf("-0.5"), mp.mpf("0.5"), 121, 1)
          if abs(x) > 1e-9 and abs(x - TANH_FRACTION) > 1e-9]
    error, h, _ = fit(rest, xs, degree - 2, scale=lambda f: 2**f / (f * (f - TANH_FRACTION)))
    polynomial = [mp.mpf(1), slope] + [mp.mpf(0)] * (degree - 1)
    for i, coefficient in enumerate(h):
        polynomial[i + 2] += coefficient
        polynomial[i + 1] -= coefficient * TANH_FRACTION
    return error, polynomial, [mp.mpf(1)]


def exp_tail(degree):
    """e^r = 1 + r + r^2 * P(r) for |r| <= ln(2)/2, P of the degree less two."""
    half = mp.log(2) / 2 * (1 + mp.mpf(2) ** -20)
    xs = [x for x in points(-half, half, 121, 1) if abs(x) > 1e-9]
    return fit(lambda r: (mp.expm1(r) - r) / r**2, xs, degree - 2, scale=lambda r: mp.exp(r) / r**2)


# The root of 1 - Phi(a) - a * phi(a), that is of the derivative of gelu at -a.
GELU_ROOT = mp.findroot(lambda a: mp.ncdf(-a) - a * mp.npdf(a), mp.mpf("0.75"))


# e^(-a^2/2) = 2^(-b^2)
B_OVER_A = mp.sqrt(1 / mp.log(2) / 2)


def gelu_tail(degree, denominator_degree):
    """(1 - Phi(a) - a * phi(a)) * exp(a^2 / 2) / (root - a) for 0 <= a <= 20, as a function of b."""

    def ratio(b):
        a = b / B_OVER_A
        if abs(a - GELU_ROOT) < mp.mpf(10) ** -12:
            a += mp.mpf(10) ** -12
        mills = mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2
        return (mills - a / mp.sqrt(2 * mp.pi)) / (GELU_ROOT - a)

    xs = points(mp.mpf(0), 20 * B_OVER_A, 161, 2)
    return fit(ratio, xs, degree, denominator_degree, scale=ratio)


if __name__ == "__main__":
    print("fraction of the exponent at the root of gelu by tanh:", mp.nstr(TANH_FRACTION, 25))
    show("2^f, degree 6", exp2_through_root(6))
    show("e^r, degree 12, the tail", exp_tail(12))
    print("gelu root:", mp.nstr(GELU_ROOT, 35), " b / a:", mp.nstr(B_OVER_A, 25))
    show("gelu tail, 5 / 5", gelu_tail(5, 5))
