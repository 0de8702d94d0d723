"""PyTorch: tensors in and out, and custom operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import SHAPES, layouts

import openaclnn

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from rows import CASES, Case  # noqa: E402
from tensors import assert_within, like, random  # noqa: E402

import openaclnn.torch  # noqa: E402

aten, ours = torch.ops.aten, torch.ops.openaclnn

DTYPES = [torch.float16, torch.bfloat16, torch.float32]


@given(st.data(), SHAPES, st.sampled_from(DTYPES), st.sampled_from(CASES))
def test_against_pytorch(data: st.DataObject, shape: Any, dtype: Any, case: Case) -> None:
    tensors = case.tensors(shape, dtype)
    double = case.reference(tensors)
    inputs = [like(data.draw(layouts(len(shape), backwards=False)), t) for t in tensors]
    addresses = [t.data_ptr() for t in inputs]
    actual = getattr(openaclnn, case.name)(*inputs, *case.numbers)
    assert isinstance(actual, torch.Tensor) and actual.dtype == dtype
    assert [t.data_ptr() for t in inputs] == addresses
    assert_within(actual, double, case.limit(dtype))

    out = like(data.draw(layouts(len(shape), backwards=False)), tensors[0])
    assert getattr(openaclnn, case.name)(*inputs, *case.numbers, out=out) is out
    assert torch.equal(out, actual)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_row_against_pytorch(case: Case, dtype: Any) -> None:
    tensors = case.tensors((1000,), dtype)
    actual = getattr(openaclnn, case.name)(*tensors, *case.numbers)
    assert_within(actual, case.reference(tensors), case.limit(dtype))
    assert torch.equal(getattr(ours, case.name)(*tensors, *case.numbers), actual)


@pytest.mark.parametrize("shape", [(6,), (4, 6), (2, 6, 5)])
@pytest.mark.parametrize("channels", [1, 6])
def test_prelu_against_pytorch(shape: tuple[int, ...], channels: int) -> None:
    if channels != 1 and len(shape) == 1:
        channels = 1  # one axis is one channel
    grad, x = random(shape, torch.float32, 3), random(shape, torch.float32, 4)
    weight = random((channels,), torch.float32, 5)
    actual = openaclnn.prelu_backward(grad, x, weight)
    known = [t.double().requires_grad_() for t in (x, weight)]
    wanted = torch.autograd.grad(torch.nn.functional.prelu(*known), known, grad.double())
    assert_within(actual[0], wanted[0], 0.501)
    torch.testing.assert_close(actual[1].double(), wanted[1], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("weighted", [False, True])
def test_gradients_of_targets(weighted: bool, reduction: str) -> None:
    x, target = random((4, 6), torch.float32, 6), random((4, 6), torch.bfloat16, 7)
    weight, pos_weight = (random((6,), torch.float32, k) if weighted else None for k in (8, 9))
    known = target.double().requires_grad_()
    loss = torch.nn.functional.binary_cross_entropy_with_logits(
        x.double(),
        known,
        None if weight is None else weight.double(),
        reduction=reduction,
        pos_weight=None if pos_weight is None else pos_weight.double(),
    )
    grad = random(loss.shape, torch.float16, 10)
    (wanted,) = torch.autograd.grad(loss, known, grad.double())
    arguments = (grad, x, target, weight, pos_weight, ["none", "mean", "sum"].index(reduction))
    actual = openaclnn.binary_cross_entropy_with_logits_target_backward(*arguments)
    assert actual.dtype == torch.bfloat16
    assert_within(actual, wanted, 0.501)
    custom = ours.binary_cross_entropy_with_logits_target_backward
    torch.library.opcheck(custom, arguments)
    assert torch.equal(custom(*arguments), actual)
    # A mean of a batch's element is not one of the batch.
    batched = torch.func.vmap(
        lambda row: custom(grad.sum(), row, row, weight, pos_weight, arguments[-1])
    )(x)
    rows = [custom(grad.sum(), row, row, weight, pos_weight, arguments[-1]) for row in x]
    assert torch.equal(batched, torch.stack(rows))


def test_weights_may_be_left_out() -> None:
    x = random((4, 6), torch.float32, 11)
    expected = -x / 24  # the mean by default
    for backward in (
        openaclnn.binary_cross_entropy_with_logits_target_backward,
        ours.binary_cross_entropy_with_logits_target_backward,
    ):
        assert torch.equal(backward(torch.ones(()), x, x), expected)
        assert torch.equal(
            backward(torch.ones(()), x, x, posWeightOptional=torch.ones(1)), expected
        )
    with pytest.raises(TypeError, match="self is <class 'NoneType'>"):
        openaclnn.binary_cross_entropy_with_logits_target_backward(x, None, x)  # type: ignore


def test_kinds_of_arrays() -> None:
    x = torch.linspace(-2, 2, 5, requires_grad=True)
    array = x.detach().numpy()
    from_tensor = openaclnn.hardtanh_backward(x, array, -1, 1)
    from_array = openaclnn.hardtanh_backward(array, x, -1, 1)
    assert isinstance(from_tensor, torch.Tensor) and not from_tensor.requires_grad
    assert isinstance(from_array, np.ndarray)
    np.testing.assert_array_equal(from_tensor, from_array)
    with pytest.raises(ValueError, match="out requires a gradient"):
        openaclnn.hardtanh_backward(x, x, -1, 1, out=x)
    with pytest.raises(TypeError, match="device meta"):
        openaclnn.hardtanh_backward(torch.ones(3, device="meta"), x, -1, 1)


def test_autograd_sees_outputs_change() -> None:
    x = torch.linspace(-2, 2, 5)
    y = torch.exp(torch.ones(5, requires_grad=True))  # its gradient needs its result
    with torch.no_grad():
        openaclnn.hardtanh_backward(x, x, -1, 1, out=y.detach())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_operators_in_pytorch(case: Case) -> None:
    *first, x = case.tensors((2, 3, 4), torch.float32)
    torch.library.opcheck(getattr(ours, case.name), (*first, x.mT.contiguous().mT, *case.numbers))


def test_fake_results() -> None:
    x = random((2, 3, 4), torch.bfloat16, 12)
    half = random((3, 1), torch.float16, 13)
    torch.library.opcheck(ours.gelu_backward_v2, (half, x, "tanh"))  # promotes and broadcasts
    torch.library.opcheck(ours.prelu_backward, (x, x, x[0, :, :1]))  # one axis for the channels
    torch.library.opcheck(ours.prelu_backward, (x, x, x[:1, :1, 0]))


def test_vmap_of_operators() -> None:
    grad, x = random((4, 5), torch.float32, 20), random((2, 5, 3), torch.float32, 21)
    actual = torch.func.vmap(lambda g: ours.gelu_backward_v2(g[:, None], x, "tanh"))(grad)
    assert actual.shape == (4, 2, 5, 3)
    for k in range(4):
        assert torch.equal(actual[k], openaclnn.gelu_backward_v2(grad[k][:, None], x, "tanh"))
    with pytest.raises(openaclnn.ArgumentError, match="gradOutput: shape is"):
        torch.func.vmap(lambda g: ours.hardtanh_backward(g, x))(grad)


def test_operators_of_rows() -> None:
    x, labels = random((3, 4, 5), torch.float32, 26), random((3, 4, 5), torch.float32, 27)
    for dim in (0, 1, -1):  # of an element of the batch
        actual = torch.func.vmap(lambda t, dim=dim: ours.softmax(t, dim))(x)
        for k in range(3):
            assert torch.equal(actual[k], openaclnn.softmax(x[k], dim))
    for dims, elements in (
        ((0, 0), lambda k: (x[k], labels[k])),
        ((0, None), lambda k: (x[k], labels[0])),
        ((2, 2), lambda k: (x[:, :, k], labels[:, :, k])),
    ):
        arguments = (x, labels[0] if dims[1] is None else labels)
        results = torch.func.vmap(ours.softmax_cross_entropy_with_logits, dims)(*arguments)
        for k in range(x.shape[dims[0]]):
            expected = openaclnn.softmax_cross_entropy_with_logits(*elements(k))
            assert all(torch.equal(r[k], e) for r, e in zip(results, expected, strict=True))
    with pytest.raises(openaclnn.ArgumentError, match="rank"):
        torch.func.vmap(ours.softmax_cross_entropy_with_logits)(x[0], x[0])
    torch.library.opcheck(ours.log_softmax, (x, 1))
    torch.library.opcheck(ours.softmax_cross_entropy_with_logits, (x[0], labels[0]))


def test_numbers_and_defaults() -> None:
    x = random((4, 3), torch.bfloat16, 24)
    for number in (0.25, 2):
        results = openaclnn.prelu_backward(x, x, number)
        expected = openaclnn.prelu_backward(x, x, torch.tensor(number, dtype=x.dtype))
        assert all(torch.equal(a, b) for a, b in zip(results, expected, strict=True))
    y = x.float().sigmoid()
    assert torch.equal(ours.gelu_backward_v2(x, x), openaclnn.gelu_backward_v2(x, x, "none"))
    assert torch.equal(
        ours.hardtanh_backward(x, x, max=2), openaclnn.hardtanh_backward(x, x, -1, 2)
    )
    assert torch.equal(ours.softplus_backward(x, x), openaclnn.softplus_backward(x, x, 1, 20))
    assert torch.equal(ours.logit_grad(y, y), openaclnn.logit_grad(y, y, -1))
    torch.library.opcheck(ours.logit_grad, (y, y))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("relu_", lambda x: (x,)),
        ("add_", lambda x: (x, x[0].clone(), 2)),
        ("addmm_", lambda x: (x, x.clone(), x.clone())),
        ("copy_", lambda x: (x, x[0].half())),
        ("fill_scalar_", lambda x: (x, 2)),
        ("cast", lambda x: (x, torch.int16)),
        ("s_where", lambda x: (x > 0, x, x[0])),
        ("mean", lambda x: (x,)),
        ("reduce_sum", lambda x: (x, [0], True)),
        ("mm", lambda x: (x, x)),
        ("addmm", lambda x: (x[0], x, x)),
        ("matmul", lambda x: (x.expand(2, 4, 4).contiguous(), x)),
        ("matmul", lambda x: (x, x[0])),
        ("matmul", lambda x: (x[0], x)),
        ("nll_loss", lambda x: (x, torch.tensor([0, 3, 1, -100]))),
        (
            "nll_loss_backward",
            lambda x: (x[0], x, torch.tensor([0, 3, 1, 2]), None, 0, -100, x[0, :1]),
        ),
    ],
)
def test_moves_sums_and_operators_in_place(name: str, arguments: Callable[..., Any]) -> None:
    x = random((4, 4), torch.float32, 29)
    custom, expected = getattr(ours, name), getattr(openaclnn, name)
    # With memory of its own, as in place the first one changes.
    given, same = (arguments(x.clone()) for _ in range(2))
    results, wanted = custom(*given), expected(*same)
    for result, want in zip(
        results if isinstance(results, tuple) else (results,),
        wanted if isinstance(wanted, tuple) else (wanted,),
        strict=True,
    ):
        assert result.dtype == want.dtype and torch.equal(result, want)
    torch.library.opcheck(custom, arguments(x.clone()))
    if name.endswith("_"):
        assert results is given[0] and given[0]._version == 1
    # The results of the batch's elements, one by one.
    batch = torch.stack([x, -x, x + 1])
    made = torch.func.vmap(lambda element: custom(*arguments(element)))(batch.clone())
    for k in range(3):
        wanted = expected(*arguments(batch[k].clone()))
        for result, want in zip(
            made if isinstance(made, tuple) else (made,),
            wanted if isinstance(wanted, tuple) else (wanted,),
            strict=True,
        ):
            assert torch.equal(result[k], want)


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y: ours.reduce_sum(ours.mm(x, y), 1),
        lambda x, y: ours.mean(ours.cast(x, torch.float64), (0,), True),
        lambda x, y: ours.add_(ours.relu_(x.clone()), x[0]) * 2,
        lambda x, y: ours.nll_loss(x, torch.zeros(x.shape[0], dtype=torch.int64))[0],
    ],
)
def test_compiled_with_sizes_that_change(call: Callable[..., Any]) -> None:
    compiled = torch.compile(call, fullgraph=True, dynamic=True, backend="aot_eager")
    for rows, columns in ((3, 4), (5, 4), (5, 7)):
        x, y = random((rows, columns), torch.float32, 30), random((columns, 6), torch.float32, 31)
        actual, expected = compiled(x, y), call(x, y)
        assert actual.dtype == expected.dtype and torch.equal(actual, expected)


def test_what_pytorch_lets_one_leave_out() -> None:
    x, integers = random((3, 5), torch.float32, 32), torch.arange(-5, 7, dtype=torch.int8)
    log_p, target = torch.log_softmax(x, 1), torch.tensor([4, -100, 1])
    for mean, reduce_sum, nll_loss in (
        (openaclnn.mean, openaclnn.reduce_sum, openaclnn.nll_loss),
        (ours.mean, ours.reduce_sum, ours.nll_loss),
    ):
        assert_within(mean(x), x.double().mean(), 0.51)
        assert_within(mean(x, 1), x.double().mean(1), 0.51)
        assert mean(x.half()).dtype == torch.half
        assert mean(integers, dtype=torch.float64) == 0.5
        assert_within(reduce_sum(x), x.double().sum(), 0.51)
        for small in (integers, integers > 0, integers.int(), integers.to(torch.uint8)):
            total = reduce_sum(small)
            assert total.dtype == small.sum().dtype == torch.int64
            assert total == small.sum()
        loss, weights = nll_loss(log_p, target)
        assert_within(loss, torch.nn.functional.nll_loss(log_p.double(), target), 0.51)
        assert weights == 2 and weights.dtype == torch.float32
        with pytest.raises(TypeError, match="dtype is None, but self has int8; expected a dtype"):
            mean(integers)
    array = openaclnn.reduce_sum(np.arange(5, dtype=np.int16))
    assert (array.dtype, array.shape, array) == (np.int64, (), 10)
    loss, weights = openaclnn.nll_loss(log_p.numpy()[0], target.numpy()[0])
    np.testing.assert_array_equal(loss, -log_p[0, 4])


def test_gradients_that_functions_have_not() -> None:
    x = random((3, 4), torch.float32, 33).requires_grad_()
    target = torch.tensor([1, 0, 3])
    functional = torch.nn.functional
    for name, others, function in (
        ("gelu", (), lambda t: functional.gelu(t, approximate="tanh")),
        ("fast_gelu", (), lambda t: t * torch.sigmoid(1.702 * t)),
        ("swish", (), functional.silu),
        ("log_sigmoid_forward", (), functional.logsigmoid),
        ("ge_glu", (-1, 0), lambda t: t[:, :2] * functional.gelu(t[:, 2:])),
        ("nll_loss", (target,), lambda t: functional.nll_loss(t, target)),
    ):
        result = getattr(ours, name)(x, *others)
        result = result[0] if isinstance(result, tuple) else result
        (actual,) = torch.autograd.grad(result.sum(), x)
        known = x.detach().double().requires_grad_()
        (wanted,) = torch.autograd.grad(function(known).sum(), known)
        torch.testing.assert_close(actual.double(), wanted, rtol=1e-5, atol=1e-6)


def test_gradients_that_there_are_not() -> None:
    x = random((3, 4), torch.float32, 34).requires_grad_()
    with pytest.raises(NotImplementedError, match="exp has no gradient: docs/python"):
        ours.exp(x).sum().backward()
    (slope,) = torch.autograd.grad(ours.silu(x).sum(), x, create_graph=True)
    with pytest.raises(NotImplementedError, match="silu_backward has no gradient: it is"):
        slope.sum().backward()
    y = x * 1
    with pytest.raises(NotImplementedError, match=r"no_grad\(\), or use openaclnn::relu$"):
        ours.relu_(y)
    with pytest.raises(NotImplementedError, match=r"no_grad\(\)$"):
        ours.zero_(y)
    with pytest.raises(NotImplementedError, match=r"use openaclnn::add$"):
        ours.add_(x.detach().clone(), x)
    assert torch.equal(x, y)
    with torch.no_grad():
        assert torch.equal(ours.relu_(y), x.relu())
    z = torch.exp(x)  # whose gradient needs it
    with torch.no_grad():
        ours.relu_(z)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()
    with pytest.raises(RuntimeError, match="without a batch"):
        torch.func.vmap(lambda row: ours.add_(torch.zeros(4), row))(x.detach())


def test_integers_stay_integers() -> None:
    x = torch.arange(5, dtype=torch.int32)
    for name in ("adds", "muls", "subs"):
        assert torch.equal(getattr(ours, name)(x, 3), getattr(openaclnn, name)(x, 3))
        assert getattr(ours, name)(x, 3).dtype == torch.int32


def test_lazy_bits() -> None:
    x, grad = random((4,), torch.float32, 25), random((4,), torch.float32, 26)
    expected = openaclnn.softplus_backward(-grad, -x, 1, 20)
    assert torch.equal(
        openaclnn.softplus_backward(torch._neg_view(grad), torch._neg_view(x), 1, 20), expected
    )
    pairs = torch.complex(grad, x)
    assert pairs.conj().imag.is_neg()
    assert torch.equal(openaclnn.softplus_backward(-grad, pairs.conj().imag, 1, 20), expected)
    out = torch._neg_view(torch.zeros(4))
    with pytest.raises(ValueError, match="gradInput has the negative bit"):
        openaclnn.softplus_backward(grad, x, 1, 20, out=out)
    assert not out.any()
    with pytest.raises(ValueError, match="gradInput has the conjugate bit"):
        openaclnn.softplus_backward(grad, x, 1, 20, out=pairs.conj())
    with pytest.raises(openaclnn.ArgumentError, match="self: dtype is COMPLEX64"):
        openaclnn.softplus_backward(grad, pairs.conj(), 1, 20)


def test_misaligned_tensors() -> None:
    x = random((5,), torch.float32, 27)
    memory = torch.from_numpy(np.zeros(21, np.uint8)[1:].view(np.float32))
    assert memory.data_ptr() % 4 == 1
    with pytest.raises(ValueError, match="gradInput is not aligned"):
        openaclnn.softplus_backward(x, x, 1, 20, out=memory)
    memory.copy_(x)
    assert torch.equal(
        openaclnn.softplus_backward(memory, memory, 1, 20), openaclnn.softplus_backward(x, x, 1, 20)
    )


def test_tensors_without_memory() -> None:
    x = random((3, 4), torch.float32, 28)
    for bad in (x.to_sparse(), x.to_mkldnn(), x.to("meta"), x.to(torch.float8_e5m2)):
        with pytest.raises(TypeError, match="aclnnGeluBackwardV2: self "):
            openaclnn.gelu_backward_v2(x, bad)
    with pytest.raises(TypeError, match=r"self is <class 'torch.Tensor'>"):
        torch.func.vmap(lambda t: openaclnn.gelu_backward_v2(x, t))(x)
