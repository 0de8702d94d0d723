"""What tests of PyTorch on npu:0 share: values, views of them, and the comparison with the CPU."""

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
        if not torch.is_tensor(value):
            return value
        return value.to(device, dtype if value.is_floating_point() else None)

    return {name: place(value) for name, value in inputs.items()}


def step(model, inputs, device, dtype):
    """The loss of a model, and the gradients of all its weights in a row."""
    model = model.to(device, dtype).train()
    loss = model(**placed(inputs, device, dtype)).loss
    loss.backward()
    gradients = [p.grad.double().cpu().flatten() for p in model.parameters() if p.grad is not None]
    return loss.item(), torch.cat(gradients)


def assert_step_is_that_of_the_cpu(make, inputs, make_exact=None):
    """Compares what npu:0 gives with what the CPU gives in double, and allows twice the error that
    the CPU has in float. make_exact() makes the model in a form that runs in double."""
    exact, exact_gradient = step((make_exact or make)(), inputs, "cpu", torch.double)
    here, here_gradient = step(make(), inputs, "cpu", torch.float)
    there, there_gradient = step(make(), inputs, "npu:0", torch.float)
    assert abs(there - exact) <= 2 * abs(here - exact) + 1e-6 * exact
    allowed = 2 * (here_gradient - exact_gradient).norm() + 1e-6 * exact_gradient.norm()
    assert (there_gradient - exact_gradient).norm() <= allowed
