"""Losses, their gradients, statistics and slices at places through PyTorch's Ascend adapter,
unmodified from PyPI, on this library: run by tests/clients/run."""

import pytest
import torch
import torch.nn.functional as F
from on_npu import FLOATS, assert_close, numbers

pytest.importorskip("torch_npu")

REDUCTIONS = ["none", "mean", "sum"]


def both(seed, dtype, of_numbers, of_targets=(0, 1)):
    return numbers(dtype, seed, *of_numbers), numbers(dtype, seed + 1, *of_targets)


def smooth(x, t, reduction):
    return F.smooth_l1_loss(x, t, reduction=reduction, beta=0.5)


def kl_of_log(x, t, reduction):
    return F.kl_div(x, t, reduction=reduction, log_target=True)


# With the ranges of the numbers and of the targets.
LOSSES = {
    "mse": (F.mse_loss, (-4, 4), (-4, 4)),
    "l1": (F.l1_loss, (-4, 4), (-4, 4)),
    "smooth": (smooth, (-2, 2), (-2, 2)),
    "entropy": (F.binary_cross_entropy, (0.05, 0.95), (0, 1)),
    "entropy of logits": (F.binary_cross_entropy_with_logits, (-8, 8), (0, 1)),
    "kl": (F.kl_div, (-4, 0), (0.1, 1)),
    "kl of log": (kl_of_log, (-4, 0), (-4, 0)),
    "margin": (F.soft_margin_loss, (-4, 4), (-1, 1)),
}


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", LOSSES)
def test_loss_and_gradient(name, dtype, reduction):
    loss, *ranges = LOSSES[name]
    x, t = both(1, dtype, *ranges)
    there, here = x.npu().requires_grad_(), x.double().requires_grad_()
    of_there = loss(there, t.npu(), reduction=reduction)
    of_here = loss(here, t.double(), reduction=reduction)
    assert_close(of_there, of_here, 0.52)
    of_there.sum().backward()
    of_here.sum().backward()
    close = {torch.float: 1e-5, torch.half: 1e-2, torch.bfloat16: 5e-2}[dtype]
    torch.testing.assert_close(
        there.grad.cpu().double(), here.grad, rtol=close, atol=close * here.grad.abs().max().item()
    )


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_weights(reduction):
    x, t = both(3, torch.float, (-4, 4))
    w, p = torch.rand(35, 1) + 0.5, torch.rand(3) + 0.5
    there, here = x.npu().requires_grad_(), x.double().requires_grad_()
    of_there = F.binary_cross_entropy_with_logits(
        there, t.npu(), w.npu(), pos_weight=p.npu(), reduction=reduction
    )
    of_here = F.binary_cross_entropy_with_logits(
        here, t.double(), w.double(), pos_weight=p.double(), reduction=reduction
    )
    assert_close(of_there, of_here, 0.52)
    of_there.sum().backward()
    of_here.sum().backward()
    torch.testing.assert_close(there.grad.cpu().double(), here.grad, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_pixels(dtype, reduction):
    scores = torch.randn(2, 5, 6, 7, dtype=torch.double).log_softmax(1).to(dtype)
    target = torch.randint(0, 5, (2, 6, 7))
    target[0, 0, 0] = -100
    there, here = scores.npu().requires_grad_(), scores.double().requires_grad_()
    of_there = F.nll_loss(there, target.npu(), reduction=reduction)
    of_here = F.nll_loss(here, target, reduction=reduction)
    assert_close(of_there, of_here, 0.52)
    of_there.sum().backward()
    of_here.sum().backward()
    assert_close(there.grad, here.grad, 2 if reduction == "mean" else 0.52)


STATISTICS = {
    "var": lambda x: x.var(1),
    "var of all": lambda x: x.var(),
    "std": lambda x: x.std((0, 2), correction=0, keepdim=True),
    "var_mean": lambda x: torch.cat(torch.var_mean(x, 1)),
    "std_mean": lambda x: torch.cat(torch.std_mean(x, 0)),
    "logsumexp": lambda x: x.logsumexp(1),
    "aminmax": lambda x: torch.cat(torch.aminmax(x, dim=1)),
    "aminmax along": lambda x: torch.cat(torch._aminmax(x, 1)),
    "aminmax of all": lambda x: torch.stack(torch._aminmax(x)),
    "median": lambda x: x.median(),
    "median along": lambda x: x.median(1).values,
    "nanmedian": lambda x: x.nanmedian(),
    "nanmedian along": lambda x: x.nanmedian(1).values,
    "kthvalue": lambda x: x.kthvalue(3, 1).values,
    "trace": lambda x: x[:, :, 0].trace(),
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", STATISTICS)
def test_statistics(name, dtype):
    x = numbers(dtype, 5)
    assert_close(STATISTICS[name](x.npu()), STATISTICS[name](x.double()), 0.52)


def test_equal():
    x = numbers(torch.float, 6)
    assert torch.equal(x.npu(), x.npu()) and not torch.equal(x.npu(), (x + 1).npu())


PLACES = torch.tensor([3, 0, 20, 3])
SLICES = {
    "take": lambda x, i: torch.take(x, i * 7),
    "put": lambda x, i: x.clone().put_(i[:3], x.flatten()[:3]),
    "put sums": lambda x, i: x.clone().put_(i, x.flatten()[:4], accumulate=True),
    "index_add": lambda x, i: x.index_add(0, i, x[:4]),
    "index_add times": lambda x, i: x.index_add(0, i, x[:4], alpha=3),
    "index_fill": lambda x, i: x.index_fill(0, i, 2.0),
    "index_fill_": lambda x, i: x.clone().index_fill_(1, i, 2.0),
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", SLICES)
def test_slices(name, dtype):
    x = numbers(dtype, 7)
    assert_close(SLICES[name](x.npu(), PLACES.npu()), SLICES[name](x.double(), PLACES), 0.52)


def test_divergence_by_target():
    x, target = torch.randn(4, 8), torch.rand(4, 8)
    gradients = []
    for t in (target.npu(), target.double()):
        t.requires_grad_()
        F.kl_div(x.to(t.device, t.dtype), t, reduction="sum").backward()
        gradients.append(t.grad.cpu().double())
    torch.testing.assert_close(*gradients, rtol=2e-6, atol=2e-6)


def ctc(device, log_probs, targets, lengths, **options):
    """The losses, and the gradient of the numbers before log_softmax."""
    x = log_probs.to(device).requires_grad_()
    input_lengths, target_lengths = lengths
    loss = F.ctc_loss(
        x.log_softmax(-1),
        targets.to(device),
        input_lengths,
        target_lengths,
        reduction="none",
        **options,
    )
    (loss * torch.arange(1.0, 1 + len(loss), device=device, dtype=loss.dtype)).sum().backward()
    return loss.detach().cpu().double(), x.grad.cpu().double()


@pytest.mark.parametrize("zero_infinity", [False, True])
@pytest.mark.parametrize("along_one_axis", [False, True])
def test_ctc_loss(along_one_axis, zero_infinity):
    generator = torch.Generator().manual_seed(8)
    x = torch.randn(20, 3, 7, generator=generator)
    targets = torch.randint(1, 7, (3, 6), generator=generator)
    # The last sequence is too short for its targets.
    lengths = [20, 15, 5 if zero_infinity else 20], [6, 4, 6]
    if along_one_axis:
        targets = torch.cat([row[:length] for row, length in zip(targets, lengths[1])])
    there = ctc("npu", x, targets, lengths, zero_infinity=zero_infinity)
    here = ctc("cpu", x.double(), targets, lengths, zero_infinity=zero_infinity)
    torch.testing.assert_close(there[0], here[0], rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(there[1], here[1], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_multilabel_margin_loss(dtype, reduction):
    x = numbers(dtype, 9)[0, :5, :1].reshape(5, 1) * torch.arange(1, 8)
    targets = torch.tensor([[0, 3, -1, 1, 1, 1, 1]] * 4 + [[6, 2, 2, 0, -1, 0, 0]])
    there = F.multilabel_margin_loss(x.to(dtype).npu(), targets.npu(), reduction=reduction)
    here = F.multilabel_margin_loss(x.to(dtype).double(), targets, reduction=reduction)
    assert_close(there, here, 0.52)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_cross_entropy_in_one_step(dtype, reduction):
    import torch_npu

    generator = torch.Generator().manual_seed(14)
    x = torch.randn(6, 9, generator=generator).to(dtype)
    target, weight = torch.randint(9, (6,), generator=generator), torch.rand(9) + 0.5
    target[2] = -100
    there, here = x.npu().requires_grad_(), x.double().requires_grad_()
    of_there = torch_npu.npu_cross_entropy_loss(
        there, target.npu(), weight.npu(), reduction=reduction
    )[0]
    of_here = F.cross_entropy(here, target, weight.double(), reduction=reduction)
    assert_close(of_there.reshape(of_here.shape), of_here, 0.52)
    of_there.sum().backward()
    of_here.sum().backward()
    close = {torch.float: 1e-5, torch.half: 1e-2, torch.bfloat16: 5e-2}[dtype]
    torch.testing.assert_close(there.grad.cpu().double(), here.grad, rtol=close, atol=close)
