"""The operators in PyTorch: custom operators, and the activations of torch.nn made of them.

`torch.ops.openaclnn` has every operator of this package but those that only move elements and those
in place, for tensors of the CPU. The functions and modules here are those of PyTorch by name,
parameters and defaults, and compute both forward and backward with these operators, in the dtypes
that they have.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

import torch
from torch import Tensor, nn
from torch.autograd import Function
from torch.library import custom_op
from torch.nn import functional

from . import _core, operators
from ._operator import Operator
from .operators import OPERATORS

__all__ = [
    "CELU",
    "ELU",
    "GELU",
    "SELU",
    "Hardshrink",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "LeakyReLU",
    "LogSigmoid",
    "Mish",
    "PReLU",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "Softplus",
    "Softshrink",
    "Tanh",
    "Threshold",
    "celu",
    "elu",
    "gelu",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "leaky_relu",
    "logit",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "silu",
    "softplus",
    "softshrink",
    "tanh",
    "threshold",
]
if torch.distributed.is_available():  # which some builds of PyTorch leave out
    from ._tree_hook import tree_hook as tree_hook

    __all__ += ["tree_hook"]

_ARGUMENTS = _core.ArgumentKind
_RULES = _core.RuleKind
_SCHEMA_TYPES = {
    _ARGUMENTS.INPUT: "Tensor",
    _ARGUMENTS.SCALAR: "float",
    _ARGUMENTS.DOUBLE: "float",
    _ARGUMENTS.INT: "int",
    _ARGUMENTS.BOOL: "bool",
    _ARGUMENTS.TEXT: "str",
}
_NO_INPUTS = (_ARGUMENTS.OUTPUT, _ARGUMENTS.UNREAD)


def _parameter(argument: str) -> str:
    """The name of an argument in Python, whose keywords no function can take."""
    return f"{argument}_" if keyword.iskeyword(argument) else argument


def _schema(arguments: Sequence[_core.Argument], function: Callable[..., Any]) -> str:
    parameters = inspect.signature(function).parameters
    inputs = []
    for argument in arguments:
        if argument.kind in _NO_INPUTS:
            continue
        default = parameters[_parameter(argument.name)].default
        mark = "?" if default is None else ""
        value = f"={default!r}" if default is not inspect.Parameter.empty else ""
        inputs.append(f"{_SCHEMA_TYPES[argument.kind]}{mark} {_parameter(argument.name)}{value}")
    count = sum(a.kind == _ARGUMENTS.OUTPUT for a in arguments)
    results = "Tensor" if count == 1 else f"({', '.join(['Tensor'] * count)})"
    return f"({', '.join(inputs)}) -> {results}"


def _result(entry: _core.Operator, name: str, inputs: dict[str, Any]) -> Tensor:
    """What an output is like, for tensors without elements and sizes that are symbols."""
    first: Tensor = inputs[entry.first_operand]
    dtype, shape = first.dtype, first.shape
    for rule in entry.rules:
        if rule.kind == _RULES.CHANNEL_WEIGHT and rule.names[2:] == [name]:
            weight = inputs[rule.names[0]]
            shape = weight.shape if weight.numel() == 1 else torch.Size((weight.numel(),))
        elif rule.names[:1] == [name] and all(other in inputs for other in rule.names[1:]):
            others = [inputs[other] for other in rule.names[1:]]
            if rule.kind == _RULES.SAME_DTYPE:
                dtype = others[0].dtype
            elif rule.kind == _RULES.PROMOTED_DTYPE:
                dtype = torch.promote_types(others[0].dtype, others[1].dtype)
            elif rule.kind == _RULES.SAME_SHAPE:
                shape = others[0].shape
            elif rule.kind == _RULES.HALF_SHAPE:
                sizes = list(others[0].shape)
                sizes[others[1] if len(others) > 1 else -1] //= 2
                shape = torch.Size(sizes)
            elif rule.kind == _RULES.SHAPE_OF_ROWS:
                shape = others[0].shape[:-1]
            elif rule.kind == _RULES.BROADCAST_SHAPE:
                shape = torch.broadcast_shapes(*(other.shape for other in others))  # type: ignore[no-untyped-call]
    like: Tensor = next(inputs[a.name] for a in entry.arguments if a.kind == _ARGUMENTS.INPUT)
    if shape == like.shape:  # then it lies in memory as that one does
        return torch.empty_like(like, dtype=dtype)
    return like.new_empty(shape, dtype=dtype)


def _define(name: str, operator: Operator) -> None:
    """Makes torch.ops.openaclnn.<name>."""
    arguments = operator.entry.arguments
    inputs = [a.name for a in arguments if a.kind not in _NO_INPUTS]
    outputs = [a.name for a in arguments if a.kind == _ARGUMENTS.OUTPUT]
    compute = getattr(operators, name)

    def fake(*values: Any) -> Any:
        named = dict(zip(inputs, values, strict=False))  # without those that are defaults
        results = tuple(_result(operator.entry, output, named) for output in outputs)
        return results[0] if len(results) == 1 else results

    def refuse(context: Any, *grads: Tensor) -> Any:
        _refuse_derivative(name)

    definition = custom_op(
        f"openaclnn::{name}",
        compute,
        mutates_args=(),
        device_types="cpu",
        schema=_schema(arguments, compute),
    )
    definition.register_fake(fake)
    definition.register_autograd(refuse)
    of_axes = (_RULES.CHANNEL_WEIGHT, _RULES.HALF_SHAPE)
    entry = operator.entry
    is_elementwise = (
        entry.is_by_element
        and not entry.reduction
        and all(rule.kind not in of_axes for rule in entry.rules)
    )
    batched = _batch_at_once if is_elementwise else _batch_one_by_one
    definition.register_vmap(
        lambda info, in_dims, *values: batched(definition, info.batch_size, in_dims, values)
    )


def _refuse_derivative(name: str) -> NoReturn:
    raise NotImplementedError(
        f"openaclnn::{name} has no gradient of its own: the functions of openaclnn.torch have one"
    )


def _batch_at_once(
    operator: Callable[..., Any], size: int, dims: tuple[int | None, ...], values: tuple[Any, ...]
) -> tuple[Any, int]:
    """The rule of torch.vmap for elementwise operators: the batch becomes the first axis of all."""
    rank = max(
        value.dim() - (dim is not None)
        for value, dim in zip(values, dims, strict=True)
        if isinstance(value, Tensor)
    )

    def first(value: Any, dim: int | None) -> Any:
        if not isinstance(value, Tensor):
            return value
        value = value.movedim(dim, 0) if dim is not None else value.expand(size, *value.shape)
        shape = value.shape
        return value.reshape(size, *[1] * (rank + 1 - len(shape)), *shape[1:])

    return operator(*(first(value, dim) for value, dim in zip(values, dims, strict=True))), 0


def _batch_one_by_one(
    operator: Callable[..., Any], size: int, dims: tuple[int | None, ...], values: tuple[Any, ...]
) -> tuple[Any, Any]:
    """The rule of torch.vmap for all others."""
    parts = [
        operator(
            *(
                value.select(dim, k) if dim is not None else value
                for value, dim in zip(values, dims, strict=True)
            )
        )
        for k in range(size)
    ]
    if isinstance(parts[0], Tensor):
        return torch.stack(parts), 0
    results = tuple(torch.stack(results) for results in zip(*parts, strict=True))
    return results, (0,) * len(results)


for _name, _operator in OPERATORS.items():
    # PyTorch has moves, with derivatives; in place an operator changes what autograd has saved.
    if not _operator.entry.is_move and not _name.endswith("_"):
        _define(_name, _operator)


def _gradient(name: str) -> Callable[..., Any]:
    """An operator that transforms of torch.func can go through, and whose derivative is refused."""
    operator = getattr(torch.ops.openaclnn, name)

    class Gradient(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*inputs: Any) -> Any:
            return operator(*inputs)

        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
            pass

        @staticmethod
        def backward(ctx: Any, *grads: Tensor) -> Any:
            _refuse_derivative(name)

    def compute(*inputs: Any) -> Any:
        # torch.compile follows no Function in the backward of another, and needs none.
        return operator(*inputs) if torch.compiler.is_compiling() else Gradient.apply(*inputs)

    return compute


class _Options(NamedTuple):
    """What the operators of both directions get besides tensors.

    Attributes:
        forward: of the operator that computes the function.
        backward: of the one that computes its gradient.
        inplace: the result replaces the input.
    """

    forward: tuple[Any, ...] = ()
    backward: tuple[Any, ...] = ()
    inplace: bool = False


def _both(*options: Any, inplace: bool = False) -> _Options:
    return _Options(options, options, inplace)


def _order(operator: str) -> list[int]:
    """Where the arguments of a gradient are among: incoming gradient, saved tensors, options."""
    arguments = [a for a in OPERATORS[operator].entry.arguments if a.kind not in _NO_INPUTS]
    given = sorted(
        arguments, key=lambda a: (a.kind != _ARGUMENTS.INPUT, a.name not in ("gradOutput", "dy"))
    )
    return [given.index(argument) for argument in arguments]


def _differentiable(
    forward: str, backward: str, *, from_result: bool = False
) -> Callable[..., Tensor]:
    """A function of _Options and tensors.

    Args:
        forward: the operator that computes it.
        backward: the operator that computes the gradients of the tensors.
        from_result: that one takes the result, not the tensors.
    """
    compute, gradient = getattr(torch.ops.openaclnn, forward), _gradient(backward)
    order = _order(backward)

    class Activation(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(options: _Options, *tensors: Tensor) -> Any:
            return compute(*tensors, *options.forward)

        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
            options, *tensors = inputs
            ctx.options = options.backward
            ctx.save_for_backward(*([output] if from_result else tensors))

        @staticmethod
        def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
            values = (grad, *ctx.saved_tensors, *ctx.options)
            grads = gradient(*(values[k] for k in order))
            return (None, *(grads if isinstance(grads, tuple) else (grads,)))

    return Activation.apply


def _function(
    name: str,
    forward: str,
    backward: str,
    options: Callable[..., _Options],
    *,
    from_result: bool = False,
) -> Callable[..., Tensor]:
    """A function of PyTorch.

    Args:
        name: its name there.
        forward: the operator that computes it.
        backward: the operator that computes its gradient.
        options: of these, from what the function takes besides the input.
        from_result: the gradient is computed from the result, not from the input.
    """
    apply = _differentiable(forward, backward, from_result=from_result)

    def function(input: Tensor, *values: Any, **named: Any) -> Tensor:
        given = options(*values, **named)
        if not given.inplace:
            return apply(given, input)
        is_needed = torch.is_grad_enabled() and not from_result  # as it is, by the gradient
        return input.copy_(apply(given, input.clone() if is_needed else input))

    home = "torch.nn.functional" if hasattr(functional, name) else "torch"
    function.__doc__ = f"`{home}.{name}`, {_made_of(forward, backward)}."
    function.__name__ = function.__qualname__ = options.__name__ = options.__qualname__ = name
    signature = inspect.signature(function)
    own = inspect.signature(options).parameters.values()
    function.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[signature.parameters["input"], *own]
    )
    return function


def _made_of(forward: str, backward: str) -> str:
    return f"by {OPERATORS[forward].entry.name} and {OPERATORS[backward].entry.name}"


def _gelu_options(approximate: str = "none") -> _Options:
    forms = {"none": 0, "tanh": 1}
    if approximate not in forms:
        raise ValueError(f"gelu: approximate is {approximate!r}; expected 'none' or 'tanh'")
    return _Options((forms[approximate],), (approximate,))


celu = _function(
    "celu",
    "celu",
    "elu_backward",
    lambda alpha=1.0, inplace=False: _Options((alpha,), (alpha, 1.0, 1.0 / alpha, False), inplace),
)
elu = _function(
    "elu",
    "elu",
    "elu_backward",
    lambda alpha=1.0, inplace=False: _Options((alpha,), (alpha, 1.0, 1.0, False), inplace),
)
gelu = _function("gelu", "gelu_v2", "gelu_backward_v2", _gelu_options)
hardshrink = _function(
    "hardshrink", "hardshrink", "hardshrink_backward", lambda lambd=0.5: _both(lambd)
)
hardsigmoid = _function(
    "hardsigmoid",
    "hardsigmoid",
    "hardsigmoid_backward",
    lambda inplace=False: _both(inplace=inplace),
)
hardswish = _function(
    "hardswish",
    "hardswish",
    "hardswish_backward_v2",  # whose slopes at the ends are PyTorch's
    lambda inplace=False: _both(inplace=inplace),
)
hardtanh = _function(
    "hardtanh",
    "hardtanh",
    "hardtanh_backward",
    lambda min_val=-1.0, max_val=1.0, inplace=False: _both(min_val, max_val, inplace=inplace),
)
leaky_relu = _function(
    "leaky_relu",
    "leaky_relu",
    "leaky_relu_backward",
    lambda negative_slope=0.01, inplace=False: _Options(
        (negative_slope,), (negative_slope, False), inplace
    ),
)
logit = _function("logit", "logit", "logit_grad", lambda eps=None: _both(eps))
logsigmoid = _function("logsigmoid", "log_sigmoid", "log_sigmoid_backward", lambda: _both())
mish = _function("mish", "mish", "mish_backward", lambda inplace=False: _both(inplace=inplace))
relu = _function(
    "relu",
    "relu",
    "threshold_backward",
    lambda inplace=False: _Options((), (0.0,), inplace),
    from_result=True,
)
relu6 = _function(
    "relu6",
    "hardtanh",
    "hardtanh_backward",
    lambda inplace=False: _both(0.0, 6.0, inplace=inplace),
)
selu = _function(
    "selu",
    "selu",
    "selu_backward",
    lambda inplace=False: _both(inplace=inplace),
    from_result=True,
)
sigmoid = _function("sigmoid", "sigmoid", "sigmoid_backward", lambda: _both(), from_result=True)
silu = _function("silu", "silu", "silu_backward", lambda inplace=False: _both(inplace=inplace))
softplus = _function(
    "softplus",
    "softplus",
    "softplus_backward",
    lambda beta=1.0, threshold=20.0: _both(beta, threshold),
)
softshrink = _function(
    "softshrink", "softshrink", "softshrink_backward", lambda lambd=0.5: _both(lambd)
)
tanh = _function("tanh", "tanh", "tanh_backward", lambda: _both(), from_result=True)
threshold = _function(
    "threshold",
    "threshold",
    "threshold_backward",
    lambda threshold, value, inplace=False: _Options((threshold, value), (threshold,), inplace),
)

_prelu = _differentiable("prelu", "prelu_backward")


def prelu(input: Tensor, weight: Tensor | float) -> Tensor:
    """`torch.nn.functional.prelu`, by aclnnPrelu and aclnnPreluBackward; weight may be a number."""
    if not isinstance(weight, Tensor):
        weight = torch.tensor(weight, dtype=input.dtype)
    return _prelu(_Options(), _lowered(input), _lowered(weight))


def _lowered(tensor: Tensor) -> Tensor:
    """The tensor as autocast gives it to prelu, the only one of these functions that it lowers."""
    if not torch.is_autocast_enabled("cpu") or tensor.dtype == torch.float64:
        return tensor
    return tensor.to(torch.get_autocast_dtype("cpu")) if tensor.is_floating_point() else tensor


_Module = TypeVar("_Module", bound=nn.Module)


def _module(base: type[_Module], function: Callable[..., Tensor]) -> type[_Module]:
    """A module of torch.nn with a function of the same parameters, which are its attributes."""
    names = list(inspect.signature(function).parameters)[1:]

    class Activation(base):  # type: ignore[misc, valid-type]
        def forward(self, input: Tensor) -> Tensor:
            return function(input, *(getattr(self, name) for name in names))

    Activation.__name__ = Activation.__qualname__ = base.__name__
    Activation.__doc__ = f"`torch.nn.{base.__name__}` with `{function.__name__}`."
    return Activation


CELU = _module(nn.CELU, celu)
ELU = _module(nn.ELU, elu)
GELU = _module(nn.GELU, gelu)
Hardshrink = _module(nn.Hardshrink, hardshrink)
Hardsigmoid = _module(nn.Hardsigmoid, hardsigmoid)
Hardswish = _module(nn.Hardswish, hardswish)
Hardtanh = _module(nn.Hardtanh, hardtanh)
LeakyReLU = _module(nn.LeakyReLU, leaky_relu)
LogSigmoid = _module(nn.LogSigmoid, logsigmoid)
Mish = _module(nn.Mish, mish)
PReLU = _module(nn.PReLU, prelu)
ReLU = _module(nn.ReLU, relu)
ReLU6 = _module(nn.ReLU6, relu6)
SELU = _module(nn.SELU, selu)
SiLU = _module(nn.SiLU, silu)
Sigmoid = _module(nn.Sigmoid, sigmoid)
Softplus = _module(nn.Softplus, softplus)
Softshrink = _module(nn.Softshrink, softshrink)
Tanh = _module(nn.Tanh, tanh)
Threshold = _module(nn.Threshold, threshold)
