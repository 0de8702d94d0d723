"""The functions and modules of openaclnn.torch, forward and backward, against those of PyTorch."""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import openaclnn

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from tensors import assert_within, random  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.nn import functional  # noqa: E402

import openaclnn.torch as activations  # noqa: E402

NAN, INF = float("nan"), float("inf")


@dataclass(frozen=True)
class Case:
    """A function of one tensor.

    Attributes:
        name: its name here and in PyTorch.
        options: its other arguments; floats hold them exactly.
        from_result: the gradient is computed from the rounded result.
        between_0_and_1: where it is defined.
    """

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    from_result: bool = False
    between_0_and_1: bool = False

    def __str__(self) -> str:
        return "-".join([self.name, *(str(value) for value in self.options.values())])

    def mine(self, x: Any) -> Any:
        return getattr(activations, self.name)(x, **self.options)

    def reference(self) -> Callable[..., Any]:
        home = functional if hasattr(functional, self.name) else torch
        return getattr(home, self.name)  # type: ignore[no-any-return]

    def theirs(self, x: Any) -> Any:
        return self.reference()(x, **self.options)

    def random(self, shape: tuple[int, ...], dtype: Any, seed: int) -> Any:
        return random(shape, dtype, seed) / (8 if self.between_0_and_1 else 1) + (
            0.5 if self.between_0_and_1 else 0
        )


CASES = [
    Case("celu"),
    Case("celu", {"alpha": 1.25}),
    Case("celu", {"alpha": -2.0}),
    Case("elu"),
    Case("elu", {"alpha": 0.75}),
    Case("gelu"),
    Case("gelu", {"approximate": "tanh"}),
    Case("hardshrink"),
    Case("hardshrink", {"lambd": 1.5}),
    Case("hardsigmoid"),
    Case("hardswish"),
    Case("hardtanh"),
    Case("hardtanh", {"min_val": -0.5, "max_val": 1.5}),
    Case("leaky_relu", {"negative_slope": 0.25}),
    Case("leaky_relu", {"negative_slope": -0.5}),
    Case("logit", between_0_and_1=True),
    Case("logit", {"eps": 0.25}, between_0_and_1=True),
    Case("logsigmoid"),
    Case("mish"),
    Case("relu", from_result=True),
    Case("relu6"),
    Case("selu", from_result=True),
    Case("sigmoid", from_result=True),
    Case("silu"),
    Case("softplus"),
    Case("softplus", {"beta": 2.0, "threshold": 3.0}),
    Case("softshrink"),
    Case("softshrink", {"lambd": 1.5}),
    Case("tanh", from_result=True),
    Case("threshold", {"threshold": 0.5, "value": -1.0}),
]
# Modules, arguments.
MODULES: list[tuple[str, tuple[Any, ...]]] = [
    ("CELU", (1.25,)),
    ("CELU", ()),
    ("ELU", (0.75,)),
    ("ELU", ()),
    ("GELU", ()),
    ("GELU", ("tanh",)),
    ("Hardshrink", ()),
    ("Hardshrink", (1.5,)),
    ("Hardsigmoid", ()),
    ("Hardswish", ()),
    ("Hardtanh", ()),
    ("Hardtanh", (-0.5, 1.5)),
    ("LeakyReLU", ()),
    ("LeakyReLU", (0.25,)),
    ("LogSigmoid", ()),
    ("Mish", ()),
    ("PReLU", ()),
    ("PReLU", (4, 0.5)),
    ("ReLU", ()),
    ("ReLU6", ()),
    ("SELU", ()),
    ("SiLU", ()),
    ("Sigmoid", ()),
    ("Softplus", ()),
    ("Softplus", (2.0, 3.0)),
    ("Softshrink", ()),
    ("Softshrink", (1.5,)),
    ("Tanh", ()),
    ("Threshold", (0.5, -1.0)),
]
ALONG_AN_AXIS = {  # of test_softmax.py
    *("CrossEntropyLoss", "GLU", "GeGLU", "LogSoftmax", "Softmax", "SwiGLU"),
    *("cross_entropy", "geglu", "glu", "log_softmax", "softmax", "swiglu"),
}
IN_PLACE = [
    case
    for case in CASES
    if inspect.isfunction(case.reference())
    and "inplace" in inspect.getfullargspec(case.reference())[0]
]

every_function = pytest.mark.parametrize("case", CASES, ids=str)
every_module = pytest.mark.parametrize(("name", "arguments"), MODULES)


def gradient(function: Callable[[Any], Any], x: Any, grad: Any) -> tuple[Any, Any]:
    """The function's result and the gradient of x."""
    x = x.detach().requires_grad_()
    result = function(x)
    return result.detach(), torch.autograd.grad(result, x, grad)[0]


def assert_accurate(case: Case, x: Any, grad: Any) -> None:
    """Compares results and gradients with PyTorch in float64."""
    results = gradient(case.mine, x, grad)
    exact = gradient(case.theirs, x.double(), grad.double())
    ulp = 1 if x.dtype == torch.float32 else 0.501
    assert results[0].dtype == results[1].dtype == x.dtype
    assert_within(results[0], exact[0], ulp)
    if case.from_result:  # whose rounding counts: it is at most 3, and grad too
        eps = torch.finfo(x.dtype).eps
        torch.testing.assert_close(results[1].double(), exact[1], rtol=2 * eps, atol=8 * eps)
    else:
        assert_within(results[1], exact[1], ulp)


def test_every_function_and_module_is_here() -> None:
    names = {case.name for case in CASES} | {name for name, _ in MODULES} | {"prelu"}
    assert names == set(activations.__all__) - {"tree_hook"} - ALONG_AN_AXIS


def test_operators_are_the_documented_ones() -> None:
    page = (Path(__file__).parents[2] / "docs" / "python.md").read_text()
    rows = re.findall(r"^\| (?:`(\w+)` )?\| `(\w+)` \| (\w+) \| (\w+)(.*) \|$", page, re.MULTILINE)
    assert {name for row in rows for name in row[:2] if name} == set(activations.__all__) - {
        "tree_hook"
    }
    from_result = {case.name for case in CASES if case.from_result} | {"softmax", "log_softmax"}
    for module, name, forward, backward, remark in rows:
        made_of = forward if forward == backward else f"{forward} and {backward}"
        assert f"by {made_of}" in getattr(activations, name).__doc__
        assert (remark == ", from the result") == (name in from_result)
        assert module.lower().removesuffix("loss") in ("", name.replace("_", ""))


@every_function
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_values(case: Case, dtype: Any) -> None:
    grad = random((8, 6, 5), dtype, 1)
    x = case.random((8, 6, 5), dtype, 2)
    assert_accurate(case, x, grad)
    for other in (x.mT, x[::2, :, 1::3], x[:, :1].expand(8, 6, 5), x.select(1, 2)):
        assert_accurate(case, other, random(tuple(other.shape), dtype, 3))
        assert_accurate(case, other, torch.ones((), dtype=dtype).expand(other.shape))
    for shape in ((), (0,), (3, 0, 2), (1, 1)):
        assert_accurate(case, case.random(shape, dtype, 4), random(shape, dtype, 5))


@every_function
def test_special_values(case: Case) -> None:
    x = torch.tensor([NAN, INF, -INF, 0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 3.0, -3.0, 6.0, 1e30, -1e30])
    grad = torch.full_like(x, -2)
    for mine, theirs in zip(
        gradient(case.mine, x, grad), gradient(case.theirs, x, grad), strict=True
    ):
        # Where PyTorch has NaN for infinity, most operators have the limit.
        known = ~theirs.isnan() & ~x.isnan()
        torch.testing.assert_close(mine[known], theirs[known], rtol=1e-6, atol=1e-6)
    assert case.mine(x)[0].isnan()


@every_function
def test_strides_of_results(case: Case) -> None:
    x = case.random((2, 3, 4, 5), torch.float32, 6)
    for other in (x, x.to(memory_format=torch.channels_last), x.permute(3, 1, 0, 2)):
        result, grad = gradient(case.mine, other, torch.ones_like(other))
        assert result.stride() == grad.stride() == other.stride()
        with FakeTensorMode() as mode:
            assert case.mine(mode.from_tensor(other)).stride() == other.stride()


@every_function
def test_torch_func(case: Case) -> None:
    x, v = case.random((3, 4), torch.float32, 7), random((3, 4), torch.float32, 8)
    for transform in (
        lambda f: torch.func.grad(lambda t: f(t).sin().sum())(x),
        lambda f: torch.func.vjp(f, x)[1](v)[0],
        lambda f: torch.func.jacrev(f)(x),
        lambda f: torch.func.vmap(f, in_dims=1)(x),
        lambda f: torch.func.vmap(torch.func.grad(lambda t, s: (f(t) * s).sum()), (1, None))(
            x, v[:, 0]
        ),
        lambda f: torch.func.vmap(torch.func.grad(lambda t, s: (f(t) * s).sum()), (None, 0))(x, v),
    ):
        torch.testing.assert_close(
            transform(case.mine), transform(case.theirs), rtol=2e-6, atol=1e-6
        )


@every_function
def test_derivatives_that_there_are_not(case: Case) -> None:
    x = case.random((3,), torch.float32, 9)
    with pytest.raises(NotImplementedError, match="jvp"):
        torch.func.jvp(case.mine, (x,), (x,))
    x.requires_grad_()
    (grad,) = torch.autograd.grad(case.mine(x).sum(), x, create_graph=True)
    with pytest.raises(NotImplementedError, match="it is a gradient itself"):
        grad.sum().backward()


@every_function
def test_saved_tensors(case: Case) -> None:
    x = case.random((3,), torch.float32, 10)
    saved: list[Any] = []

    def save(tensor: Any) -> Any:
        saved.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(save, lambda tensor: tensor):
        assert not case.mine(x).requires_grad
        with torch.no_grad():
            assert not case.mine(x.detach().requires_grad_()).requires_grad
        assert not saved
        result = case.mine(x.requires_grad_())
    assert [t.data_ptr() for t in saved] == [(result if case.from_result else x).data_ptr()]


@pytest.mark.parametrize("case", IN_PLACE, ids=str)
def test_in_place(case: Case) -> None:
    function = getattr(activations, case.name)
    x, grad = random((3, 4), torch.float32, 11), random((3, 4), torch.float32, 12)
    wanted = gradient(case.mine, x, grad)

    def in_place(t: Any) -> Any:
        t = t * 1  # a leaf cannot be replaced
        assert function(t, **case.options, inplace=True) is t
        return t

    for mine, theirs in zip(gradient(in_place, x, grad), wanted, strict=True):
        assert torch.equal(mine, theirs)
    torch.testing.assert_close(torch.func.vmap(in_place)(x), wanted[0], rtol=0, atol=0)
    with torch.no_grad():
        y = x.clone()
        assert function(y, **case.options, inplace=True) is y and torch.equal(y, wanted[0])

    leaf = x.clone().requires_grad_()
    with pytest.raises(RuntimeError, match="leaf Variable"):
        function(leaf, **case.options, inplace=True)
    needed = leaf.exp()
    function(needed, **case.options, inplace=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        needed.sum().backward()


def test_functions_in_place_are_those_of_pytorch() -> None:
    names = {case.name for case in IN_PLACE}
    assert len(names) == 12
    for case in CASES:
        parameters = list(inspect.signature(getattr(activations, case.name)).parameters.values())
        assert ("inplace" in [p.name for p in parameters]) == (case.name in names)
        if case.name in names:
            theirs = inspect.signature(case.reference()).parameters.values()
            assert [(p.name, p.default) for p in parameters] == [
                (p.name, p.default) for p in theirs
            ]


def test_wrong_arguments() -> None:
    x = torch.ones(3)
    with pytest.raises(TypeError, match=r"relu\(\) got an unexpected keyword argument 'alpha'"):
        activations.relu(x, alpha=1)
    with pytest.raises(TypeError, match=r"threshold\(\) missing 1 required"):
        activations.threshold(x, 1)
    with pytest.raises(ValueError, match="approximate is 'erf'"):
        activations.gelu(x, "erf")
    with pytest.raises(openaclnn.ArgumentError, match="lambd"):
        activations.softshrink(x, -1)


# What has DOUBLE both ways.
@pytest.mark.parametrize(
    ("function", "options"),
    [(activations.sigmoid, {}), (activations.leaky_relu, {"negative_slope": 0.3})],
)
def test_double(function: Any, options: Any) -> None:
    x = random((3, 4), torch.float64, 13).requires_grad_()
    assert torch.autograd.gradcheck(lambda t: function(t, **options), x, check_batched_grad=True)
    torch.testing.assert_close(
        function(x, **options), getattr(functional, function.__name__)(x, **options)
    )


def test_refusals_reach_the_caller() -> None:
    x = torch.linspace(-1, 1, 3, dtype=torch.float64, requires_grad=True)
    for function in (activations.silu, activations.gelu, activations.softplus, activations.relu):
        with pytest.raises(openaclnn.ArgumentError, match="dtype is DOUBLE"):
            function(x)
    result = activations.hardtanh(x)  # which has it in one direction
    with pytest.raises(openaclnn.ArgumentError, match="dtype is DOUBLE"):
        result.sum().backward()
    with pytest.raises(openaclnn.ArgumentError, match="dtype is COMPLEX64"):
        activations.tanh(torch.ones(3, dtype=torch.complex64))


@pytest.mark.parametrize(
    ("name", "arguments", "named"),
    [(*module, {}) for module in MODULES]
    + [
        (name, arguments, {"inplace": True})
        for name, arguments in MODULES
        if "inplace" in inspect.signature(getattr(torch.nn, name)).parameters
    ],
)
def test_modules(name: str, arguments: Any, named: Any) -> None:
    base = getattr(torch.nn, name)
    mine, theirs = (getattr(n, name)(*arguments, **named) for n in (activations, torch.nn))
    assert isinstance(mine, base) and type(mine).__name__ == name
    assert repr(mine) == repr(theirs)
    assert mine.state_dict().keys() == theirs.state_dict().keys()
    assert not mine.load_state_dict(theirs.state_dict()).missing_keys
    mine = pickle.loads(pickle.dumps(mine))
    assert repr(mine) == repr(theirs)
    x = random((2, 4, 3), torch.float32, 14)
    grad = random((2, 4, 3), torch.float32, 15)
    for a, b in zip(
        *(gradient(lambda t, m=module: m(t * 1), x, grad) for module in (mine, theirs)), strict=True
    ):
        torch.testing.assert_close(a, b, rtol=2e-6, atol=1e-6)
    with torch.no_grad():
        assert (mine(x) is x) == bool(named)


@every_module
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("lower", [torch.bfloat16, torch.float16])
def test_modules_under_autocast(name: str, arguments: Any, dtype: Any, lower: Any) -> None:
    runs = []
    for namespace in (activations, torch.nn):
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(3, 4), getattr(namespace, name)(*arguments))
        # The second one without what Linear lowers.
        for run, columns in ((model, 3), (model[1], 4)):
            x = random((5, columns), dtype, 16).requires_grad_()
            with torch.autocast("cpu", lower):
                result = run(x)
            tensors = [x, *run.parameters()]
            runs.append([result, *torch.autograd.grad(result.float().sin().sum(), tensors)])
    for mine, theirs in zip(runs[:2], runs[2:], strict=True):
        for a, b in zip(mine, theirs, strict=True):
            torch.testing.assert_close(a, b, rtol=0.02, atol=0.02)  # dtypes, too


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_modules_under_compile(backend: str) -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(
        torch.nn.Linear(3, 4),
        *(
            torch.nn.Sequential(torch.nn.Linear(4, 4), getattr(activations, name)(*arguments))
            for name, arguments in MODULES
        ),
    )
    compiled = torch.compile(model, backend=backend, fullgraph=True)
    for rows in (2, 5, 7):
        x = torch.randn(rows, 3)
        gradients = []
        for run in (model, compiled):
            model.zero_grad()
            run(x).sum().backward()
            gradients.append([p.grad.clone() for p in model.parameters()])
        torch.testing.assert_close(gradients[0], gradients[1], rtol=0, atol=0)


def test_functions_under_compile() -> None:
    @torch.compile(backend="aot_eager", fullgraph=True)  # type: ignore[untyped-decorator]
    def compiled(x: Any) -> Any:
        return activations.logit(activations.relu(activations.silu(x * 1, inplace=True), True), 0.1)

    x = random((3, 4), torch.float32, 17)
    expected = activations.logit(activations.relu(activations.silu(x)), 0.1)
    assert torch.equal(compiled(x), expected)


def test_gradients_of_transforms_under_compile() -> None:
    x = random((3, 4), torch.float32, 26)

    def loss(t: Any) -> Any:
        return activations.gelu(activations.relu(t), "tanh").square().sum()

    for transform in (torch.func.grad(loss), torch.func.vmap(torch.func.grad(loss))):
        compiled = torch.compile(transform, backend="aot_eager", fullgraph=True)
        assert torch.equal(compiled(x), transform(x)) and transform(x).any()


def test_modes_see_the_operators() -> None:
    """Though small calls go past PyTorch's dispatcher where nobody looks."""
    seen: list[str] = []

    class Watch(torch.utils._python_dispatch.TorchDispatchMode):  # type: ignore[misc]
        def __torch_dispatch__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
            seen.append(str(function))
            return function(*args, **(kwargs or {}))

    x = torch.ones(3, requires_grad=True)
    with Watch():
        activations.silu(x).sum().backward()
    assert "openaclnn.silu.default" in seen and "openaclnn.silu_backward.default" in seen
    with torch.profiler.profile() as profile:
        activations.silu(x)
    assert "openaclnn::silu" in {event.name for event in profile.events()}
    traced = torch.jit.trace(lambda t: activations.silu(t), torch.ones(3), check_trace=False)
    assert torch.equal(traced(-torch.ones(3)), activations.silu(-torch.ones(3)))


def test_gradients_of_operators() -> None:
    """The operators that functions are made of have derivatives of their own."""
    x = random((3, 4), torch.float32, 27)
    for operator, arguments, function in (
        (torch.ops.openaclnn.silu, (), activations.silu),
        (torch.ops.openaclnn.celu, (0.5,), lambda t: activations.celu(t, 0.5)),
        (torch.ops.openaclnn.softmax, (0,), lambda t: activations.softmax(t, 0)),
    ):
        for a, b in zip(
            gradient(lambda t, o=operator, v=arguments: o(t, *v), x, x),
            gradient(function, x, x),
            strict=True,
        ):
            assert torch.equal(a, b)
        torch.library.opcheck(operator, (x.clone().requires_grad_(), *arguments))
        with pytest.raises(NotImplementedError, match="jvp"):
            torch.func.jvp(lambda t, o=operator, v=arguments: o(t, *v), (x,), (x,))


def test_prelu() -> None:
    for dtype, ulp in ((torch.float32, 0.501), (torch.bfloat16, 0.501), (torch.float16, 0.501)):
        x, grad = random((2, 3, 4), dtype, 18), random((2, 3, 4), dtype, 19)
        for weight in (random((3,), dtype, 20), random((1,), dtype, 21)):
            known = [t.requires_grad_() for t in (x, weight)]
            exact = [t.detach().double().requires_grad_() for t in known]
            result, wanted = activations.prelu(*known), functional.prelu(*exact)
            assert_within(result.detach(), wanted.detach(), ulp)
            grads = torch.autograd.grad(result, known, grad)
            for mine, double in zip(
                grads, torch.autograd.grad(wanted, exact, grad.double()), strict=True
            ):
                assert_within(mine, double, 0.51)
    with pytest.raises(NotImplementedError, match="jvp"):
        torch.func.jvp(lambda t: activations.prelu(t, 0.5), (x.detach(),), (x.detach(),))


def test_prelu_with_a_number() -> None:
    x = random((4, 3), torch.bfloat16, 22)
    for number in (0.25, 2):
        assert torch.equal(activations.prelu(x, number), functional.leaky_relu(x, number))


def test_prelu_in_torch_func() -> None:
    x, weight = random((5, 4, 3), torch.float32, 23), random((3,), torch.float32, 24)
    for w, dims in (
        (weight, (0, None)),
        (weight[:1], (0, None)),
        (random((5, 3), torch.float32, 25), (0, 0)),
    ):
        grads = [
            torch.func.vmap(torch.func.grad(lambda t, v, f=f: f(t, v).exp().sum(), (0, 1)), dims)(
                x, w
            )
            for f in (activations.prelu, functional.prelu)
        ]
        torch.testing.assert_close(*grads)
