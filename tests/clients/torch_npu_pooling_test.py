"""Pooling, resampling, margins and grids through PyTorch's Ascend adapter, unmodified from PyPI, on
this library, forward and backward against the CPU in double: run by tests/clients/run."""

import pytest
import torch
import torch.nn.functional as F
from on_npu import FLOATS, assert_close

pytest.importorskip("torch_npu")

LAYOUTS = [torch.contiguous_format, torch.channels_last]


def image(*shape: int, dtype: torch.dtype = torch.float, seed: int = 1) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.double).to(dtype)


def compare(function, *tensors, limit: float = 0.52, backward: bool = True) -> None:
    """What a function gives, and its gradients, within so many units of the last place or, as sums
    may cancel, within that of the largest one."""
    there = [tensor.npu().requires_grad_(backward) for tensor in tensors]
    here = [tensor.double().requires_grad_(backward) for tensor in tensors]
    result, expected = function(*there), function(*here)
    near(result, expected, limit)
    if not backward:
        return
    gradient = image(*expected.shape, dtype=tensors[0].dtype, seed=7)
    result.backward(gradient.npu())
    expected.backward(gradient.double())
    for of_npu, of_cpu in zip(there, here, strict=True):
        near(of_npu.grad, of_cpu.grad, limit)


def near(result: torch.Tensor, expected: torch.Tensor, limit: float) -> None:
    assert result.device == torch.device("npu", 0) and result.shape == expected.shape
    error = (result.detach().cpu().double() - expected.detach()).abs()
    unit = torch.finfo(result.dtype).eps
    bound = limit * unit * expected.detach().abs() + 1e-12 * expected.detach().abs().max()
    if result.dtype == torch.half:
        bound = bound + 2.0**-25
    assert (error <= bound).all(), (error - bound).max()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_max_pool2d(dtype, layout):
    x = image(2, 5, 13, 17, dtype=dtype).to(memory_format=layout)
    for arguments in ((2,), (3, 2, 1), ((3, 2), (1, 2), (1, 0))):
        for ceil_mode in (False, True):
            compare(lambda t: F.max_pool2d(t, *arguments, ceil_mode=ceil_mode), x)  # noqa: B023
    compare(lambda t: F.max_pool2d(t, 3, 2, 1), x[0])


def test_max_pool_of_rows_and_volumes():
    compare(lambda t: F.max_pool1d(t, 3, 2, 1), image(2, 3, 30))
    for arguments in ((2,), (3, 2, 1)):
        compare(lambda t: F.max_pool3d(t, *arguments), image(2, 3, 6, 8, 9))  # noqa: B023


def test_adaptive_max_pool():
    for size in ((3, 4), (1, 1), (7, 9)):
        compare(lambda t: F.adaptive_max_pool2d(t, size), image(2, 3, 7, 9))  # noqa: B023
    compare(lambda t: F.adaptive_max_pool3d(t, (2, 3, 4)), image(2, 3, 6, 8, 9))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_avg_pool2d(dtype, layout):
    x = image(2, 5, 13, 17, dtype=dtype).to(memory_format=layout)
    for arguments in ((2,), (3, 2, 1), ((3, 2), (1, 2), (1, 0))):
        for rest in ({}, {"ceil_mode": True}, {"count_include_pad": False}, {"divisor_override": 5}):
            compare(lambda t: F.avg_pool2d(t, *arguments, **rest), x)  # noqa: B023


def test_avg_pool_of_rows_and_volumes():
    compare(lambda t: F.avg_pool1d(t, 3, 2, 1), image(2, 3, 30))
    for rest in ({}, {"ceil_mode": True}, {"count_include_pad": False}, {"divisor_override": 5}):
        compare(lambda t: F.avg_pool3d(t, 3, 2, 1, **rest), image(2, 3, 6, 8, 9))  # noqa: B023


@pytest.mark.parametrize("dtype", FLOATS)
def test_adaptive_avg_pool(dtype):
    for size in ((3, 4), (1, 1), (9, 10)):
        compare(lambda t: F.adaptive_avg_pool2d(t, size), image(2, 3, 7, 9, dtype=dtype))  # noqa: B023
    for size in ((2, 3, 4), (5, 8, 10)):
        compare(lambda t: F.adaptive_avg_pool3d(t, size), image(2, 3, 6, 8, 9, dtype=dtype))  # noqa: B023


MODES = [
    ("nearest", image(2, 3, 9), [{"size": 20}, {"size": 4}, {"scale_factor": 2}]),
    ("nearest", image(2, 3, 9, 7), [{"size": (20, 5)}, {"scale_factor": 2}, {"scale_factor": 0.5}]),
    ("nearest", image(2, 3, 4, 9, 7), [{"size": (6, 4, 9)}, {"scale_factor": 2}]),
    ("nearest-exact", image(2, 3, 9), [{"size": 20}, {"size": 4}]),
    ("nearest-exact", image(2, 3, 9, 7), [{"size": (20, 5)}, {"scale_factor": 2}]),
    ("nearest-exact", image(2, 3, 4, 9, 7), [{"size": (6, 4, 9)}, {"scale_factor": 2}]),
    ("linear", image(2, 3, 9), [{"size": 20}, {"size": 4}, {"scale_factor": 1.7}]),
    ("bilinear", image(2, 3, 9, 7), [{"size": (20, 5)}, {"scale_factor": 2}, {"scale_factor": 1.7}]),
    ("trilinear", image(2, 3, 4, 9, 7), [{"size": (6, 4, 9)}, {"scale_factor": 2}]),
    ("bicubic", image(2, 3, 9, 7), [{"size": (20, 5)}, {"scale_factor": 2}, {"scale_factor": 1.7}]),
]


@pytest.mark.parametrize(("mode", "x", "sizes"), MODES)
def test_interpolate(mode, x, sizes):
    for size in sizes:
        for dtype in FLOATS:
            corners = [{}] if "nearest" in mode else [{"align_corners": True}, {"align_corners": False}]
            for rest in corners:
                compare(lambda t: F.interpolate(t, mode=mode, **size, **rest), x.to(dtype), limit=0.56)  # noqa: B023


def test_interpolate_channels_last():
    x = image(2, 5, 9, 7).to(memory_format=torch.channels_last)
    for mode in ("nearest", "bilinear", "bicubic"):
        compare(lambda t: F.interpolate(t, scale_factor=2, mode=mode), x)  # noqa: B023


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_interpolate_smoothly(mode):
    for size in ((5, 4), (14, 20), (9, 3)):
        for dtype in FLOATS:
            compare(
                lambda t: F.interpolate(t, size, mode=mode, antialias=True),  # noqa: B023
                image(2, 3, 9, 11, dtype=dtype),
                limit=0.56,
            )


@pytest.mark.parametrize("mode", ["reflect", "replicate"])
def test_pad(mode):
    for shape, padding in (((2, 3, 9), (2, 3)), ((2, 3, 9, 7), (2, 3, 1, 0)), ((2, 3, 4, 9, 7), (1, 2, 3, 0, 2, 1))):
        for dtype in FLOATS:
            compare(lambda t: F.pad(t, padding, mode=mode), image(*shape, dtype=dtype))  # noqa: B023


@pytest.mark.parametrize("padding_mode", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("align_corners", [False, True])
def test_grid_sample(padding_mode, align_corners):
    rest = {"padding_mode": padding_mode, "align_corners": align_corners}
    flat, deep = image(2, 3, 9, 7), image(2, 3, 4, 9, 7)
    places = image(2, 6, 5, 2, seed=3).clamp(-1.7, 1.7)
    for mode in ("bilinear", "nearest", "bicubic"):
        compare(lambda t, g: F.grid_sample(t, g, mode=mode, **rest), flat, places, limit=1)  # noqa: B023
    places = image(2, 3, 6, 5, 3, seed=3).clamp(-1.7, 1.7)
    for mode in ("bilinear", "nearest"):
        compare(lambda t, g: F.grid_sample(t, g, mode=mode, **rest), deep, places, limit=1)  # noqa: B023


@pytest.mark.parametrize("align_corners", [False, True])
def test_affine_grid(align_corners):
    for theta, size in ((image(2, 2, 3), (2, 3, 5, 7)), (image(2, 3, 4), (2, 3, 4, 5, 7))):
        compare(lambda t: F.affine_grid(t, size, align_corners), theta, backward=False)  # noqa: B023


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
def test_channel_shuffle(dtype):
    x = image(2, 6, 4, 5).mul(10).to(dtype)
    assert torch.equal(torch.channel_shuffle(x.npu(), 3).cpu(), torch.channel_shuffle(x, 3))


@pytest.mark.parametrize("dtype", FLOATS)
def test_unfold_and_fold(dtype):
    for arguments in ((3,), (3, 1, 1, 2), ((2, 3), (2, 1), (1, 2), (3, 1))):
        x = image(2, 5, 9, 11, dtype=dtype)
        compare(lambda t: F.unfold(t, *arguments), x)  # noqa: B023
        columns = F.unfold(x, *arguments)
        compare(lambda t: F.fold(t, (9, 11), *arguments), columns)  # noqa: B023


def test_max_unpool():
    for places in (F.max_pool2d, F.max_pool3d):
        x = image(2, 3, 6, 8) if places is F.max_pool2d else image(2, 3, 4, 6, 8)
        pooled, indices = places(x, 2, return_indices=True)
        unpool = F.max_unpool2d if places is F.max_pool2d else F.max_unpool3d
        result = unpool(pooled.npu(), indices.npu(), 2)
        near(result, unpool(pooled.double(), indices, 2), 0)


def test_a_network_that_pools():
    torch.manual_seed(0)
    layers = [torch.nn.MaxPool2d(3, 2, 1), torch.nn.ReLU(), torch.nn.AdaptiveAvgPool2d(3), torch.nn.Flatten()]
    network = torch.nn.Sequential(*layers, torch.nn.Linear(36, 5))
    x = image(2, 4, 20, 20)
    expected = network.double()(x.double())
    result = network.float().npu()(x.npu())
    assert_close(result, expected, 30)
