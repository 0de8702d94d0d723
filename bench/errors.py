"""Errors of results in ULP, against the definitions in double."""

import math

import torch

FORMATS = {"float": (23, -126), "bfloat16": (7, -126), "float16": (10, -14)}  # fraction bits, least exponent


def gelu_none(g, x, _):
    return g * (torch.special.erfc(-x / math.sqrt(2)) / 2 + x * torch.exp(-x * x / 2) / math.sqrt(2 * math.pi))


def gelu_tanh(g, x, _):
    """(1 + tanh u) / 2 = sigmoid(2 u), which is as exact where it is small."""
    k, cubic = 2 * math.sqrt(2 / math.pi), 0.044715
    u = k * (x + cubic * x**3)
    step = torch.sigmoid(u)
    return g * (step + x * step * torch.sigmoid(-u) * k * (1 + 3 * cubic * x * x))


def mish_backward(g, x, _):
    t, s = torch.tanh(torch.log1p(torch.exp(x))), torch.sigmoid(x)
    return g * (t + x * s * (1 - t * t))


def logit(_, x, __):
    """2 x - 1 is exact, and so near 1/2 the logarithm loses nothing."""
    return torch.log1p((2 * x - 1) / (1 - x))


def silu_backward(g, x, _):
    return g * (torch.sigmoid(x) * (1 + x * torch.sigmoid(-x)))


SELU_ALPHA, SELU_SCALE = 1.6732632423543772848, 1.0507009873554804935
# The floats of leaky relu's negativeSlope and of threshold's.
SLOPE, THRESHOLD = (torch.tensor(number, dtype=torch.float32).double() for number in (0.01, 0.1))

# Functions of gradOutput, self and the weight, in double; scalars are those of cases.cc.
DEFINITIONS = {
    "erfinv forward": lambda _, x, __: torch.special.erfinv(x),
    "gelu none forward": lambda _, x, __: x * torch.special.erfc(-x / math.sqrt(2)) / 2,
    "gelu tanh forward": lambda _, x, __: x * torch.sigmoid(2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)),
    "log sigmoid": lambda g, x, _: g * torch.sigmoid(-x),
    "log sigmoid forward": lambda _, x, __: x.clamp(max=0) - torch.log1p(torch.exp(-x.abs())),
    "logit forward": logit,
    "mish": mish_backward,
    "mish forward": lambda _, x, __: x * torch.tanh(torch.log1p(torch.exp(x))),
    "silu": silu_backward,
    "silu forward": lambda _, x, __: x * torch.sigmoid(x),
    "sigmoid": lambda g, y, _: g * (y * (1 - y)),
    "sigmoid forward": lambda _, x, __: torch.sigmoid(x),
    "relu forward": lambda _, x, __: x.clamp(min=0),
    "leaky relu": lambda g, x, _: torch.where(x > 0, g, SLOPE * g),
    "leaky relu forward": lambda _, x, __: torch.where(x > 0, x, SLOPE * x),
    "threshold": lambda g, x, _: torch.where(x > 0, g, 0.0),
    "threshold forward": lambda _, x, __: torch.where(x > THRESHOLD, x, 20.0),
    "prelu forward": lambda _, x, w: torch.where(x > 0, x, w * x),
    "hardtanh forward": lambda _, x, __: x.clamp(-1, 1),
    "hardsigmoid": lambda g, x, _: torch.where(x.abs() < 3, g / 6, 0.0),
    "hardsigmoid forward": lambda _, x, __: ((x + 3) / 6).clamp(0, 1),
    "hardswish": lambda g, x, _: g * torch.where(x.abs() < 3, (2 * x + 3) / 6, (x > 0).double()),
    "hardswish forward": lambda _, x, __: x * ((x + 3) / 6).clamp(0, 1),
    "hardshrink": lambda g, x, _: torch.where(x.abs() > 0.5, g, 0.0),
    "hardshrink forward": lambda _, x, __: torch.where(x.abs() > 0.5, x, 0.0),
    "softshrink": lambda g, x, _: torch.where(x.abs() > 0.5, g, 0.0),
    "softshrink forward": lambda _, x, __: x.sign() * (x.abs() - 0.5).clamp(min=0),
    "tanh": lambda g, y, _: g * (1 - y * y),
    "tanh forward": lambda _, x, __: torch.tanh(x),
    "elu": lambda g, x, _: g * torch.where(x > 0, 1.0, torch.exp(x)),
    "elu forward": lambda g, x, _: torch.where(x > 0, x, torch.expm1(x)),
    "celu forward": lambda g, x, _: torch.where(x > 0, x, torch.expm1(x)),
    "target of entropy": lambda g, x, _: -g * x,
    "target of weighted entropy": lambda g, x, w: g * w * ((w - 1) * torch.log1p(torch.exp(-x.abs())) - torch.where(x >= 0, x, w * x)),
    "selu": lambda g, y, _: g * torch.where(y > 0, SELU_SCALE, y + SELU_SCALE * SELU_ALPHA),
    "selu forward": lambda g, x, _: SELU_SCALE * torch.where(x > 0, x, SELU_ALPHA * torch.expm1(x)),
    "softplus forward": lambda g, x, _: x.clamp(min=0) + torch.log1p(torch.exp(-x.abs())),
    "hardtanh": lambda g, x, _: torch.where((x > -1) & (x < 1), g, 0.0),
    "softplus": lambda g, x, _: g * torch.sigmoid(x),
    "prelu": lambda g, x, w: torch.where(x > 0, g, w * g),
    "gelu none": gelu_none,
    "gelu tanh": gelu_tanh,
    "logit": lambda g, x, _: g / (x * (1 - x)),
    "squared relu forward": lambda _, x, __: x.clamp(min=0) ** 2,
    "abs forward": lambda _, x, __: torch.abs(x),
    "cos forward": lambda _, x, __: torch.cos(x),
    "erf forward": lambda _, x, __: torch.erf(x),
    "exp forward": lambda _, x, __: torch.exp(x),
    "log forward": lambda _, x, __: torch.log(x),
    "neg forward": lambda _, x, __: torch.neg(x),
    "reciprocal forward": lambda _, x, __: torch.reciprocal(x),
    "rsqrt forward": lambda _, x, __: 1 / torch.sqrt(x),
    "sign forward": lambda _, x, __: torch.sign(x),
    "sin forward": lambda _, x, __: torch.sin(x),
    "sqrt forward": lambda _, x, __: torch.sqrt(x),
    "add forward": lambda a, b, _: a + b,
    "adds forward": lambda _, x, __: x + 0.5,
    "sub forward": lambda a, b, _: a - b,
    "subs forward": lambda _, x, __: x - 0.5,
    "mul forward": lambda a, b, _: a * b,
    "muls forward": lambda _, x, __: x * 0.75,
    "div forward": lambda a, b, _: a / b,
    "divs forward": lambda _, x, __: x / 3,
    "addcmul forward": lambda a, b, c: a + 0.5 * b * c,
    "addcdiv forward": lambda a, b, c: a + 0.5 * (b / c),
    "lerp forward": lambda a, b, _: a + 0.25 * (b - a),
    "maximum forward": lambda a, b, _: torch.maximum(a, b),
    "minimum forward": lambda a, b, _: torch.minimum(a, b),
    "add relu forward": lambda a, b, _: (a + b).clamp(min=0),
    "heaviside forward": lambda x, values, _: torch.where(x == 0, values, (x > 0).double()),
    "hardswish v2": lambda g, x, _: g * torch.where(x.abs() < 3, (2 * x + 3) / 6, (x > 0).double()),
    "shrink forward": lambda _, x, __: x.sign() * (x.abs() - 0.5).clamp(min=0),
    "log sigmoid with buffer forward": lambda _, x, __: x.clamp(max=0) - torch.log1p(torch.exp(-x.abs())),
    "swish forward": lambda _, x, __: x * torch.sigmoid(x),
    "swish": silu_backward,
    "gelu forward": lambda _, x, __: x * torch.sigmoid(2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)),
    "gelu": gelu_tanh,
    "clamp forward": lambda _, x, __: x.clamp(-1, 1),
    "clamp min forward": lambda _, x, __: x.clamp(min=0),
    "clamp max forward": lambda _, x, __: x.clamp(max=1),
    "greater forward": lambda _, x, __: (x > 0.5).double(),
    "less forward": lambda _, x, __: (x < 0.5).double(),
    "equal forward": lambda _, x, __: (x == 0.5).double(),
    "pow forward": lambda _, x, __: x**2.5,
    "square forward": lambda _, x, __: x * x,
    "cube forward": lambda _, x, __: x * x * x,
    "pow of number forward": lambda _, x, __: torch.pow(2.5, x),
    "fast gelu forward": lambda _, x, __: x * torch.sigmoid(1.702 * x),
    "fast gelu": lambda g, x, _: silu_backward(g, 1.702 * x, None),
}


def worst(operator: str, dtype: str, result: torch.Tensor, g, x, w) -> float:
    """The largest error of the results, in units of the dtype's last place at the exact value."""
    g, x, w = (tensor if tensor is None else tensor.double() for tensor in (g, x, w))
    exact = DEFINITIONS[operator](g, x, w)
    fraction_bits, least_exponent = FORMATS[dtype]
    exponent = torch.frexp(exact).exponent - 1
    unit = torch.exp2((exponent.clamp(min=least_exponent) - fraction_bits).double())
    return ((result.double() - exact).abs() / unit).max().item()
