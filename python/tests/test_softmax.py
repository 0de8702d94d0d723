"""The functions of openaclnn.torch along an axis, and the loss of classes, against PyTorch's."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import openaclnn

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from tensors import assert_within, random  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.nn import functional  # noqa: E402

import openaclnn.torch as ours  # noqa: E402

operators = torch.ops.openaclnn
INF, NAN = math.inf, math.nan
DTYPES = [torch.float32, torch.bfloat16, torch.float16]
every_dtype = pytest.mark.parametrize("dtype", DTYPES)


def swiglu(x: Any, dim: int = -1) -> Any:
    a, b = x.chunk(2, dim)
    return functional.silu(a) * b


def geglu(x: Any, dim: int = -1, approximate: str = "none", activate_left: bool = False) -> Any:
    a, b = x.chunk(2, dim)
    if activate_left:
        a, b = b, a
    return a * functional.gelu(b, approximate=approximate)


@dataclass(frozen=True)
class Case:
    """A function along an axis.

    Attributes:
        name: of the function here.
        theirs: its formula in PyTorch.
        options: besides dim.
        from_result: the gradient is computed from rounded results.
        halves: the axis is cut in two.
    """

    name: str
    theirs: Callable[..., Any]
    options: dict[str, Any] = field(default_factory=dict)
    from_result: bool = False
    halves: bool = True

    def __str__(self) -> str:
        return "-".join([self.name, *map(str, self.options.values())])

    def mine(self, x: Any, dim: int) -> Any:
        return getattr(ours, self.name)(x, dim, **self.options)

    def exact(self, x: Any, dim: int) -> Any:
        return self.theirs(x, dim, **self.options)

    def views(self, dtype: Any) -> list[tuple[Any, int]]:
        """Tensors that lie anyhow, and axes, all of even extents."""
        x = random((4, 6, 2, 8), dtype, 1)
        wide = random((8, 12, 4, 24), dtype, 2)
        views = [x, x.mT, x.permute(3, 0, 2, 1), wide[::2, :, 1:3, ::3], x.select(2, 1)]
        views += [x[:, :1].expand(4, 6, 2, 8), x.to(memory_format=torch.channels_last)]
        every = [(view, dim) for view in views for dim in range(-1, view.dim())]
        return [*every, (x[0, 0, 0], 0), (torch.empty(0, 4, dtype=dtype), 1)]


CASES = [
    Case("softmax", functional.softmax, from_result=True, halves=False),
    Case("log_softmax", functional.log_softmax, from_result=True, halves=False),
    Case("glu", functional.glu),
    Case("swiglu", swiglu),
    Case("geglu", geglu, from_result=True),
    Case("geglu", geglu, {"approximate": "tanh"}, from_result=True),
    Case("geglu", geglu, {"activate_left": True}, from_result=True),
]
every_function = pytest.mark.parametrize("case", CASES, ids=str)


def gradient(function: Callable[[Any], Any], x: Any, grad: Any) -> tuple[Any, Any]:
    """The function's result and the gradient of x."""
    x = x.detach().requires_grad_()
    result = function(x)
    return result.detach(), torch.autograd.grad(result, x, grad)[0]


@every_function
@every_dtype
def test_values(case: Case, dtype: Any) -> None:
    ulp = 1 if dtype == torch.float32 else 0.501
    eps = torch.finfo(dtype).eps
    for x, dim in case.views(dtype):
        grad = random(tuple(case.exact(x.float(), dim).shape), dtype, 3)
        for g in (grad, torch.ones((), dtype=dtype).expand(grad.shape)):
            mine = gradient(lambda t, dim=dim: case.mine(t, dim), x, g)
            exact = gradient(lambda t, dim=dim: case.exact(t, dim), x.double(), g.double())
            assert mine[0].dtype == mine[1].dtype == dtype
            assert mine[1].shape == x.shape
            assert_within(mine[0], exact[0], ulp)
            if case.from_result:  # whose rounding counts
                torch.testing.assert_close(mine[1].double(), exact[1], rtol=4 * eps, atol=16 * eps)
            else:
                assert_within(mine[1], exact[1], ulp)


@every_function
def test_strides_of_results(case: Case) -> None:
    for x, dim in case.views(torch.float32):
        result, grad = gradient(
            lambda t, dim=dim: case.mine(t, dim), x, torch.ones_like(case.mine(x, dim))
        )
        with FakeTensorMode() as mode:
            fake = case.mine(mode.from_tensor(x), dim)
        assert (fake.stride(), fake.shape) == (result.stride(), result.shape)
        assert grad.shape == x.shape


def test_special_values() -> None:
    x = torch.tensor([[1.0, INF, 0.0], [NAN, 0.0, 1.0], [-INF] * 3, [-INF, 0.0, 0.0]])
    assert ours.softmax(x, -1)[:3].isnan().all()
    assert torch.equal(ours.softmax(x, 1)[3], torch.tensor([0.0, 0.5, 0.5]))
    assert ours.log_softmax(x, -1)[3, 0] == -INF
    large = torch.tensor([3e38, 3e38, -3e38], requires_grad=True)
    result = ours.softmax(large, 0)
    assert torch.equal(result, torch.tensor([0.5, 0.5, 0.0]))
    assert torch.autograd.grad(result[0], large)[0].tolist() == [0.25, -0.25, 0.0]
    tiny = ours.log_softmax(torch.tensor([0.0, -100.0]), 0)[0]
    assert tiny == -math.exp(-100)  # where log(1 + e^-100) in double is 0


def test_dtype_converts_before() -> None:
    x = random((4, 5), torch.bfloat16, 4)
    for mine, theirs in (
        (ours.softmax, functional.softmax),
        (ours.log_softmax, functional.log_softmax),
    ):
        result = mine(x, -1, dtype=torch.float32)
        assert result.dtype == torch.float32
        assert torch.equal(result, mine(x.float(), -1))
        torch.testing.assert_close(result, theirs(x, -1, dtype=torch.float32))


@every_function
def test_torch_func(case: Case) -> None:
    x = random((4, 6, 2), torch.float32, 5)
    for dim in (0, 1, -1):

        def loss(f: Any, dim: int = dim) -> Any:
            return lambda t: f(t, dim).sin().sum()

        for transform in (
            lambda f, dim: torch.func.grad(loss(f, dim))(x),
            lambda f, dim: torch.func.jacrev(lambda t: f(t, dim))(x),
            lambda f, dim: torch.func.vmap(lambda t: f(t, dim), in_dims=1)(
                x[:, :, :, None].expand(4, 6, 2, 2)
            ),
            lambda f, dim: torch.func.vmap(torch.func.grad(loss(f, dim)))(torch.stack([x, -x])),
        ):
            torch.testing.assert_close(
                transform(case.mine, dim), transform(case.exact, dim), rtol=4e-6, atol=2e-6
            )
    if not case.halves:
        rank_0 = torch.func.vmap(lambda t: case.mine(t, 0))(x[0, 0])
        assert torch.equal(rank_0, case.exact(torch.zeros(2, 1), 1)[:, 0])


@every_function
@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_compile(case: Case, backend: str) -> None:
    torch._dynamo.reset()
    compiled = torch.compile(lambda t: case.mine(t * 1, 1), backend=backend, fullgraph=True)
    for rows in (2, 5):
        x = random((rows, 6), torch.float32, 6)
        grad = torch.ones_like(case.mine(x, 1))
        for a, b in zip(
            gradient(compiled, x, grad), gradient(lambda t: case.mine(t, 1), x, grad), strict=True
        ):
            assert torch.equal(a, b)

    def loss(t: Any) -> Any:
        return case.mine(t, 1).sin().sum()

    grad_of_loss = torch.compile(torch.func.grad(loss), backend=backend, fullgraph=True)
    assert torch.equal(grad_of_loss(x), torch.func.grad(loss)(x))


@every_function
def test_derivatives_that_there_are_not(case: Case) -> None:
    x = random((3, 4), torch.float32, 7)
    with pytest.raises(NotImplementedError, match="jvp"):
        torch.func.jvp(lambda t: case.mine(t, 1), (x,), (x,))
    x.requires_grad_()
    (grad,) = torch.autograd.grad(case.mine(x, 1).exp().sum(), x, create_graph=True)
    with pytest.raises(NotImplementedError, match="it is a gradient itself"):
        grad.sum().backward()


def test_opcheck() -> None:
    x = random((4, 6), torch.float32, 8).requires_grad_()
    labels = functional.softmax(random((4, 6), torch.float32, 9), 1)
    for operator, arguments in (
        (operators.softmax, (x, 0)),
        (operators.log_softmax, (x, -1)),
        (operators.glu, (x, 1)),
        (operators.swi_glu, (x, 0)),
        (operators.ge_glu_v3, (x, 1, 0, True)),
        (operators.softmax_cross_entropy_with_logits, (x, labels)),
    ):
        torch.library.opcheck(operator, arguments)


def test_modules() -> None:
    x = random((4, 6, 8), torch.float32, 10)
    for mine, theirs in (
        (ours.Softmax(1), torch.nn.Softmax(1)),
        (ours.LogSoftmax(-1), torch.nn.LogSoftmax(-1)),
        (ours.GLU(), torch.nn.GLU()),
        (ours.GLU(0), torch.nn.GLU(0)),
    ):
        assert isinstance(mine, type(theirs)) and repr(mine) == repr(theirs)
        torch.testing.assert_close(pickle.loads(pickle.dumps(mine))(x), theirs(x))
    for module, wanted, text in (
        (ours.SwiGLU(1), swiglu(x, 1), "SwiGLU(dim=1)"),
        (
            ours.GeGLU(0, "tanh", True),
            geglu(x, 0, "tanh", True),
            "GeGLU(dim=0, approximate='tanh', activate_left=True)",
        ),
    ):
        assert repr(module) == text
        torch.testing.assert_close(copy.deepcopy(module)(x), wanted)


def test_refusals() -> None:
    x = torch.ones(3, 5)
    for function in (ours.softmax, ours.log_softmax, ours.Softmax()):
        with pytest.raises(ValueError, match="dim is None"):
            function(x)
    with pytest.raises(openaclnn.ArgumentError, match="dim: is 2"):
        ours.softmax(x, 2)
    for function in (ours.glu, ours.swiglu, ours.geglu):
        with pytest.raises(openaclnn.ArgumentError, match="5"):
            function(x)
    with pytest.raises(ValueError, match="geglu: approximate is 'erf'"):
        ours.geglu(x, 0, "erf")
    with pytest.raises(openaclnn.ArgumentError, match="dtype is INT32"):
        ours.softmax(x.int(), 0)
    result = ours.softmax(x.double().requires_grad_(), 0)  # which has DOUBLE in one direction
    with pytest.raises(openaclnn.ArgumentError, match="dtype is DOUBLE"):
        result.sum().backward()


@dataclass(frozen=True)
class Loss:
    """Arguments of cross_entropy: shapes of logits, whether targets are probabilities, options."""

    shape: tuple[int, ...]
    probabilities: bool = False
    weighted: bool = False
    ignored: bool = False
    smoothing: float = 0.0

    def arguments(self, dtype: Any) -> tuple[Any, Any, dict[str, Any]]:
        """Logits, target and named arguments."""
        x = random(self.shape, dtype, 11)
        classes = self.shape[min(1, len(self.shape) - 1)]
        rest = self.shape[:1] + self.shape[2:] if len(self.shape) > 1 else ()
        if self.probabilities:
            target = random(self.shape, torch.float32, 12).softmax(min(1, len(self.shape) - 1))
            target = (target * 1.5).to(dtype)  # PyTorch wants no sum of 1
        else:
            target = torch.arange(math.prod(rest)).reshape(rest) * 7 % classes
            if self.ignored:
                target = torch.where(target == 0, -3, target)
        named: dict[str, Any] = {"label_smoothing": self.smoothing}
        if self.ignored:
            named["ignore_index"] = -3
        if self.weighted:
            named["weight"] = random((classes,), dtype, 13).abs()
        return x, target, named


LOSSES = [
    Loss((5,)),
    Loss((5,), probabilities=True),
    Loss((7, 5)),
    Loss((7, 5), smoothing=0.1),
    Loss((7, 5), weighted=True),
    Loss((7, 5), ignored=True),
    Loss((7, 5), weighted=True, ignored=True, smoothing=0.25),
    Loss((7, 5), probabilities=True),
    Loss((7, 5), probabilities=True, weighted=True, smoothing=0.125),
    Loss((3, 5, 4)),
    Loss((3, 5, 2, 4), weighted=True, ignored=True),
    Loss((3, 5, 2, 4), probabilities=True),
    Loss((0, 5)),
]


def in_double(value: Any) -> Any:
    is_float = isinstance(value, torch.Tensor) and value.is_floating_point()
    return value.double() if is_float else value


@pytest.mark.parametrize("loss", LOSSES, ids=str)
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@every_dtype
def test_cross_entropy(loss: Loss, reduction: str, dtype: Any) -> None:
    x, target, named = loss.arguments(dtype)
    named["reduction"] = reduction
    x.requires_grad_()
    exact = x.detach().double().requires_grad_()
    wanted = functional.cross_entropy(
        exact, in_double(target), **{k: in_double(v) for k, v in named.items()}
    )
    module = ours.CrossEntropyLoss(**named)
    assert repr(module) == repr(torch.nn.CrossEntropyLoss(**named))
    eps = torch.finfo(dtype).eps
    for result in (ours.cross_entropy(x, target, **named), module(x, target)):
        assert result.dtype == dtype and result.shape == wanted.shape
        grad = random(tuple(result.shape), dtype, 14)
        tolerance = {"rtol": 4 * eps, "atol": 4 * eps, "equal_nan": True}
        torch.testing.assert_close(result.double(), wanted, **tolerance)
        (mine,) = torch.autograd.grad(result, x, grad)
        (theirs,) = torch.autograd.grad(wanted, exact, grad.double(), retain_graph=True)
        tolerance["atol"] = 8 * eps
        torch.testing.assert_close(mine.double(), theirs, **tolerance)


def test_cross_entropy_is_the_operator() -> None:
    """Losses and gradients have its bits: nothing is computed next to it."""
    x, target, _ = Loss((7, 5)).arguments(torch.float32)
    labels = functional.one_hot(target, 5).float()
    losses, backprop = openaclnn.softmax_cross_entropy_with_logits(x, labels)
    result, grad = gradient(
        lambda t: ours.cross_entropy(t, target, reduction="none"), x, torch.ones(7)
    )
    assert torch.equal(result, losses) and torch.equal(grad, backprop)
    exact = functional.cross_entropy(x.double(), target, reduction="none")
    assert_within(losses, exact, 1)


def test_gradient_of_probabilities() -> None:
    x, target = random((4, 6), torch.float32, 15), random((4, 6), torch.float32, 16).abs()
    grads = []
    for function, change in (
        (ours.cross_entropy, lambda t: t),
        (functional.cross_entropy, in_double),
    ):
        known = [change(t).requires_grad_() for t in (x.clone(), target.clone())]
        loss = function(*known, label_smoothing=0.25)
        grads.append([g.double() for g in torch.autograd.grad(loss, known)])
    torch.testing.assert_close(grads[0], grads[1], rtol=1e-5, atol=1e-6)


def test_transforms_of_the_loss() -> None:
    x, target = random((3, 4, 6), torch.float32, 17), torch.arange(12).reshape(3, 4) % 6
    results = []
    for function in (ours.cross_entropy, functional.cross_entropy):
        each = torch.func.vmap(torch.func.grad(function))
        compiled = torch.compile(torch.func.grad(function), backend="aot_eager", fullgraph=True)
        results.append([each(x, target), compiled(x[0], target[0])])
    torch.testing.assert_close(results[0], results[1])
    torch._dynamo.reset()

    @torch.compile(backend="aot_eager", fullgraph=True)  # type: ignore[untyped-decorator]
    def compiled_loss(t: Any, labels: Any) -> Any:
        return ours.cross_entropy(t, labels, label_smoothing=0.1, ignore_index=2)

    for k in range(3):
        x_k = x[k, k:].clone().requires_grad_()
        losses = [
            f(x_k, target[k, k:])
            for f in (
                compiled_loss,
                lambda t, y: ours.cross_entropy(t, y, label_smoothing=0.1, ignore_index=2),
            )
        ]
        assert torch.equal(*losses)
        assert torch.equal(*(torch.autograd.grad(loss, x_k)[0] for loss in losses))


def test_second_derivatives_of_the_loss_are_refused() -> None:
    x = random((4, 6), torch.float32, 18).requires_grad_()
    loss = ours.cross_entropy(x, torch.arange(4))
    (grad,) = torch.autograd.grad(loss, x, create_graph=True)
    with pytest.raises(NotImplementedError, match="it is a gradient itself"):
        grad.square().sum().backward()


@pytest.mark.parametrize("dtype", DTYPES)
def test_autocast(dtype: Any) -> None:
    x, target = random((4, 6), dtype, 19), torch.arange(4)
    with torch.autocast("cpu", torch.bfloat16):
        for mine, theirs in (
            (ours.cross_entropy(x, target), functional.cross_entropy(x, target)),
            (ours.softmax(x, 0), functional.softmax(x, 0)),
            (ours.log_softmax(x, 0), functional.log_softmax(x, 0)),
            (ours.glu(x), functional.glu(x)),
        ):
            torch.testing.assert_close(mine, theirs, rtol=0.01, atol=0.01)  # dtypes, too


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda x, y: ours.cross_entropy(x, y, reduction="max"), ValueError, "reduction is 'max'"),
        (lambda x, y: ours.cross_entropy(x, y, label_smoothing=2), ValueError, "label_smoothing"),
        (lambda x, y: ours.cross_entropy(x[0, 0], y), ValueError, "input has no axis"),
        (lambda x, y: ours.cross_entropy(x, y[:3]), ValueError, r"shape \[3\]; expected \[4\]"),
        (lambda x, y: ours.cross_entropy(x, y, x[0, :3]), ValueError, "weight has the shape"),
        (lambda x, y: ours.cross_entropy(x, y.float()), TypeError, "expected class indices"),
        (lambda x, y: ours.cross_entropy(x, x.long()), TypeError, "floating-point probabilities"),
        (lambda x, y: ours.cross_entropy(x, y + 3), RuntimeError, "index 6 is out of bounds"),
        (
            lambda x, y: ours.cross_entropy(x, y, reduce=True),
            TypeError,
            "keyword argument 'reduce'",
        ),
        (
            lambda x, y: ours.cross_entropy(x.double(), y),
            openaclnn.ArgumentError,
            "dtype is DOUBLE",
        ),
    ],
)
def test_refused_losses(make: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        make(random((4, 6), torch.float32, 20), torch.arange(4))
