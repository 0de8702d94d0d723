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


# The same of 1 + e^-a - a, of the derivative of silu at -a, and of that of mish at -1.19243121.
SILU_ROOT = mp.findroot(lambda a: 1 + mp.exp(-a) - a, mp.mpf("1.2785"))
MISH_ROOT = mp.findroot(
    lambda x: 4 * x + 4 + (4 * x + 6) * mp.exp(x) + 4 * mp.exp(2 * x) + mp.exp(3 * x), mp.mpf("-1.19243"))


def fraction(exponent):
    return exponent - mp.nint(exponent)


def exp2_through_root(degree, root):
    """2^f for |f| <= 1/2, exactly at f = root: 1 + f (s + (f - root) H(f))."""
    slope = (2**root - 1) / root

    def rest(f):
        return ((2**f - 1) / f - slope) / (f - root)

    xs = [x for x in points(mp.mpf("-0.5"), mp.mpf("0.5"), 121, 1)
          if abs(x) > 1e-9 and abs(x - root) > 1e-9]
    error, h, _ = fit(rest, xs, degree - 2, scale=lambda f: 2**f / (f * (f - root)))
    polynomial = [mp.mpf(1), slope] + [mp.mpf(0)] * (degree - 1)
    for i, coefficient in enumerate(h):
        polynomial[i + 2] += coefficient
        polynomial[i + 1] -= coefficient * root
    return error, polynomial, [mp.mpf(1)]


def exp2(degree):
    """2^f for |f| <= 1/2."""
    two_to = lambda f: mp.mpf(2)**f
    return fit(two_to, points(mp.mpf("-0.5"), mp.mpf("0.5"), 150, 1), degree, scale=two_to)


def exp_tail(degree):
    """e^r = 1 + r + r^2 * P(r) for |r| <= ln(2)/2, P of the degree less two."""
    half = mp.log(2) / 2 * (1 + mp.mpf(2) ** -20)
    xs = [x for x in points(-half, half, 121, 1) if abs(x) > 1e-9]
    return fit(lambda r: (mp.expm1(r) - r) / r**2, xs, degree - 2, scale=lambda r: mp.exp(r) / r**2)


def expm1_tail(degree):
    """e^r - 1 = r + r^2 * P(r) for |r| <= ln(2)/2, with the error in units of e^r - 1."""
    half = mp.log(2) / 2 * (1 + mp.mpf(2) ** -20)
    xs = [x for x in points(-half, half, 121, 1) if abs(x) > 1e-9]
    return fit(lambda r: (mp.expm1(r) - r) / r**2, xs, degree, scale=lambda r: mp.expm1(r) / r**2)


def log1p_quotient(degree):
    """log(1 + e) / e for 0 <= e <= 1."""

    def quotient(e):
        return mp.log1p(e) / e if e > mp.mpf(10) ** -20 else mp.mpf(1)

    return fit(quotient, points(mp.mpf(0), mp.mpf(1), 161, 1), degree, scale=quotient)


def artanh_quotient(degree):
    """2 artanh(s) / s as a function of s^2, for 0 <= s <= 1/3."""

    def quotient(z):
        return 2 * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) if z > mp.mpf(10) ** -20 else mp.mpf(2)

    return fit(quotient, points(mp.mpf(0), mp.mpf(1) / 9, 121, 1), degree, scale=quotient)


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


def mills_ratio(degree, denominator_degree):
    """(1 - Phi(a)) * exp(a^2 / 2) for 0 <= a <= 20, as a function of b."""

    def ratio(b):
        a = b / B_OVER_A
        return mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2

    return fit(ratio, points(mp.mpf(0), 20 * B_OVER_A, 161, 2), degree, denominator_degree, scale=ratio)


def atanh_over_s(degree, largest):
    """2 atanh(s) / s for s <= largest, as a function of s^2."""

    def ratio(square):
        s = mp.sqrt(square)
        return 2 * mp.atanh(s) / s if s > 0 else mp.mpf(2)

    return fit(ratio, points(mp.mpf(0), largest**2, 81, 1), degree, scale=ratio)


def erfinv_over_x(degree, denominator_degree):
    """erfinv(x) / x for w = -log(1 - x^2) <= 16, as a function of w."""

    def ratio(w):
        if w < mp.mpf(10) ** -15:
            return mp.sqrt(mp.pi) / 2
        x = mp.sqrt(-mp.expm1(-w))
        if w < 5:
            return mp.erfinv(x) / x
        y, rest = mp.sqrt(w), mp.exp(-w) / (1 + x)
        for _ in range(60):
            y += (mp.erfc(y) - rest) * mp.sqrt(mp.pi) / 2 * mp.exp(y * y)
        return y / x

    xs = points(mp.mpf(0), mp.mpf(16), 141, 1)
    return fit(ratio, xs, degree, denominator_degree, scale=ratio, iterations=30)


QUARTER = (mp.pi / 4 * (1 + mp.mpf(2) ** -20)) ** 2


def sin_tail(degree):
    """(sin(r) - r) / r^3 for |r| <= pi / 4, as a function of r^2."""

    def tail(s):
        r = mp.sqrt(s)
        return (mp.sin(r) - r) / r**3 if r > mp.mpf(10) ** -12 else mp.mpf(-1) / 6

    return fit(tail, points(mp.mpf(0), QUARTER, 121, 1), degree,
               scale=lambda s: mp.sin(mp.sqrt(s)) / mp.sqrt(s) ** 3 if s > 0 else mp.mpf(10) ** 30)


def cos_tail(degree):
    """(cos(r) - 1 + r^2 / 2) / r^4 for |r| <= pi / 4, as a function of r^2."""

    def tail(s):
        return (mp.cos(mp.sqrt(s)) - 1 + s / 2) / s**2 if s > mp.mpf(10) ** -14 else mp.mpf(1) / 24

    return fit(tail, points(mp.mpf(0), QUARTER, 121, 1), degree,
               scale=lambda s: mp.cos(mp.sqrt(s)) / s**2 if s > 0 else mp.mpf(10) ** 30)


def atanh_tail(degree):
    """(2 atanh(s) - 2 s) / s^3 for s <= 0.1716, as a function of s^2, with the error in units of 2 atanh(s)."""
    largest = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * (1 + mp.mpf(2) ** -20)

    def tail(z):
        s = mp.sqrt(z)
        return 2 * (mp.atanh(s) - s) / s**3 if s > mp.mpf(10) ** -12 else mp.mpf(2) / 3

    return fit(tail, points(mp.mpf(0), largest**2, 121, 1), degree,
               scale=lambda z: 2 * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) ** 3 if z > 0 else mp.mpf(10) ** 30)


def erf_tail(degree):
    """erf(x) / x - 1 for |x| <= 0.9, as a function of x^2, with the error in units of erf(x) / x."""

    def tail(square):
        x = mp.sqrt(square)
        return mp.erf(x) / x - 1 if x > mp.mpf(10) ** -20 else 2 / mp.sqrt(mp.pi) - 1

    return fit(tail, points(mp.mpf(0), mp.mpf("0.8101"), 141, 1), degree, scale=lambda square: tail(square) + 1)


def erf_center(near):
    """The first double from `near` on whose erf is one to 2^-62."""
    center = near
    while abs(float(mp.erf(center)) / mp.erf(mp.mpf(center)) - 1) > mp.mpf(2) ** -62:
        center += 2.0**-52
    return center


def erf_beside(center, degree):
    """(erf(x) - erf(center)) / (x - center) for 0.9 <= x <= 1.5, as a function of x - center."""
    at_center = mp.mpf(float(mp.erf(center)))
    xs = [x - center for x in points(mp.mpf("0.899"), mp.mpf("1.501"), 141, 1)]
    return fit(lambda v: (mp.erf(center + v) - at_center) / v, xs, degree, scale=lambda v: 1 / v)


def erfc_ratio(degree, denominator_degree):
    """erfc(a) e^(a^2) for 1.5 <= a <= 6, as a function of a, with the error of erfc(a) in units of 1."""
    xs = points(mp.mpf("1.499"), mp.mpf("6.01"), 181, 1)
    return fit(lambda a: mp.erfc(a) * mp.exp(a * a), xs, degree, denominator_degree,
               scale=lambda a: min(mp.exp(a * a), mp.mpf(2) ** 36))


def inverse_quotient(function, first, high, degree):
    """(function(t) / t - 1) / t^2 for t^2 = z <= high, with the error of the function in units of t."""
    def quotient(z):
        t = mp.sqrt(z)
        return first if z < mp.mpf(10) ** -12 else (function(t) / t - 1) / z
    return fit(quotient, points(mp.mpf(0), mp.mpf(high), 60, 1), degree,
               scale=lambda z: 1 / (z + mp.mpf("1e-3")), iterations=15)


def erfc_series(degree, low="-1", k="3.75", largest="27.6"):
    """(1 + 2 a) erfc(a) e^(a^2) as a polynomial in t - middle, t = (a - k) / (a + k), from the first terms
    of Chebyshev's series. What double leaves of the constant one is printed, too."""
    mp.mp.dps = 60
    k, low = mp.mpf(k), mp.mpf(low)
    high = (mp.mpf(largest) - k) / (mp.mpf(largest) + k)
    middle, half, count = mp.mpf(float((low + high) / 2)), (high - low) / 2, 80
    angles = [mp.pi * (j + mp.mpf(1) / 2) / count for j in range(count)]
    values = []
    for angle in angles:
        t = middle + half * mp.cos(angle)
        a = k * (1 + t) / (1 - t)
        values.append((1 + 2 * a) * mp.exp(a * a) * mp.erfc(a))
    terms = [2 * sum(v * mp.cos(n * angle) for v, angle in zip(values, angles)) / count
             for n in range(degree + 1)]
    terms[0] /= 2
    before, now, power = [mp.mpf(1)], [mp.mpf(0), mp.mpf(1)], [mp.mpf(0)] * (degree + 1)
    for n, term in enumerate(terms):
        for i, c in enumerate(before):
            power[i] += term * c
        after = [mp.mpf(0)] + [2 * c for c in now]
        before, now = now, [c - (before[i] if i < len(before) else 0) for i, c in enumerate(after)]
    power = [c / half**i for i, c in enumerate(power)]
    print("erfc(a) (1 + 2 a) e^(a^2): middle", repr(float(middle)), "left of the first",
          repr(float(power[0] - mp.mpf(float(power[0])))), [float(c) for c in power])


if __name__ == "__main__":
    print("fraction of the exponent at the root of gelu by tanh:", mp.nstr(TANH_FRACTION, 25))
    show("2^f, degree 6", exp2_through_root(6, TANH_FRACTION))
    show("2^f for silu', degree 6", exp2_through_root(6, fraction(-SILU_ROOT / mp.log(2))))
    show("2^f for mish', degree 6", exp2_through_root(6, fraction(MISH_ROOT / mp.log(2))))
    show("2^f, degree 9", exp2(9))
    show("e^r, degree 12, the tail", exp_tail(12))
    show("e^r - 1, degree 7, the tail", expm1_tail(5))
    show("log(1 + e) / e", log1p_quotient(11))
    print("gelu root:", mp.nstr(GELU_ROOT, 35), " b / a:", mp.nstr(B_OVER_A, 25))
    show("gelu tail, 5 / 5", gelu_tail(5, 5))
    show("2 atanh(s) / s up to 1/3, degree 5", atanh_over_s(5, mp.mpf(1) / 3))
    show("2 atanh(s) / s up to 1/3, degree 9", artanh_quotient(9))
    limit = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * (1 + mp.mpf(2) ** -20)
    show("2 atanh(s) / s up to 0.172, degree 4", atanh_over_s(4, limit))
    show("erfinv(x) / x, 6 / 6", erfinv_over_x(6, 6))
    show("1 - Phi, 5 / 6 (of which P(0) is set to 1/2)", mills_ratio(5, 6))
    show("sin r, degree 13, the tail", sin_tail(5))
    show("cos r, degree 14, the tail", cos_tail(5))
    show("2 atanh(s), degree 15, the tail", atanh_tail(6))
    show("erf(x) / x - 1, degree 12", erf_tail(12))
    center = erf_center(1.2)
    print("center:", repr(center), " its erf:", repr(float(mp.erf(center))))
    show("erf beside it, degree 15", erf_beside(center, 14))
    show("erfc(a) e^(a^2), 6 / 6", erfc_ratio(6, 6))
    show("atan(t) / t, degree 11", inverse_quotient(mp.atan, -mp.mpf(1) / 3, "0.17158", 10))
    show("asin(t) / t, degree 13", inverse_quotient(mp.asin, mp.mpf(1) / 6, "0.25", 12))
    erfc_series(24)
