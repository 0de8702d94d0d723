"""Convolutions and their gradients through PyTorch's Ascend adapter, unmodified from PyPI, on this library:
run by tests/clients/run. Errors are those next to the CPU in double, compared with the CPU's own."""

import copy

import pytest
import torch
from on_npu import FLOATS

pytest.importorskip("torch_npu")

nn = torch.nn
torch.manual_seed(0)  # the modules have the same weights in every run
MODULES = {
    "conv1d": (nn.Conv1d(3, 8, 3, padding=1), (2, 3, 20)),
    "depthwise1d": (nn.Conv1d(6, 6, 4, groups=6, bias=False), (2, 6, 13)),
    "conv2d": (nn.Conv2d(3, 8, 3, stride=2, padding=1), (2, 3, 17, 19)),
    "without_batch": (nn.Conv2d(4, 6, 3, padding=2, dilation=2, bias=False), (4, 11, 12)),
    "depthwise2d": (nn.Conv2d(8, 8, 3, padding=1, groups=8), (2, 8, 9, 9)),
    "groups": (nn.Conv2d(8, 12, (1, 3), padding="same", groups=4), (1, 8, 5, 6)),
    "conv3d": (nn.Conv3d(2, 4, 3, padding=1), (1, 2, 5, 6, 7)),
    "transposed1d": (nn.ConvTranspose1d(4, 6, 4, stride=2), (2, 4, 9)),
    "transposed2d": (
        nn.ConvTranspose2d(4, 6, 3, stride=2, padding=1, output_padding=1),
        (2, 4, 7, 8),
    ),
    "transposed3d": (nn.ConvTranspose3d(2, 3, 2, stride=2), (1, 2, 3, 4, 5)),
}


def with_gradients(module, x, grad):
    x = x.detach().requires_grad_()
    out = module(x)
    return [out.detach(), *torch.autograd.grad(out, [x, *module.parameters()], grad)]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", MODULES)
def test_error_is_at_most_that_of_the_cpu(name, dtype):
    torch.manual_seed(0)
    module, shape = MODULES[name]
    on_cpu = copy.deepcopy(module).to(dtype)
    x = torch.randn(shape).to(dtype)
    grad = torch.randn(on_cpu(x).shape).to(dtype)
    exact = with_gradients(copy.deepcopy(on_cpu).double(), x.double(), grad.double())
    cpus = with_gradients(on_cpu, x, grad)
    ours = with_gradients(copy.deepcopy(on_cpu).npu(), x.npu(), grad.npu())
    unit = torch.finfo(dtype).eps
    for mine, cpu, want in zip(ours, cpus, exact, strict=True):
        assert mine.dtype == dtype and mine.device.type == "npu"
        error, limit = ((one.cpu().double() - want).abs().max() for one in (mine, cpu))
        assert error <= limit + 2 * unit * want.abs().max()


def test_other_functions():
    torch.manual_seed(0)
    x, weight, bias = torch.randn(2, 3, 8, 9), torch.randn(6, 1, 3, 3), torch.randn(6)
    arguments = [3, 3], [1, 1], [1, 1], [1, 1]
    depthwise = torch.ops.aten._conv_depthwise2d(
        x.npu(), weight.npu(), arguments[0], bias.npu(), *arguments[1:]
    )
    expected = torch.conv2d(x, weight, bias, padding=1, groups=3)
    torch.testing.assert_close(depthwise.cpu(), expected)

    time, kernel = torch.randn(11, 2, 4), torch.randn(3, 4, 5)
    results = []
    for device in ("npu", "cpu"):
        leaves = [t.to(device).requires_grad_() for t in (time, kernel, torch.ones(5))]
        out = torch.conv_tbc(*leaves, 1)
        results.append([out, *torch.autograd.grad(out.square().sum(), leaves)])
    for mine, cpu in zip(*results, strict=True):
        torch.testing.assert_close(mine.cpu(), cpu)


def test_training():
    torch.manual_seed(0)
    images, classes = torch.randn(8, 3, 12, 12), torch.randint(0, 5, (8,))
    network = nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(8, 8, 3, stride=2, padding=1, groups=8),
        nn.Conv2d(8, 16, 1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(16 * 36, 5),
    )
    losses = []
    for device in ("npu", "cpu"):
        model = copy.deepcopy(network).to(device)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        of_device = []
        for _ in range(5):
            loss = nn.functional.cross_entropy(model(images.to(device)), classes.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            of_device.append(loss.item())
        losses.append(of_device)
    assert losses[1][-1] < losses[1][0]
    assert losses[0] == pytest.approx(losses[1], rel=1e-4)
