"""What tests of PyTorch on npu:0 share: values, views of them, and the comparison with the CPU."""

from types import SimpleNamespace

import torch

FLOATS = [torch.float, torch.half, torch.bfloat16]
INTEGERS = [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64]

# Views of a tensor of 24 x 35 x 3, as they are left by slicing and permuting.
VIEWS = {
    "dense": lambda x: x,
    "transposed": lambda x: x.permute(2, 1, 0),
    "every second": lambda x: x[::2, :, 1:],
    "expanded": lambda x: x[:, :1, :].expand(24, 35, 3),
}


def numbers(dtype, seed, low=-4.0, high=4.0):
    generator = torch.Generator().manual_seed(seed)
    if not dtype.is_floating_point:
        low, high = (0 if dtype == torch.uint8 else -100), 100
        return torch.randint(low, high, (24, 35, 3), generator=generator).to(dtype)
    uniform = torch.rand(24, 35, 3, generator=generator, dtype=torch.double)
    return (low + (high - low) * uniform).to(dtype)


def ulps(actual, expected):
    """The largest distance in units of the last place that the dtype has at the exact value."""
    expected = expected.double()
    info = torch.finfo(actual.dtype)
    _, exponent = torch.frexp(expected.abs().clamp_min(info.smallest_normal))
    units = torch.exp2(exponent - 1.0) * info.eps
    return ((actual.double() - expected).abs() / units).max().item()


def assert_close(there, here, limit):
    """What npu:0 gave, compared with what the CPU gives in double, or in integers."""
    assert there.device == torch.device("npu", 0) and there.shape == here.shape
    actual = there.detach().cpu()
    if not actual.dtype.is_floating_point:
        assert torch.equal(actual, here.to(actual.dtype))
        return
    here = here.detach().double()
    same = torch.isnan(actual) == torch.isnan(here)
    assert same.all()
    finite = torch.isfinite(here) & torch.isfinite(actual)
    special = [x[~finite].to(actual.dtype).nan_to_num(0.5) for x in (actual, here)]
    assert torch.equal(*special)
    error = ulps(actual[finite], here[finite])
    assert error <= limit


def placed(inputs, device, dtype):
    """What a model is given, on a device, with numbers of a dtype."""

    def place(value):
        if isinstance(value, dict):
            return {name: place(member) for name, member in value.items()}
        if isinstance(value, list):
            return [place(member) for member in value]
        if not torch.is_tensor(value):
            return value
        return value.to(device, dtype if value.is_floating_point() else None)

    return place(inputs)


class WithLoss(torch.nn.Module):
    """A network that gives no loss by itself: loss(its results, target) is it."""

    def __init__(self, network, loss):
        super().__init__()
        self.network = network
        self.of_results = loss

    def forward(self, target, **inputs):
        results = self.network(**inputs)
        return SimpleNamespace(loss=self.of_results(results, target), results=results)


def step(model, inputs, device, dtype, autocast=False):
    """The loss of a model, and the gradients of all its weights in a row."""
    model = model.to(device, dtype).train()
    with torch.autocast(torch.device(device).type, torch.bfloat16, enabled=autocast):
        loss = model(**placed(inputs, device, dtype)).loss
    loss.backward()
    gradients = [p.grad.double().cpu().flatten() for p in model.parameters() if p.grad is not None]
    return loss.item(), torch.cat(gradients)


def assert_step_is_that_of_the_cpu(
    make, inputs, make_exact=None, dtype=torch.float, autocast=False
):
    """Compares what npu:0 gives with what the CPU gives in double, and allows twice the error that
    the CPU has in a dtype, or under autocast in bfloat16; and a millionth, or half a step of bfloat16.
    make_exact() makes the model in a form that runs in double."""
    least = 2**-8 if autocast or dtype == torch.bfloat16 else 1e-6
    exact, exact_gradient = step((make_exact or make)(), inputs, "cpu", torch.double)
    here, here_gradient = step(make(), inputs, "cpu", dtype, autocast)
    there, there_gradient = step(make(), inputs, "npu:0", dtype, autocast)
    assert abs(there - exact) <= 2 * abs(here - exact) + least * exact
    allowed = 2 * (here_gradient - exact_gradient).norm() + least * exact_gradient.norm()
    assert (there_gradient - exact_gradient).norm() <= allowed


def in_channels_last(value):
    """A network, or what it is given, with images whose channels are beside each other."""
    if isinstance(value, dict):
        return {name: in_channels_last(member) for name, member in value.items()}
    if isinstance(value, torch.nn.Module) or (torch.is_tensor(value) and value.dim() == 4):
        return value.to(memory_format=torch.channels_last)
    return value


def numbers_in(value):
    """All floats in what a model gives, in a row, in double on the CPU."""
    if torch.is_tensor(value):
        return value.double().cpu().flatten() if value.is_floating_point() else torch.empty(0)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return torch.cat([torch.empty(0, dtype=torch.double), *map(numbers_in, value)])
    return torch.empty(0)


def results(model, inputs, device, dtype):
    """What a model gives that does not train."""
    model = model.to(device, dtype).eval()
    with torch.no_grad():
        return numbers_in(model(**placed(inputs, device, dtype)))


def assert_results_are_those_of_the_cpu(make, inputs):
    """Compares as assert_step_is_that_of_the_cpu does, in float."""
    exact = results(make(), inputs, "cpu", torch.double)
    here = results(make(), inputs, "cpu", torch.float)
    there = results(make(), inputs, "npu:0", torch.float)
    assert exact.numel() > 0 and exact.isfinite().all()
    assert (there - exact).norm() <= 2 * (here - exact).norm() + 1e-6 * exact.norm()
