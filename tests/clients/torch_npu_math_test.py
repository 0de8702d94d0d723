"""Arithmetic, comparisons, sums and products through PyTorch's Ascend adapter, unmodified from
PyPI, on this library: run by tests/clients/run."""

import pytest
import torch
from on_npu import FLOATS, INTEGERS, VIEWS, assert_close, numbers, ulps

pytest.importorskip("torch_npu")

UNARY = {
    "neg": (torch.neg, -4, 4),
    "abs": (torch.abs, -4, 4),
    "sign": (torch.sign, -4, 4),
    "sqrt": (torch.sqrt, 0, 100),
    "rsqrt": (torch.rsqrt, 0.01, 100),
    "reciprocal": (torch.reciprocal, 0.1, 100),
    "exp": (torch.exp, -10, 10),
    "log": (torch.log, 1e-3, 100),
    "sin": (torch.sin, -100, 100),
    "cos": (torch.cos, -100, 100),
    "erf": (torch.erf, -4, 4),
    "erfc": (torch.erfc, -4, 4),
    "log1p": (torch.log1p, -0.9, 100),
    "log2": (torch.log2, 1e-3, 100),
    "log10": (torch.log10, 1e-3, 100),
    "exp2": (torch.exp2, -10, 10),
    "expm1": (torch.expm1, -4, 4),
    "frac": (torch.frac, -4, 4),
    "sinc": (torch.sinc, 0.3, 0.9),
    "tan": (torch.tan, -1.4, 1.4),
    "asin": (torch.asin, -0.95, 0.95),
    "acos": (torch.acos, -0.95, 0.95),
    "atan": (torch.atan, -20, 20),
    "sinh": (torch.sinh, -6, 6),
    "cosh": (torch.cosh, -6, 6),
    "asinh": (torch.asinh, -20, 20),
    "acosh": (torch.acosh, 1.05, 100),
    "atanh": (torch.atanh, -0.95, 0.95),
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_unary(name, dtype):
    function, low, high = UNARY[name]
    values = numbers(dtype, 1, low, high)
    for view in VIEWS.values():
        assert_close(function(view(values.npu())), function(view(values).double()), 1)
    there = values.npu()
    getattr(there, name + "_")()
    assert_close(there, function(values.double()), 1)


# Gradients are made of several operators, each of which rounds: relative errors of a few ULP of
# the largest term.
@pytest.mark.parametrize("name", UNARY)
def test_gradients_of_unary(name):
    function, low, high = UNARY[name]
    values, grad = numbers(torch.float, 1, low, high), numbers(torch.float, 2)
    there, here = values.npu().requires_grad_(), values.double().requires_grad_()
    function(there).backward(grad.npu())
    function(here).backward(grad.double())
    torch.testing.assert_close(there.grad.cpu().double(), here.grad, rtol=2e-6, atol=1e-6)


BINARY = {
    "add": torch.add,
    "add alpha": lambda x, y: torch.add(x, y, alpha=3),
    "sub": torch.sub,
    "sub alpha": lambda x, y: torch.sub(x, y, alpha=2),
    "mul": torch.mul,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
}


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
@pytest.mark.parametrize("name", BINARY)
def test_binary(name, dtype):
    function, x, y = BINARY[name], numbers(dtype, 1), numbers(dtype, 2)
    exact = (lambda a: a.double()) if dtype.is_floating_point else (lambda a: a)
    for view in VIEWS.values():
        assert_close(function(x.npu(), y.npu()), function(exact(x), exact(y)), 0.501)
        first, second = view(x), view(y)
        there = function(view(x.npu()), view(y.npu()))
        assert_close(there, function(exact(first), exact(second)), 0.501)
    for row in (y[:1], y[:, :1], y[0, 0]):
        assert_close(function(x.npu(), row.npu()), function(exact(x), exact(row)), 0.501)


@pytest.mark.parametrize("dtype", FLOATS)
def test_functions_of_two(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    for other in (y, y[:1], y[:, :1]):
        there = torch.atan2(x.npu(), other.npu())
        assert_close(there, torch.atan2(x.double(), other.double()), 0.501)
        there = torch.xlogy(x.npu(), other.abs().npu())
        assert_close(there, torch.xlogy(x.double(), other.abs().double()), 0.501)
    assert_close(torch.xlogy(x.npu(), 3), torch.xlogy(x.double(), 3), 0.501)
    assert_close(torch.xlogy(3, y.abs().npu()), torch.xlogy(3, y.abs().double()), 0.501)
    there = x.npu()
    assert_close(there.atan2_(y.npu()), torch.atan2(x.double(), y.double()), 0.501)
    there = x.npu()
    assert_close(there.xlogy_(y.abs().npu()), torch.xlogy(x.double(), y.abs().double()), 0.501)
    there = x.npu()
    assert_close(there.xlogy_(3), torch.xlogy(x.double(), 3), 0.501)
    assert torch.equal(torch.signbit(x.npu()).cpu(), torch.signbit(x))


@pytest.mark.parametrize("dtype", FLOATS)
def test_logarithms_of_sums_of_powers(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    for function in (torch.logaddexp, torch.logaddexp2):
        for other in (y, y[:1], y[:, :1]):
            assert_close(
                function(x.npu(), other.npu()), function(x.double(), other.double()), 0.501
            )
        both = torch.full((2,), -torch.inf)
        assert torch.equal(function(both.npu(), both.npu()).cpu(), both)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_shifts_and_divisors(dtype):
    x, places = numbers(dtype, 1), numbers(dtype, 2).abs() % 8
    for other in (places, places[:1], places[:, :1]):
        assert torch.equal((x.npu() << other.npu()).cpu(), x << other)
        assert torch.equal((x.npu() >> other.npu()).cpu(), x >> other)
        for function in (torch.bitwise_left_shift, torch.bitwise_right_shift):
            assert torch.equal(function(x.npu(), other.npu()).cpu(), function(x, other))
        assert torch.equal(torch.gcd(x.npu(), other.npu()).cpu(), torch.gcd(x, other))
    assert torch.equal((x.npu() << 3).cpu(), x << 3)
    assert torch.equal((x.npu() >> 3).cpu(), x >> 3)
    for name in ("__ilshift__", "__irshift__"):
        for other in (2, places):
            there, here = x.npu(), x.clone()
            getattr(there, name)(other if isinstance(other, int) else other.npu())
            getattr(here, name)(other)
            assert torch.equal(there.cpu(), here)


@pytest.mark.parametrize("dtype", [torch.float, torch.double])
def test_complex_numbers_of_their_parts(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    for view in VIEWS.values():
        there = torch.complex(view(x.npu()), view(y.npu()))
        assert torch.equal(there.cpu(), torch.complex(view(x), view(y)))
    there = torch.complex(x.npu(), y[:1].npu())
    assert torch.equal(there.cpu(), torch.complex(x, y[:1].expand_as(x)))


def test_complex_numbers_of_size_and_angle():
    size, angle = numbers(torch.float, 1, 0, 8), numbers(torch.float, 2, -20, 20)
    for view in VIEWS.values():
        there = torch.polar(view(size.npu()), view(angle.npu())).cpu()
        here = torch.polar(view(size).double(), view(angle).double())
        assert there.shape == here.shape
        assert ulps(torch.view_as_real(there), torch.view_as_real(here)) <= 0.501


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_cross_products(dtype):
    x, y = (numbers(dtype, seed)[:3, :3].contiguous() for seed in (1, 2))
    exact = (lambda a: a.double()) if dtype.is_floating_point else (lambda a: a)
    for dim in (0, 1, -1):
        there = torch.linalg.cross(x.npu(), y.npu(), dim=dim)
        assert_close(there, torch.linalg.cross(exact(x), exact(y), dim=dim), 0.501)
    there = torch.cross(x.npu(), y.npu(), dim=1)
    assert_close(there, torch.cross(exact(x), exact(y), dim=1), 0.501)


@pytest.mark.parametrize("dtype", FLOATS + [torch.int8, torch.uint8, torch.int32, torch.int64])
def test_remainders_toward_zero(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    y[y == 0] = 1
    exact = (lambda a: a.double()) if dtype.is_floating_point else (lambda a: a)
    for other in (y, y[:1], y[:, :1]):
        there = torch.fmod(x.npu(), other.npu())
        assert_close(there, torch.fmod(exact(x), exact(other)), 0)
    assert_close(torch.fmod(x.npu(), 3), torch.fmod(exact(x), 3), 0)
    there = x.npu()
    assert_close(there.fmod_(y.npu()), torch.fmod(exact(x), exact(y)), 0)
    there = x.npu()
    assert_close(there.fmod_(3), torch.fmod(exact(x), 3), 0)


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_close(dtype):
    x = numbers(dtype, 1)
    y = x + 1 if not dtype.is_floating_point else x * numbers(dtype, 2, 0.9, 1.1)
    there = torch.isclose(x.npu(), y.npu(), rtol=0.05, atol=0.01)
    assert torch.equal(there.cpu(), torch.isclose(x.double(), y.double(), rtol=0.05, atol=0.01))
    assert torch.allclose(x.npu(), x.npu()) and not torch.allclose(x.npu(), y.npu())


@pytest.mark.parametrize("dtype", FLOATS + [torch.int32, torch.int64])
def test_bounds_that_are_tensors(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    for bound in (y, y[:1], y[:, :1]):
        for function in (torch.clamp_min, torch.clamp_max):
            assert torch.equal(function(x.npu(), bound.npu()).cpu(), function(x, bound))
    z = numbers(dtype, 3)
    for bounds in ((y, z), (y[:1], z[:, :1]), (y, None), (None, z)):
        there = torch.clamp(x.npu(), *(b if b is None else b.npu() for b in bounds))
        assert torch.equal(there.cpu(), torch.clamp(x, *bounds))
    for name in ("clamp_min_", "clamp_max_"):
        there, here = x.npu(), x.clone()
        getattr(there, name)(y.npu())
        getattr(here, name)(y)
        assert torch.equal(there.cpu(), here)


@pytest.mark.parametrize("dtype", FLOATS)
def test_products_and_quotients_are_added(dtype):
    x, y, z = (numbers(dtype, seed) for seed in (1, 2, 3))
    for function in (torch.addcmul, torch.addcdiv):
        for value in (1, -0.75):
            for row in (z, z[:1], z[:, :1]):
                there = function(x.npu(), y.npu(), row.npu(), value=value)
                here = function(x.double(), y.double(), row.double(), value=value)
                assert_close(there, here, 0.501)
            there, here = x.npu(), x.double()
            getattr(there, function.__name__ + "_")(y.npu(), z.npu(), value=value)
            getattr(here, function.__name__ + "_")(y.double(), z.double(), value=value)
            assert_close(there, here, 0.501)


def test_products_of_integers_are_added():
    x, y, z = (numbers(torch.int32, seed) for seed in (1, 2, 3))
    there = torch.addcmul(x.npu(), y.npu(), z.npu(), value=3)
    assert_close(there, torch.addcmul(x, y, z, value=3), 0)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("weight", [0, 0.25, 0.75, 1, -2])
def test_interpolation(dtype, weight):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    for end in (y, y[:1]):
        there = torch.lerp(x.npu(), end.npu(), weight)
        assert_close(there, torch.lerp(x.double(), end.double(), weight), 0.501)
    there = x.npu()
    there.lerp_(y.npu(), weight)
    assert_close(there, torch.lerp(x.double(), y.double(), weight), 0.501)


@pytest.mark.parametrize("dtype", FLOATS)
def test_interpolation_by_weights(dtype):
    x, y, weights = (numbers(dtype, seed) for seed in (1, 2, 3))
    for weight in (weights, weights[:1]):
        there = torch.lerp(x.npu(), y.npu(), weight.npu())
        assert_close(there, torch.lerp(x.double(), y.double(), weight.double()), 0.501)
    there = x.npu()
    there.lerp_(y.npu(), weights.npu())
    assert_close(there, torch.lerp(x.double(), y.double(), weights.double()), 0.501)


@pytest.mark.parametrize("dtype", FLOATS)
def test_division(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    assert_close(x.npu() / y.npu(), x.double() / y.double(), 0.501)
    assert_close(x.npu() / y[:1].npu(), x.double() / y[:1].double(), 0.501)
    assert_close(x.npu() / 3, x.double() / 3, 0.501)


def test_integers_are_divided_as_floats():
    x, y = numbers(torch.int32, 1), numbers(torch.int32, 2).clamp_min(1)
    there = x.npu() / y.npu()
    assert there.dtype == torch.float
    assert_close(there, x.double() / y.double(), 0.501)


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_scalars(dtype):
    x = numbers(dtype, 1)
    for function in (lambda x: x + 3, lambda x: x - 3, lambda x: x * 3, lambda x: 7 + x * 2):
        exact = function(x.double()) if dtype.is_floating_point else function(x)
        assert_close(function(x.npu()), exact, 1 if dtype.is_floating_point else 0)


@pytest.mark.parametrize("dtype", FLOATS)
def test_in_place(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    for name in ("add_", "sub_", "mul_", "div_"):
        there, here = x.npu(), x.double()
        getattr(there.permute(1, 2, 0), name)(y.npu().permute(1, 2, 0))
        getattr(here.permute(1, 2, 0), name)(y.double().permute(1, 2, 0))
        assert_close(there, here, 0.501)
        there, here = x.npu(), x.double()
        getattr(there, name)(0.5)
        getattr(here, name)(0.5)
        assert_close(there, here, 0.501)


def test_dtypes_are_promoted():
    x, y = numbers(torch.int32, 1), numbers(torch.float, 2)
    for function in (torch.add, torch.mul):
        there = function(x.npu(), y.npu())
        assert there.dtype == torch.float
        assert_close(there, function(x.double(), y.double()), 0.501)
    there = numbers(torch.half, 1).npu() + y.npu()
    assert there.dtype == torch.float
    assert (numbers(torch.int8, 1).npu() + x.npu()).dtype == torch.int32


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_comparisons(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    y[::2] = x[::2]
    for function in (torch.gt, torch.ge, torch.lt, torch.le, torch.eq, torch.ne):
        for number in (1, 0.5, 3):
            there = function(x.npu(), number)
            assert there.dtype == torch.bool
            assert torch.equal(there.cpu(), function(x, number))
        for other in (y, y[:1], y[:, :1], y[0, 0], y.to(torch.float), y.to(torch.int64)):
            there = function(x.npu(), other.npu())
            assert there.dtype == torch.bool
            assert torch.equal(there.cpu(), function(x, other))
        for other in (y, 1):
            there, here = x.npu(), x.clone()
            getattr(there, function.__name__ + "_")(other.npu() if other is y else other)
            getattr(here, function.__name__ + "_")(other)
            assert torch.equal(there.cpu(), here)


def test_comparisons_with_nan():
    x = numbers(torch.float, 1)
    x[::3] = torch.nan
    assert torch.equal(x.npu().isnan().cpu(), x.isnan())
    for function in (torch.gt, torch.ge, torch.lt, torch.le, torch.eq, torch.ne):
        assert torch.equal(function(x.npu(), x.npu()).cpu(), function(x, x))


@pytest.mark.parametrize("dtype", FLOATS)
def test_whole_numbers_and_what_is_not_finite(dtype):
    x = numbers(dtype, 1)
    x[::3, 0] = torch.tensor([torch.inf, -torch.inf, torch.nan], dtype=dtype)
    for name in ("floor", "ceil", "trunc", "round", "nan_to_num"):
        here = getattr(x, name)()
        assert_close(getattr(x.npu(), name)(), here, 0)
        there = x.npu()
        getattr(there, name + "_")()
        assert_close(there, here, 0)
    assert_close(x.npu().nan_to_num(0.5, 7, -7), x.nan_to_num(0.5, 7, -7), 0)
    for function in (torch.isfinite, torch.isinf, torch.isposinf, torch.isneginf):
        assert torch.equal(function(x.npu()).cpu(), function(x))


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_differences_from_numbers(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    exact = (lambda a: a.double()) if dtype.is_floating_point else (lambda a: a)
    assert_close(3 - x.npu(), 3 - exact(x), 0.501)
    assert_close(torch.rsub(x.npu(), 3, alpha=2), torch.rsub(exact(x), 3, alpha=2), 0.501)
    there = torch.rsub(x.npu(), y.npu(), alpha=2)
    assert_close(there, torch.rsub(exact(x), exact(y), alpha=2), 0.501)


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32, torch.int64])
def test_floored_quotients_and_remainders(dtype):
    x, y = numbers(dtype, 1), numbers(dtype, 2)
    y[y == 0] = 1
    exact = (lambda a: a.double()) if dtype.is_floating_point else (lambda a: a)
    for row in (y, y[:1], y[:, :1]):
        assert_close(x.npu() // row.npu(), exact(x) // exact(row), 0.501)
        assert_close(x.npu() % row.npu(), exact(x) % exact(row), 0.501)
    for number in (3, -7):
        assert_close(x.npu() // number, exact(x) // number, 0.501)
        assert_close(x.npu() % number, exact(x) % number, 0.501)
    for mode in ("trunc", "floor"):
        there = torch.div(x.npu(), y.npu(), rounding_mode=mode)
        assert_close(there, torch.div(exact(x), exact(y), rounding_mode=mode), 0.501)
        there = torch.div(x.npu(), 3, rounding_mode=mode)
        assert_close(there, torch.div(exact(x), 3, rounding_mode=mode), 0.501)
    for name in ("floor_divide_", "remainder_"):
        there, here = x.npu(), exact(x).clone()
        assert_close(getattr(there, name)(y.npu()), getattr(here, name)(exact(y)), 0.501)


@pytest.mark.parametrize("dtype", FLOATS)
def test_powers_of_tensors(dtype):
    x, y = numbers(dtype, 1, 0.1, 10), numbers(dtype, 2, -2, 2)
    for row in (y, y[:1], y[:, :1]):
        assert_close(x.npu() ** row.npu(), x.double() ** row.double(), 1)
    there = x.npu()
    there.pow_(y.npu())
    assert_close(there, x.double() ** y.double(), 1)


def test_powers_of_integers():
    x, y = numbers(torch.int32, 1), numbers(torch.int32, 2).abs() % 9
    assert torch.equal((x.npu() ** y.npu()).cpu(), x**y)


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int8, torch.int32, torch.int64, torch.bool])
def test_masked_fill(dtype):
    x = numbers(torch.int8, 1).to(dtype)
    for mask in (numbers(torch.int8, 2) > 0, (numbers(torch.int8, 2) > 0)[:1, :, :1]):
        for number in (1, -torch.inf) if dtype.is_floating_point else (1,):
            there = x.npu().masked_fill(mask.npu(), number)
            assert torch.equal(there.cpu(), x.masked_fill(mask, number))
        there = x.npu()
        there.masked_fill_(mask.npu(), torch.tensor(1, dtype=dtype).npu())
        assert torch.equal(there.cpu(), x.masked_fill(mask, 1))


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS, torch.bool])
def test_logic(dtype):
    x, y = ((numbers(torch.int8, seed) % 3).to(dtype) for seed in (1, 2))
    assert torch.equal(x.npu().logical_not().cpu(), x.logical_not())
    for function in (torch.logical_and, torch.logical_or, torch.logical_xor):
        for other in (y, y[:1], y[:, :1], y[0, 0], y.bool()):
            assert torch.equal(function(x.npu(), other.npu()).cpu(), function(x, other))
    for name in ("logical_and_", "logical_or_"):
        there, here = x.npu(), x.clone()
        getattr(there, name)(y.npu())
        assert torch.equal(there.cpu(), getattr(here, name)(y))


@pytest.mark.parametrize("dtype", [*INTEGERS, torch.bool])
def test_bits(dtype):
    x, y = (numbers(torch.int8, seed).to(dtype) for seed in (1, 2))
    assert torch.equal((~x.npu()).cpu(), ~x)
    for function in (torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor):
        for other in (y, y[:1], y[:, :1], y[0, 0], y.bool(), y.int()):
            assert torch.equal(function(x.npu(), other.npu()).cpu(), function(x, other))
        assert torch.equal(function(x.npu(), 5).cpu(), function(x, 5))
        there, here = x.npu(), x.clone()
        getattr(there, function.__name__ + "_")(y.npu())
        assert torch.equal(there.cpu(), getattr(here, function.__name__ + "_")(y))


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_clamp(dtype):
    x = numbers(dtype, 1)
    for bounds in ({"min": 1}, {"max": 2}, {"min": 0, "max": 3}):
        assert torch.equal(x.npu().clamp(**bounds).cpu(), x.clamp(**bounds))
    assert torch.equal(torch.clamp_min(x.npu(), 1).cpu(), x.clamp(min=1))
    assert torch.equal(torch.clamp_max(x.npu(), 2).cpu(), x.clamp(max=2))


@pytest.mark.parametrize("exponent", [2, 3, -1, -2, 0.5, 0, 1, 2.75])
def test_powers(exponent):
    x = numbers(torch.float, 1, 0.1, 10)
    assert_close(x.npu() ** exponent, x.double() ** exponent, 1)


def test_powers_of_a_number():
    x = numbers(torch.float, 1)
    base = torch.tensor(1.7, dtype=torch.float).double().item()
    assert_close(base ** x.npu(), base ** x.double(), 1)


def test_where():
    x, y = numbers(torch.float, 1), numbers(torch.float, 2)
    mask = x > 0
    assert torch.equal(torch.where(mask.npu(), x.npu(), y.npu()).cpu(), torch.where(mask, x, y))
    row = y[:1]
    assert torch.equal(torch.where(mask.npu(), x.npu(), row.npu()).cpu(), torch.where(mask, x, row))


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS + [torch.bool])
def test_fills(dtype):
    x = numbers(torch.float, 1).to(dtype)
    there = x.npu()
    there[::2].fill_(1)
    there[1::4].zero_()
    here = x.clone()
    here[::2].fill_(1)
    here[1::4].zero_()
    assert torch.equal(there.cpu(), here)
    assert torch.equal(torch.ones_like(there).cpu(), torch.ones_like(here))
    assert torch.equal(torch.zeros_like(there).cpu(), torch.zeros_like(here))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("axes", [0, 1, (0, 2), (0, 1, 2), -1])
def test_sums_and_means(dtype, axes):
    x = numbers(dtype, 1, 0, 1)
    for keep in (False, True):
        assert_close(x.npu().sum(axes, keep), x.double().sum(axes, keep), 0.501)
        assert_close(x.npu().mean(axes, keep), x.double().mean(axes, keep), 0.501)
    assert_close(x.npu().permute(2, 0, 1).sum(axes), x.double().permute(2, 0, 1).sum(axes), 0.501)


@pytest.mark.parametrize("dtype", FLOATS)
def test_products_of_matrices(dtype):
    generator = torch.Generator().manual_seed(5)
    a = torch.randn(37, 65, generator=generator).to(dtype)
    b = torch.randn(65, 29, generator=generator).to(dtype)
    bias = torch.randn(29, generator=generator).to(dtype)
    error = {torch.float: 2e-6, torch.half: 1e-3, torch.bfloat16: 8e-3}[dtype]
    for function in (
        lambda a, b, bias: a @ b,
        lambda a, b, bias: b.t() @ a.t(),
        lambda a, b, bias: torch.mm(a, b),
        lambda a, b, bias: bias.expand(37, 29).clone().addmm_(a, b, beta=0.5, alpha=2),
        lambda a, b, bias: torch.addmm(bias, a, b),
        lambda a, b, bias: torch.nn.functional.linear(a, b.t().contiguous(), bias),
    ):
        there = function(a.npu(), b.npu(), bias.npu()).cpu().double()
        here = function(a.double(), b.double(), bias.double())
        torch.testing.assert_close(there, here, rtol=error, atol=8 * error)


@pytest.mark.parametrize("dtype", FLOATS)
def test_products_of_batches_and_vectors(dtype):
    generator = torch.Generator().manual_seed(7)
    a = torch.randn(3, 17, 65, generator=generator).to(dtype)
    b = torch.randn(3, 65, 29, generator=generator).to(dtype)
    c = torch.randn(3, 17, 29, generator=generator).to(dtype)
    error = {torch.float: 2e-6, torch.half: 1e-3, torch.bfloat16: 8e-3}[dtype]
    for function in (
        lambda a, b, c: torch.bmm(a, b),
        lambda a, b, c: torch.bmm(b.transpose(1, 2), a.transpose(1, 2)),
        lambda a, b, c: torch.baddbmm(c, a, b, beta=0.5, alpha=2),
        lambda a, b, c: c.clone().baddbmm_(a, b),
        lambda a, b, c: torch.einsum("bik,bkj->bij", a, b),
        lambda a, b, c: torch.einsum("bik,kj->bij", a, b[0]),
        lambda a, b, c: torch.nn.functional.linear(a, b[0].t().contiguous(), c[0, 0]),
        lambda a, b, c: torch.mv(a[0], b[0, :, 0]),
        lambda a, b, c: torch.addmv(c[0, :, 0], a[0], b[0, :, 0], beta=0.5, alpha=2),
        lambda a, b, c: c[0, :, 0].clone().addmv_(a[0], b[0, :, 0]),
        lambda a, b, c: torch.addbmm(c[0], a, b, beta=0.5, alpha=2),
        lambda a, b, c: c[0].clone().addbmm_(a, b),
        lambda a, b, c: torch.dot(a[0, 0], b[0, :, 0]),
        lambda a, b, c: torch.vdot(a[0, 0], b[0, :, 0]),
        lambda a, b, c: torch.outer(a[0, 0], b[0, 0]),
        lambda a, b, c: torch.addr(c[0], a[0, :, 0], b[0, 0], beta=0.5, alpha=2),
        lambda a, b, c: c[0].clone().addr_(a[0, :, 0], b[0, 0]),
    ):
        inputs = [x.npu().requires_grad_() for x in (a, b, c)]
        expected = [x.double().requires_grad_() for x in (a, b, c)]
        there, here = function(*inputs), function(*expected)
        torch.testing.assert_close(there.detach().cpu().double(), here.detach(), rtol=error, atol=8 * error)
        grad = torch.randn(here.shape, generator=generator).to(dtype)
        there.backward(grad.npu())
        here.backward(grad.double())
        for x, y in zip(inputs, expected):
            assert (x.grad is None) == (y.grad is None)
            if x.grad is not None:
                torch.testing.assert_close(x.grad.cpu().double(), y.grad, rtol=error, atol=16 * error)


def test_products_of_integers():
    mat, vec = numbers(torch.int32, 1)[0], numbers(torch.int32, 2)[0, 0]
    self = numbers(torch.int32, 3)[0, :, 0]
    there = torch.addmv(self.npu(), mat.npu(), vec.npu(), beta=3, alpha=-2)
    assert torch.equal(there.cpu(), torch.addmv(self, mat, vec, beta=3, alpha=-2))
    assert torch.equal(torch.dot(vec.npu(), vec.npu()).cpu(), torch.dot(vec, vec))
    there = torch.addr(mat.npu(), self.npu(), vec.npu(), beta=3, alpha=-2)
    assert torch.equal(there.cpu(), torch.addr(mat, self, vec, beta=3, alpha=-2))


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_negative_log_likelihood(reduction):
    generator = torch.Generator().manual_seed(6)
    logits = torch.randn(40, 11, generator=generator)
    labels = torch.randint(0, 11, (40,), generator=generator)
    loss = torch.nn.functional.cross_entropy
    there, here = logits.npu().requires_grad_(), logits.double().requires_grad_()
    result = loss(there, labels.npu(), reduction=reduction)
    expected = loss(here, labels, reduction=reduction)
    torch.testing.assert_close(result.detach().cpu().double(), expected.detach(), rtol=2e-6, atol=1e-6)
    result.sum().backward()
    expected.sum().backward()
    torch.testing.assert_close(there.grad.cpu().double(), here.grad, rtol=4e-6, atol=1e-7)


# Each takes numbers in its own way.
IN_PLACE = {
    "bits and a number": (lambda x: x.bitwise_and_(3), torch.int32),
    "bits or a number": (lambda x: x.bitwise_or_(3), torch.int32),
    "bits and not a number": (lambda x: x.bitwise_xor_(3), torch.int64),
    "bits or": (lambda x: x.bitwise_or_(x * 2), torch.int8),
    "truncated quotient": (lambda x: x.div_(x * x + 1, rounding_mode="trunc"), torch.float),
    "truncated quotient by a number": (lambda x: x.div_(0.5, rounding_mode="trunc"), torch.float),
    "floored quotient by a number": (lambda x: x.floor_divide_(0.75), torch.float),
    "not": (lambda x: x.logical_not_(), torch.float),
    "remainder by a number": (lambda x: x.remainder_(0.75), torch.float),
    "remainder of a number": (lambda x: torch.remainder(5, x), torch.float),
    "rounded": (lambda x: x.round_(), torch.float),
    "truncated": (lambda x: x.trunc_(), torch.float),
    "larger of a number": (lambda x: torch._foreach_maximum([x], 0.5)[0], torch.float),
    "smaller of a number": (lambda x: torch._foreach_minimum([x], 0.5)[0], torch.float),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_replaces_its_operand_exactly(name):
    function, dtype = IN_PLACE[name]
    x = numbers(dtype, 3)
    assert torch.equal(function(x.npu()).cpu(), function(x.clone()))


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("unitriangular", [False, True])
def test_solves_triangles(upper, unitriangular):
    a = numbers(torch.float, 1, -1, 1).flatten()[:108].reshape(3, 6, 6)
    b = numbers(torch.float, 2).flatten()[:72].reshape(3, 6, 4)
    a = a / 4 + 2 * torch.eye(6)
    there = torch.linalg.solve_triangular(a.npu(), b.npu(), upper=upper, unitriangular=unitriangular)
    exact = torch.linalg.solve_triangular(
        a.double(), b.double(), upper=upper, unitriangular=unitriangular
    )
    torch.testing.assert_close(there.cpu().double(), exact, rtol=1e-6, atol=1e-6)


def matrices(*shape):
    return numbers(torch.float, 3, -1, 1).flatten()[: torch.Size(shape).numel()].reshape(shape)


@pytest.mark.parametrize("upper", [False, True])
def test_cholesky(upper):
    a = matrices(3, 6, 6)
    a = a @ a.mT + torch.eye(6)
    there = torch.linalg.cholesky(a.npu(), upper=upper)
    # The other triangle is not read.
    exact = torch.linalg.cholesky((a.triu() if upper else a.tril()).double(), upper=upper)
    torch.testing.assert_close(there.cpu().double(), exact, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("mode", ["reduced", "complete", "r"])
@pytest.mark.parametrize("rows, columns", [(6, 4), (4, 6), (5, 5)])
def test_qr(mode, rows, columns):
    a = matrices(3, rows, columns)
    q, r = torch.linalg.qr(a.npu(), mode=mode)
    exact_q, exact_r = torch.linalg.qr(a.double(), mode=mode)  # with the signs of LAPACK
    torch.testing.assert_close(q.cpu().double(), exact_q, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(r.cpu().double(), exact_r, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("rows, columns", [(6, 4), (4, 6), (5, 5)])
def test_singular_values(full, rows, columns):
    a = matrices(3, rows, columns)
    u, s, vh = (part.cpu().double() for part in torch.linalg.svd(a.npu(), full_matrices=full))
    exact_u, exact_s, exact_vh = torch.linalg.svd(a.double(), full_matrices=full)
    assert u.shape == exact_u.shape and vh.shape == exact_vh.shape
    torch.testing.assert_close(s, exact_s, rtol=1e-6, atol=1e-6)
    # Signs are open, of a vector on the left together with the one on the right.
    k = min(rows, columns)
    product = u[..., :k] @ torch.diag_embed(s) @ vh[..., :k, :]
    torch.testing.assert_close(product, a.double(), rtol=1e-5, atol=1e-5)
    for vectors in (u, vh.mT):
        one = torch.eye(vectors.shape[-1], dtype=torch.double).expand(3, -1, -1)
        torch.testing.assert_close(vectors.mT @ vectors, one, rtol=1e-5, atol=1e-5)
    values = torch.linalg.svdvals(a.npu())
    torch.testing.assert_close(values.cpu().double(), exact_s, rtol=1e-6, atol=1e-6)


def test_determinants():
    a = matrices(4, 5, 5)
    a[3, 4] = a[3, 0]  # without an inverse
    sign, log = torch.slogdet(a.npu())
    exact_sign, exact_log = torch.slogdet(a[:3].double())
    assert torch.equal(sign[:3].cpu().double(), exact_sign)
    torch.testing.assert_close(log[:3].cpu().double(), exact_log, rtol=1e-6, atol=1e-6)
    assert log[3].item() < -15  # rounding leaves 0, or next to nothing
