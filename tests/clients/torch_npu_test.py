"""PyTorch's Ascend adapter, unmodified from PyPI, on this library: run by tests/clients/run."""

import pytest
import torch
from on_npu import ulps

torch_npu = pytest.importorskip("torch_npu")


def on_both(function, *arguments):
    """What a function gives on npu:0, and on the CPU in double."""
    here = function(*(a.double() if torch.is_tensor(a) else a for a in arguments))
    there = function(*(a.npu() if torch.is_tensor(a) else a for a in arguments))
    assert there.device == torch.device("npu", 0)
    return there.cpu(), here


@pytest.fixture
def values():
    generator = torch.Generator().manual_seed(1)
    return torch.randn(64, 33, generator=generator), torch.randn(64, 33, generator=generator)


def test_devices():
    assert torch.npu.is_available()
    assert torch.npu.device_count() == 1
    assert torch.npu.get_device_name(0) == "Ascend910B3"
    properties = torch.npu.get_device_properties(0)
    assert properties.total_memory > 0 and properties.cube_core_num >= 1


@pytest.mark.parametrize(
    "dtype",
    [torch.float, torch.half, torch.bfloat16, torch.double, torch.int8, torch.int64, torch.bool],
)
def test_tensors_go_there_and_come_back(dtype):
    values = (torch.arange(-500, 500) % 7).to(dtype).reshape(10, 100)
    assert torch.equal(values.npu().cpu(), values)
    assert torch.equal(values.to("npu:0").to("cpu"), values)


def test_pinned_memory_and_streams():
    values = torch.arange(1 << 16, dtype=torch.float).pin_memory()
    stream = torch.npu.Stream()
    with torch.npu.stream(stream):
        there = values.to("npu", non_blocking=True)
        done = torch.npu.Event()
        done.record()
    torch.npu.current_stream().wait_event(done)
    back = torch.empty_like(values).pin_memory()
    back.copy_(there, non_blocking=True)
    torch.npu.synchronize()
    assert done.query() and torch.equal(back, values)


def test_events_tell_times():
    begin, end = (torch.npu.Event(enable_timing=True) for _ in range(2))
    begin.record()
    there = torch.zeros(1 << 20).npu()
    end.record()
    torch.npu.synchronize()
    assert begin.elapsed_time(end) > 0 and there.numel() == 1 << 20


def test_memory_is_given_back():
    torch.npu.empty_cache()
    before = torch.npu.memory_allocated()
    there = torch.zeros(1 << 20).npu()
    assert torch.npu.memory_allocated() - before >= 4 << 20
    del there
    assert torch.npu.memory_allocated() == before
    free, total = torch.npu.mem_get_info()
    assert 0 < free <= total


def test_hardtanh_backward(values):
    there, here = on_both(
        lambda g, x: torch.ops.aten.hardtanh_backward(g, x, -0.5, 0.5), *values
    )
    assert torch.equal(there.double(), here)


def test_softplus_backward(values):
    there, here = on_both(lambda g, x: torch.ops.aten.softplus_backward(g, x, 1.5, 20.0), *values)
    assert ulps(there, here) <= 1


def test_logit_backward(values):
    grad, x = values[0], torch.sigmoid(values[1])
    there, here = on_both(lambda g, x: torch.ops.aten.logit_backward(g, x, 1e-6), grad, x)
    assert ulps(there, here) <= 1


@pytest.mark.parametrize("approximate", ["none", "tanh"])
def test_gelu_backward(values, approximate):
    grad, x = values
    there = torch_npu.npu_gelu_backward(grad.npu(), x.npu(), approximate=approximate).cpu()
    here = torch.ops.aten.gelu_backward(grad.double(), x.double(), approximate=approximate)
    assert ulps(there, here) <= 1


def test_prelu_backward(values):
    grad, x = values
    weight = torch.linspace(0.1, 0.5, 33)
    grad_input, _ = torch.ops.aten._prelu_kernel_backward(grad.npu(), x.npu(), weight.npu())
    expected, _ = torch.ops.aten._prelu_kernel_backward(grad, x, weight)
    assert torch.equal(grad_input.cpu(), expected)


DTYPES = [
    *(torch.float, torch.half, torch.bfloat16, torch.double, torch.int8, torch.int16, torch.int32),
    *(torch.int64, torch.uint8, torch.bool),
]


@pytest.mark.parametrize("dtype", DTYPES)
def test_layouts_become_contiguous(dtype):
    values = (torch.arange(6 * 40 * 50) % 97 - 40).to(dtype).reshape(6, 40, 50)
    there = values.npu()
    for change in (
        lambda x: x[0].t(),
        lambda x: x.permute(2, 0, 1),
        lambda x: x[1:5:2, ::3, 7:],
        lambda x: x[:, 3, :],
        lambda x: x[:1, :, :1].expand(5, 40, 60),
    ):
        changed = change(there)
        assert not changed.is_contiguous()
        assert torch.equal(changed.contiguous().cpu(), change(values).contiguous())
        assert torch.equal(changed.cpu(), change(values))
        assert torch.equal(changed.clone().cpu(), change(values))


@pytest.mark.parametrize("source", DTYPES)
def test_dtypes_are_converted(source):
    numbers = torch.arange(40 * 30) % 97 - (20 if source.is_signed else 0)
    for target in DTYPES:
        # A negative float as an unsigned dtype is anything on the CPU, and 0 on an NPU.
        saturates = source.is_floating_point and target == torch.uint8
        values = (numbers.abs() if saturates else numbers).to(source).reshape(40, 30)
        assert torch.equal(values.npu().to(target).cpu(), values.to(target)), target
        assert torch.equal(values.npu().t().to(target).cpu(), values.t().to(target)), target


def test_halves_are_rounded_once():
    values = torch.cat([torch.randn(4000) * 2.0**e for e in range(-30, 20)])
    there = values.npu()
    assert torch.equal(there.half().cpu(), values.half())
    assert torch.equal(there.bfloat16().cpu(), values.bfloat16())
    assert torch.equal(there.half().float().cpu(), values.half().float())


def test_slices_are_written():
    there, here = torch.zeros(20, 30).npu(), torch.zeros(20, 30)
    for x in (there, here):
        other = torch.arange(300, dtype=torch.int32).reshape(10, 30).to(x.device)
        x[::2].copy_(other)
        x[:, 4:8] = other[:1, :4].t()[:1]
        x.t()[3:5] = other[1, :20]
    assert torch.equal(there.cpu(), here)


# The adapter asks with which option the older interface compiles operators, and stores weights in
# formats of its own if they are not ready-made.
@pytest.mark.parametrize(
    "layer",
    [
        *(torch.nn.Conv2d(3, 4, 3), torch.nn.Conv3d(3, 4, 3)),
        *(torch.nn.BatchNorm1d(3), torch.nn.BatchNorm2d(3)),
    ],
    ids=lambda layer: type(layer).__name__,
)
def test_layers_move_there_and_back(layer):
    assert torch.npu.is_jit_compile_false()
    expected = {name: value.clone() for name, value in layer.state_dict().items()}
    for name, value in layer.npu().state_dict().items():
        assert value.device.type == "npu"
        assert torch.equal(value.cpu(), expected[name])
