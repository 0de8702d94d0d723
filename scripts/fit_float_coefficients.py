#!/usr/bin/env python3
"""Prints the coefficients of the formulas in float with low parts.

Needs mpmath and numpy (pip install mpmath numpy). Functions are computed with mpmath, at the nodes of a
Chebyshev interpolant where they take long. Polynomials minimise the largest error by reweighted least
squares (Lawson's algorithm); their coefficients are rounded to float one after the other, from the lowest
on, and the others fitted again each time. Errors are printed as powers of two. With other versions of
numpy last digits may differ.
"""

import mpmath as mp
import numpy as np

mp.mp.dps = 40
SHIFT = 12582912  # FloatLayout<float>::kIntegerShift
# Such that SCALE 2^(k/8) are floats to 2^-28.4: scales() finds it times 2^(3/4).
SCALE = 0.6467591542750597


def to_float(x):
    return float(np.float32(x))


def nodes(low, high, count):
    return (low + high) / 2 + (high - low) / 2 * np.cos(np.pi * (np.arange(count) + 0.5) / count)


def interpolant(function, low, high, count):
    xs = nodes(low, high, count)
    values = [float(function(mp.mpf(float(x)))) for x in xs]
    return np.polynomial.chebyshev.Chebyshev.fit(xs, values, count - 1, domain=[low, high])


def lawson(columns, values, iterations=60):
    weights, best = np.ones(len(values)), None
    for _ in range(iterations):
        root = np.sqrt(weights)
        solution = np.linalg.lstsq(columns * root[:, None], values * root, rcond=None)[0]
        errors = np.abs(columns @ solution - values)
        if best is None or errors.max() < best[0]:
            best = (errors.max(), solution)
        weights *= errors / errors.max() + 1e-3
        weights /= weights.mean()
    return best[1]


def polynomial(x, values, degree, weights=1.0):
    """Float coefficients of x^0 to x^degree, and the largest error times its weight."""
    fixed, unit = [], np.abs(x).max()
    for k in range(degree + 1):
        rest = values - sum(c * x**i for i, c in enumerate(fixed))
        columns = np.stack([(x / unit) ** i for i in range(k, degree + 1)], 1)
        fixed.append(to_float(lawson((columns.T * weights).T, rest * weights)[0] / unit**k))
    return fixed, np.abs((sum(c * x**i for i, c in enumerate(fixed)) - values) * weights).max()


def show(name, values):
    print(f"  {name} " + ", ".join(repr(v) for v in values))


def scales(steps, tolerance):
    """The numbers in [1, 2^(1/steps)) whose products with 2^(k/steps) are all floats to the tolerance."""
    first = np.float32(1).view(np.uint32)
    count = int((2 ** (1 / steps) - 1) * 2**23) + 2
    floats = np.arange(first, first + count, dtype=np.uint32).view(np.float32).astype(np.float64)
    found = []
    for part in range(-20, 21):  # of a unit in the last place, as the smallest entry need not be a float
        scale = floats + part / 256 * 2**-23
        worst = np.zeros(count)
        for k in range(steps):
            entry = scale * 2 ** (k / steps)
            worst = np.maximum(worst, np.abs(entry.astype(np.float32) / entry - 1))
        found += [(worst[i], float(scale[i])) for i in np.where(worst < tolerance)[0]]
    return sorted(found)


def exp2_rest(steps, degree, largest, relative):
    """P of e = 2^(r / steps) - 1 = r P(r)."""
    r = nodes(-largest, largest, 240)
    exact = np.expm1(r * np.log(2) / steps)
    coefficients, _ = polynomial(r, exact / r, degree - 1, 1 if relative else r)
    error = np.abs(sum(c * r**i for i, c in enumerate(coefficients)) * r - exact).max()
    print(f"2^(r/{steps}) - 1, degree {degree}, |r| <= {largest}: error 2^{np.log2(error):.1f}")
    show("P", coefficients)


def intervals(target, ends, degree, slack, count, from_zero=False):
    """l as polynomials in v - center: target less a whole number. from_zero: the last center is 0, where l is 0."""
    centers, shifts, columns = [], [], []
    for low, high in zip(ends, ends[1:]):
        # In which interval a v next to an end is depends on rounding.
        low, high = low - (1e-3 if low == ends[0] else slack), high + slack
        center = to_float((low + high) / 2)
        v = nodes(low, high, count)
        values = target(v)
        whole = np.round((values.max() + values.min()) / 2)
        if from_zero and high == ends[-1] + slack:
            v = nodes(low, 0, count)
            values, center, whole = target(v), 0.0, 0
            coefficients, error = polynomial(v, values / v, degree - 1, v)
            coefficients = [0.0, *coefficients]
        else:
            coefficients, error = polynomial(v - center, values - whole, degree)
        print(f"  [{low:.3f}, {high:.3f}]: error 2^{np.log2(error * np.log(2) / 8):.1f}, "
              f"l in [{(values - whole).min():.2f}, {(values - whole).max():.2f}]")
        centers.append(center)
        shifts.append(int(SHIFT + whole))
        columns.append(coefficients)
    show("kCenters", centers)
    show("kShifts", shifts)
    for k in range(degree + 1):
        show(f"kL[{k}]", [c[k] for c in columns])


ERF_ROOT = mp.findroot(lambda a: mp.ncdf(-a) - a * mp.npdf(a), mp.mpf("0.75"))
SLOPE = 2 * mp.sqrt(2 / mp.pi)  # w(a) = SLOPE (a + CUBE a^3)
CUBE = mp.mpf("0.044715")


def tanh_numerator(a):
    return 1 + mp.exp(-SLOPE * (a + CUBE * a**3)) - a * SLOPE * (1 + 3 * CUBE * a * a)


TANH_ROOT = mp.findroot(tanh_numerator, mp.mpf("0.7525"))


def eighths_of_erf(v):
    """8 log2 of h(v) e^(v^2/2) / (root + v)."""
    a = -v
    if abs(a - ERF_ROOT) < mp.mpf(10) ** -12:
        a += mp.mpf(10) ** -12
    mills = mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2
    return 8 * mp.log((mills - a / mp.sqrt(2 * mp.pi)) / (ERF_ROOT - a), 2)


def eighths_of_tanh(v):
    """8 log2 of h(v) e^w(-v) / (root + v)."""
    a = -v
    if abs(a - TANH_ROOT) < mp.mpf(10) ** -12:
        a += mp.mpf(10) ** -12
    e = mp.exp(-SLOPE * (a + CUBE * a**3))
    return 8 * mp.log(tanh_numerator(a) / ((1 + e) ** 2 * (TANH_ROOT - a)), 2)


def eighths_of_normal(v):
    """8 log2 of 2 Phi(v) e^(v^2/2)."""
    return 8 * mp.log(mp.exp(v * v / 2) * mp.erfc(-v / mp.sqrt(2)), 2)


def softplus_forward():
    # log(1 + e^v) = e^v 2^(l / 8)
    a, b = to_float(0.173975), to_float(2.719247)  # the interval is (a v + b)^2, rounded
    ends = [-18.0] + [(np.sqrt(k - 0.5) - b) / a for k in range(1, 8)] + [0.0]
    rest = interpolant(lambda v: 8 * mp.log(mp.log1p(mp.exp(v)) / mp.exp(v), 2), -19.5, 0.5, 64)
    print("softplus, forward: interval", a, b)
    intervals(lambda v: rest(v) - 8 * np.log2(SCALE), ends, 6, 2e-3, 240)


def gelu_none_forward():
    # Phi(v) = 2^((v (k1 + k2 v) + l) / 8): chosen so that the largest |l| is least
    k1, k2 = 7.0625, to_float(-5.35625)
    a, b = to_float(0.23629), to_float(2.9029)  # the interval is (a v + b)^2 - 1, rounded
    ends = [-8.75] + [(np.sqrt(k + 0.5) - b) / a for k in range(1, 8)] + [0.0]
    rest = interpolant(eighths_of_normal, -9.5, 0.6, 70)
    print("gelu none, forward: of 2 Phi; interval", a, b)
    intervals(lambda v: rest(v) - k1 * v - (k2 + 4 / np.log(2)) * v * v, ends, 5, 1e-3, 240, from_zero=True)
    powers = [to_float(2 ** (k / 8)) for k in range(8)]
    show("rests", [to_float(mp.mpf(2) ** (mp.mpf(k) / 8) / p - 1) for k, p in enumerate(powers)])


def gelu_none():
    steps = 5.770780086517334  # of v^2; a float near 4 / ln(2)
    a, b = to_float(0.30121364), to_float(2.66330913)  # the interval is (a v + b)^2, rounded
    ends = [-8.75] + [(np.sqrt(k - 0.5) - b) / a for k in range(1, 8)] + [0.25]
    rest = interpolant(eighths_of_erf, -9.5, 0.6, 70)
    print("gelu none: root", mp.nstr(ERF_ROOT * 2**24, 20), "2^-24; interval", a, b)
    intervals(lambda v: rest(v) - 8 * np.log2(SCALE) + (steps - 4 / np.log(2)) * v * v, ends, 5, 1e-3, 200)


def gelu_tanh():
    # v (k1 + k2 v + k3 v^2): chosen so that the largest |l| is least
    k1, k2, k3 = 5.484375, -2.080078125, to_float(0.6905802488327026)
    a, b = to_float(1.4301159853726082), to_float(0.06159263041279722)  # 7 + a v + b v^2, rounded
    ends = [-8.0] + [(-a + np.sqrt(a * a - 4 * b * (7.5 - k))) / (2 * b) for k in range(1, 8)] + [0.25]
    rest = interpolant(eighths_of_tanh, -10.5, 0.5, 110)
    slope = 8 / np.log(2) * float(SLOPE)
    print("gelu tanh: root", mp.nstr(TANH_ROOT * 2**24, 20), "2^-24; interval", a, b)
    intervals(lambda v: rest(v) - 8 * np.log2(SCALE) + (slope - k1) * v - k2 * v**2
              + (slope * float(CUBE) - k3) * v**3, ends, 6, 2e-3, 240)


def values_of(function, x):
    return np.array([float(function(mp.mpf(float(each)))) for each in x])


def expm1():
    """Q of e^r - 1 = r + r^2 Q(r)."""
    r = nodes(-0.5 * np.log(2) * 1.002, 0.5 * np.log(2) * 1.002, 400)
    exact = values_of(lambda x: (mp.expm1(x) - x) / x**2, r)
    for degree in (4, 5):
        coefficients, error = polynomial(r, exact, degree, np.abs(r**2 / np.expm1(r)))
        print(f"expm1, degree {degree}: error 2^{np.log2(error):.1f}")
        show("Q", coefficients)


def center_of(function, low, high):
    """The float nearest to the middle of which the function is a float to 2^-32."""
    up = down = np.float32((low + high) / 2)
    while True:
        for center in (up, down):
            exact = function(mp.mpf(float(center)))
            if abs(to_float(float(exact)) / exact - 1) < mp.mpf(2) ** -32:
                return float(center)
        up, down = np.nextafter(up, np.float32(100)), np.nextafter(down, np.float32(0))


def show_pieces(centers, columns, scale=1):
    """Centers, values there, and rows of a table for PiecewiseHorner."""
    show("kCenters", centers)
    for k in range(len(columns[0])):
        show(f"kC[{k - 1}]" if k > 0 else "kC0", [scale * c[k] for c in columns])


def rising(name, function, a, b, top, beside_zero):
    """An odd function that rises to 1: interval 7 - (a - b x)^2, rounded."""
    ends = [0] + [(a - np.sqrt(7.5 - k)) / b for k in range(1, 8)] + [top]
    print(f"{name}: interval", a, b)
    centers, columns = [], []
    for low, high in zip(ends, ends[1:]):
        x = nodes(max(low - 1e-3, 1e-9), high + 1e-3, 300)
        weights = 1 / values_of(function, x)
        if low == 0:
            coefficients, error = beside_zero(x, weights)
            center = 0.0
        else:
            center = center_of(function, low - 1e-3, high + 1e-3)
            first = to_float(float(function(mp.mpf(center))))
            v = x - center
            exact = values_of(lambda t: function(t) - first, x) / v
            coefficients, error = polynomial(v, exact, 6, np.abs(v) * weights)
            coefficients = [first] + coefficients
        print(f"  [{low:.3f}, {high:.3f}]: error 2^{np.log2(error):.1f}")
        centers.append(center)
        columns.append(coefficients)
    show_pieces(centers, columns)


def tanh():
    def beside_zero(x, weights):  # x + x^2 P(x)
        exact = values_of(lambda t: (mp.tanh(t) - t) / t**2, x)
        coefficients, error = polynomial(x, exact, 5, x**2 * weights)
        return [0.0, 0.0] + coefficients, error

    # such that the errors of all eight intervals are alike
    rising("tanh", mp.tanh, to_float(2.645), to_float(0.332), 9.02, beside_zero)


def short(value):
    """The nearest number of at most 18 bits, none below 2^-15."""
    bits = min(17 - int(mp.floor(mp.log(abs(value), 2))), 15)
    return round(float(value) * 2**bits) / 2**bits


def short_near(function, x):
    """A float near x, and a number of at most 18 bits, none below 2^-15, that the function is there, to 2^-30."""
    for j in sorted(range(-3000, 3000), key=abs):
        near = mp.mpf(x + j * 2.0**-14)
        value = function(near)
        nearest = short(value)
        center = to_float(near - (value - nearest) / mp.diff(function, near))
        if abs(function(mp.mpf(center)) / nearest - 1) < mp.mpf(2) ** -30:
            return center, nearest
    raise ValueError(x)


def slope_intervals(h, root, ends, degree, last_center=None):
    """h as h(center) + w (c1 + c2 w + w^2 s(w)). Without last_center it is the end, from where on h is whole."""
    columns = []
    for i, (low, high) in enumerate(zip(ends, ends[1:])):
        low, high = low - 2e-5, high + 2e-5
        if low < root < high:
            center, c0 = to_float(root), 0.0
        elif last_center is None and i == len(ends) - 2:
            center, c0 = to_float(ends[-1]), float(round(h(mp.mpf(ends[-1]))))
        else:
            # What is within twice a short number is an exact sum with it, and so is what is a little smaller.
            least = min(abs(h(mp.mpf(low))), abs(h(mp.mpf(high))))
            most = 1.9 * least if last_center else least + 1.98 * 2 ** mp.floor(mp.log(least, 2))
            tried = [low + f * (high - low) for f in np.linspace(0.02, 0.98, 97)]
            tried = [c for c in tried if abs(h(mp.mpf(c))) < most]
            middle = min(tried, key=lambda c: abs(c - (low + high) / 2))
            middle = round(middle * 64) / 64
            if last_center:
                center, c0 = short_near(h, last_center if i == 7 else middle)
            else:  # so that w is exact
                center, c0 = middle, short(h(mp.mpf(middle)))
        at_center = h(mp.mpf(center))
        c0_low = to_float(at_center - c0) if c0 == 0 or last_center is None else 0.0
        w = nodes(low, high, 90) - center
        exact = values_of(lambda x: h(mp.mpf(center) + x), w)
        rise = mp.diff(h, mp.mpf(center))
        c1 = to_float(rise)
        c1_low = 0.0 if c0 != 0 or last_center else to_float(rise - c1)
        rest = values_of(lambda x: ((h(mp.mpf(center) + x) - at_center) / x - c1 - c1_low) / x, w)
        c2, error = polynomial(w, rest, degree - 2, w**2 / np.abs(exact))
        print(f"  [{low:.3f}, {high:.3f}]: error 2^{np.log2(error):.1f}")
        columns.append([center, c0, c0_low, c1, c1_low, *c2])
    names = ["kCenters", "kC0", "kC0Low", "kC1", "kC1Low", "kC2"] + [f"kS[{k}]" for k in range(degree - 2)]
    for name, values in zip(names, zip(*columns)):
        show(name, values)


def cubic_ends(low, c, high):
    """The ends of 16 intervals: where c[0] + c[1] x + c[2] x^2 + c[3] x^3 is half way between whole numbers."""
    x = np.linspace(low, high, 2000001)
    y = c[0] + x * (c[1] + x * (c[2] + x * c[3]))
    return [low, *np.interp(np.arange(15) + 0.5, y, x), high]


def mish_factor(x):
    n = mp.exp(x) * (mp.exp(x) + 2)
    return n / (n + 2)


def mish_slope(x):
    e = mp.exp(x)
    n = e * (e + 2)
    return n / (n + 2) + 4 * x * e * (e + 1) / (n + 2) ** 2


def mish():
    # tanh(log(1 + e^x)); a center is where it is a float to 2^-32, the last one where it is 1 from there on
    map = [to_float(c) for c in (9, 1.12, -0.0186318243, -0.00287953055)]
    ends = cubic_ends(-8.75, map, 9.4)
    print("mish: interval", map)
    centers, columns = [], []
    for low, high in zip(ends, ends[1:]):
        low, high = low - 2e-5, high + 2e-5
        x = nodes(low, high, 300)
        weights = 1 / values_of(mish_factor, x)
        if high > 9.4:
            center = to_float(9.4)
        else:  # so that its value differs from those at both ends by as much of them
            least, most = mish_factor(mp.mpf(low)), mish_factor(mp.mpf(high))
            middle = mp.findroot(lambda t: mish_factor(t) - 2 * least * most / (least + most), (low + high) / 2)
            if -1 < middle < 0:  # below 1/2, v - center is exact, or its rounding does not count
                middle = max(middle, high - 0.495)
            center = center_of(mish_factor, float(middle), float(middle))
        first = to_float(float(mish_factor(mp.mpf(center))))
        v = x - center
        exact = values_of(lambda t: mish_factor(t) - first, x) / v
        coefficients, error = polynomial(v, exact, 6, np.abs(v) * weights)
        print(f"  [{low:.3f}, {high:.3f}]: error 2^{np.log2(error):.1f}")
        centers.append(center)
        columns.append([first] + coefficients)
    show_pieces(centers, columns, scale=256)


def mish_backward():
    # 2^8 of the slope
    map = [to_float(c) for c in (7, 0.99, 0.000347745419, -0.00183476874)]
    ends = cubic_ends(-8.9, map, 11)
    root = mp.findroot(mish_slope, mp.mpf("-1.19243"))
    print("mish, gradient: interval", map)
    slope_intervals(lambda x: 256 * mish_slope(x), root, ends, 9)


def silu_backward():
    # 2^8 of the tail; the interval is (a t + b)^2 - 2, rounded
    a, b = to_float(0.2085), to_float(np.sqrt(9.5) * (1 - 2e-7))
    ends = [(np.sqrt(k + 1.5) - b) / a for k in range(8)] + [0.0]
    root = mp.findroot(lambda t: 1 + t + mp.exp(t), mp.mpf("-1.2785"))
    print("silu, gradient: interval", a, b)
    slope_intervals(lambda t: 256 * mp.exp(t) * (1 + t + mp.exp(t)) / (1 + mp.exp(t)) ** 2, root, ends, 8, -0.3203125)


def exp():
    """Q of e^r = 1 + r + r^2 Q(r)."""
    r = nodes(-0.5 * np.log(2) * 1.002, 0.5 * np.log(2) * 1.002, 400)
    exact = values_of(lambda x: (mp.expm1(x) - x) / x**2, r)
    coefficients, error = polynomial(r, exact, 4, r**2 / np.exp(r))
    print(f"exp, degree 6: error 2^{np.log2(error):.1f}")
    show("Q", coefficients)


def log():
    """Q of log(1 + f) = f + f^2 Q(f), sqrt(1/2) <= 1 + f <= sqrt(2)."""
    f = nodes(np.sqrt(0.5) - 1.0001, np.sqrt(2) - 0.9999, 500)
    exact = values_of(lambda x: (mp.log1p(x) - x) / x**2, f)
    for degree in (7, 8):
        coefficients, error = polynomial(f, exact, degree, np.abs(f**2 / np.log1p(f)))
        print(f"log, degree {degree}: error 2^{np.log2(error):.1f}")
        show("Q", coefficients)


def sin_and_cos():
    """S of sin(r) = r + r^3 S(r^2) and C of cos(r) = 1 - r^2 / 2 + r^4 C(r^2), |r| <= pi / 4."""
    r = nodes(1e-4, np.pi / 4 * 1.001, 300)
    sin = values_of(lambda x: (mp.sin(x) - x) / x**3, r)
    cos = values_of(lambda x: (mp.cos(x) - 1 + x**2 / 2) / x**4, r)
    for name, exact, weights in (("S", sin, r**3 / np.sin(r)), ("C", cos, r**4 / np.cos(r))):
        coefficients, error = polynomial(r**2, exact, 2, weights)
        print(f"{name}, degree 2: error 2^{np.log2(error):.1f}")
        show(name, coefficients)


def erf():
    def beside_zero(x, weights):  # x + x P(x)
        exact = values_of(lambda t: (mp.erf(t) - t) / t, x)
        coefficients, error = polynomial(x, exact, 6, x * weights)
        return [0.0] + coefficients, error

    # such that the first interval has what needs the most digits
    rising("erf", mp.erf, to_float(2.735), to_float(0.698), 3.9192, beside_zero)


if __name__ == "__main__":
    for steps, tolerance in ((4, 2**-30.05), (8, 2**-28.2)):
        print(f"scales of 2^(k/{steps}):", ", ".join(f"{s!r} to 2^{np.log2(e):.1f}" for e, s in scales(steps, tolerance)))
    exp2_rest(4, 4, 0.505, relative=False)  # the gradient of softplus
    exp2_rest(8, 4, 0.505, relative=False)  # mish
    exp2_rest(8, 5, 1.15, relative=True)  # gelu's gradients
    exp2_rest(8, 5, 1.5, relative=True)  # gelu
    exp2_rest(8, 5, 1.75, relative=True)  # softplus, last digits aside
    softplus_forward()
    gelu_none_forward()
    gelu_none()
    gelu_tanh()
    expm1()
    tanh()
    silu_backward()
    mish()
    mish_backward()
    exp()
    log()
    sin_and_cos()
    erf()
