"""The operators as torch.ops.openaclnn, for tensors of the CPU, and the gradients among them.

Where PyTorch only wants numbers, functions go past its dispatcher, which takes longer than a small
operator. Everything else, such as tracing, transforms and modes, goes through it.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch._functorch.utils import enable_single_level_autograd_function
from torch.autograd import Function, forward_ad

from . import _core, operators
from ._operator import Operator
from .operators import OPERATORS

_ARGUMENTS = _core.ArgumentKind
_SCHEMA_TYPES = {
    _ARGUMENTS.INPUT: "Tensor",
    _ARGUMENTS.SCALAR: "float",
    _ARGUMENTS.DOUBLE: "float",
    _ARGUMENTS.INT: "int",
    _ARGUMENTS.BOOL: "bool",
    _ARGUMENTS.TEXT: "str",
}
_NO_INPUTS = (_ARGUMENTS.OUTPUT, _ARGUMENTS.UNREAD)
_MAX_RANK = 8  # of most operators
_INCOMING = ("gradOutput", "gradOut", "yGrad", "dy")  # names of incoming gradients


class Gradient(NamedTuple):
    """How autograd goes back through an operator.

    Attributes:
        operator: computes the gradients of the tensors, from the incoming one, what is saved, and
            options.
        options: these, from the options of the operator forward.
        saved: which of the tensors and then the results are saved; None: all tensors.
    """

    operator: str
    options: Callable[..., tuple[Any, ...]] = lambda *options: options
    saved: tuple[int, ...] | None = None


_RESULT = (1,)  # of one tensor

GRADIENTS = {
    "celu": Gradient("elu_backward", lambda alpha: (alpha, 1.0, 1.0 / alpha, False)),
    "elu": Gradient("elu_backward", lambda *options: (*options, False)),
    "ge_glu_v3": Gradient("ge_glu_v3_backward", saved=(0, 2)),
    "gelu_v2": Gradient("gelu_backward_v2", lambda form: (("none", "tanh")[form],)),
    "glu": Gradient("glu_backward"),
    "hardshrink": Gradient("hardshrink_backward"),
    "hardsigmoid": Gradient("hardsigmoid_backward"),
    "hardswish": Gradient("hardswish_backward_v2"),  # whose slopes at the ends are PyTorch's
    "hardtanh": Gradient("hardtanh_backward"),
    "leaky_relu": Gradient("leaky_relu_backward", lambda slope: (slope, False)),
    "log_sigmoid": Gradient("log_sigmoid_backward"),
    "log_softmax": Gradient("log_softmax_backward", saved=_RESULT),
    "logit": Gradient("logit_grad"),
    "mish": Gradient("mish_backward"),
    "prelu": Gradient("prelu_backward"),
    "relu": Gradient("threshold_backward", lambda: (0.0,), _RESULT),
    "selu": Gradient("selu_backward", saved=_RESULT),
    "sigmoid": Gradient("sigmoid_backward", saved=_RESULT),
    "silu": Gradient("silu_backward"),
    "softmax": Gradient("softmax_backward", saved=_RESULT),
    "softplus": Gradient("softplus_backward"),
    "softshrink": Gradient("softshrink_backward"),
    "swi_glu": Gradient("swi_glu_grad"),
    "tanh": Gradient("tanh_backward", saved=_RESULT),
    "threshold": Gradient("threshold_backward", lambda threshold, value: (threshold,)),
}

# By name: a function of all inputs of an operator, by position, that autograd records.
CALLS: dict[str, Callable[..., Any]] = {}

_library = torch.library.Library("openaclnn", "FRAGMENT")


def _parameter(argument: str) -> str:
    """The name of an argument in Python, whose keywords no function can take."""
    return f"{argument}_" if keyword.iskeyword(argument) else argument


def _defaults(arguments: Sequence[_core.Argument], function: Callable[..., Any]) -> list[Any]:
    """For each input its default, or Parameter.empty."""
    parameters = inspect.signature(function).parameters
    return [
        parameters[_parameter(argument.name)].default
        for argument in arguments
        if argument.kind not in _NO_INPUTS
    ]


def _schema(arguments: Sequence[_core.Argument], defaults: Sequence[Any]) -> str:
    inputs = []
    given = [argument for argument in arguments if argument.kind not in _NO_INPUTS]
    for argument, default in zip(given, defaults, strict=True):
        mark = "?" if default is None else ""
        value = f"={default!r}" if default is not inspect.Parameter.empty else ""
        inputs.append(f"{_SCHEMA_TYPES[argument.kind]}{mark} {_parameter(argument.name)}{value}")
    count = sum(a.kind == _ARGUMENTS.OUTPUT for a in arguments)
    results = "Tensor" if count == 1 else f"({', '.join(['Tensor'] * count)})"
    return f"({', '.join(inputs)}) -> {results}"


def _shape_of_half(whole: Tensor, dim: int = -1) -> torch.Size:
    sizes = list(whole.shape)
    sizes[dim] //= 2
    return torch.Size(sizes)


# What types of rules say of their first argument, by the values of the others.
_DTYPES: dict[str, Callable[..., torch.dtype]] = {
    "SameDtype": lambda other: other.dtype,
    "PromotedDtype": lambda a, b: torch.promote_types(a.dtype, b.dtype),
}
_SHAPES: dict[str, Callable[..., torch.Size]] = {
    "SameShape": lambda other: other.shape,
    "HalfShape": _shape_of_half,
    "ShapeOfRows": lambda rows: rows.shape[:-1],
    "BroadcastShape": lambda *others: torch.broadcast_shapes(*(o.shape for o in others)),  # type: ignore[no-untyped-call]
}


def _result(entry: _core.Operator, name: str, inputs: dict[str, Any]) -> Tensor:
    """What an output is like, for tensors without elements and sizes that are symbols."""
    first: Tensor = inputs[entry.first_operand]
    dtype, shape = first.dtype, first.shape
    for rule in entry.rules:
        if rule.type == "ChannelWeight" and rule.names[2:] == [name]:
            weight = inputs[rule.names[0]]
            shape = weight.shape if weight.numel() == 1 else torch.Size((weight.numel(),))
        elif rule.names[:1] == [name] and all(other in inputs for other in rule.names[1:]):
            others = [inputs[other] for other in rule.names[1:]]
            if rule.type in _DTYPES:
                dtype = _DTYPES[rule.type](*others)
            elif rule.type in _SHAPES:
                shape = _SHAPES[rule.type](*others)
    like: Tensor = next(inputs[a.name] for a in entry.arguments if a.kind == _ARGUMENTS.INPUT)
    if shape == like.shape:  # then it lies in memory as that one does
        return torch.empty_like(like, dtype=dtype)
    return like.new_empty(shape, dtype=dtype)


_PLAIN_TYPES = frozenset((Tensor, nn.Parameter))


def is_plain(values: Sequence[Any]) -> bool:
    """Whether nobody watches what happens to these tensors, but autograd."""
    if (
        torch.compiler.is_compiling()
        or torch._C._are_functorch_transforms_active()
        or torch._C._len_torch_dispatch_stack()
        or torch._C._len_torch_function_stack()
        or torch._C._is_tracing()
        or torch.autograd._profiler_enabled()
    ):
        return False
    for value in values:
        if type(value) in _PLAIN_TYPES:
            if not (value.is_cpu and torch._C._has_storage(value)):  # without: a wrapper of others
                return False
        elif isinstance(value, Tensor):
            return False
    return True


def _is_recorded(values: Sequence[Any]) -> bool:
    """Whether autograd has to know of a call: to go back, or to refuse forward derivatives."""
    if torch.is_grad_enabled() and torch._C._any_requires_grad(*values):
        return True
    return forward_ad._current_level >= 0 and any(
        isinstance(value, Tensor) and forward_ad.unpack_dual(value).tangent is not None
        for value in values
    )


def _order(operator: str) -> list[int]:
    """Where the arguments of a gradient are among: incoming gradient, saved tensors, options."""
    arguments = [a for a in OPERATORS[operator].entry.arguments if a.kind not in _NO_INPUTS]
    given = sorted(arguments, key=lambda a: (a.kind != _ARGUMENTS.INPUT, a.name not in _INCOMING))
    return [given.index(argument) for argument in arguments]


def _refusing(name: str) -> type[Function]:
    """The half of a Function that autograd records in order to refuse the derivative."""

    class Refusing(Function):
        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
            pass

        @staticmethod
        def backward(ctx: Any, *grads: Tensor) -> Any:
            raise NotImplementedError(
                f"openaclnn::{name} has no gradient of its own: the functions of openaclnn.torch "
                "have one"
            )

    return Refusing


def _differentiable(name: str, gradient: Gradient) -> type[Function]:
    """The half of a Function that computes the derivative by another operator."""
    order = _order(gradient.operator)
    count = sum(a.kind == _ARGUMENTS.INPUT for a in OPERATORS[name].entry.arguments)
    nothing = (None,) * (len(OPERATORS[name].input_names) - count)

    class Differentiable(Function):
        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
            results = output if isinstance(output, tuple) else (output,)
            ctx.mark_non_differentiable(*results[1:])
            ctx.set_materialize_grads(False)
            ctx.options = gradient.options(*inputs[count:])
            tensors = (*inputs[:count], *results)
            kept = range(count) if gradient.saved is None else gradient.saved
            ctx.save_for_backward(*(tensors[k] for k in kept))

        @staticmethod
        def backward(ctx: Any, grad: Tensor | None, *others: None) -> tuple[Tensor | None, ...]:
            if grad is None:
                return (None,) * count + nothing
            values = (grad, *ctx.saved_tensors, *ctx.options)
            grads = CALLS[gradient.operator](*(values[k] for k in order))
            return (*(grads if isinstance(grads, tuple) else (grads,)), *nothing)

    return Differentiable


class _Product(Function):
    """The gradient of features by that of the losses. Its own derivative is refused."""

    generate_vmap_rule = True

    @staticmethod
    def forward(grad: Tensor, backprop: Tensor, features: Tensor) -> Tensor:
        return grad.unsqueeze(-1) * backprop

    setup_context = _refusing("softmax_cross_entropy_with_logits").setup_context
    backward = _refusing("softmax_cross_entropy_with_logits").backward


class _CrossEntropy(Function):
    """The half of a Function for rows of labels that sum to 1, as backprop is made for them."""

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        ctx.mark_non_differentiable(output[1])
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(inputs[0], output[1])

    @staticmethod
    def backward(ctx: Any, grad: Tensor | None, *others: None) -> tuple[Tensor | None, ...]:
        if grad is None:
            return None, None
        features, backprop = ctx.saved_tensors
        grads: list[Tensor | None] = [None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = _Product.apply(grad, backprop, features)
        if ctx.needs_input_grad[1]:
            grads[1] = grad.unsqueeze(-1) * -CALLS["log_softmax"](features, -1)
        return tuple(grads)


def _define(name: str, operator: Operator) -> Callable[..., Any]:
    """Makes torch.ops.openaclnn.<name>, and a function of all its inputs."""
    entry = operator.entry
    inputs = [a.name for a in entry.arguments if a.kind not in _NO_INPUTS]
    outputs = [a.name for a in entry.arguments if a.kind == _ARGUMENTS.OUTPUT]
    compute = getattr(operators, name)
    defaults = _defaults(entry.arguments, compute)

    def complete(values: tuple[Any, ...]) -> tuple[Any, ...]:
        """With the last ones, which the dispatcher leaves out where they equal their defaults."""
        return (*values, *defaults[len(values) :])

    def fake(*values: Any) -> Any:
        named = dict(zip(inputs, complete(values), strict=True))
        results = tuple(_result(entry, output, named) for output in outputs)
        return results[0] if len(results) == 1 else results

    _library.define(name + _schema(entry.arguments, defaults), tags=(torch.Tag.pt2_compliant_tag,))
    _library.impl(name, compute, "CPU")
    torch.library.register_fake(f"openaclnn::{name}", fake, lib=_library)
    batched = _batching(name, entry)

    def with_defaults(info: Any, dims: tuple[int | None, ...], *values: Any) -> Any:
        values = complete(values)
        return batched(info, (*dims, *[None] * (len(values) - len(dims))), *values)

    torch.library.register_vmap(f"openaclnn::{name}", with_defaults, lib=_library)
    overload = getattr(torch.ops.openaclnn, name).default

    if name == "softmax_cross_entropy_with_logits":
        half: type[Function] = _CrossEntropy
    elif name in GRADIENTS:
        half = _differentiable(name, GRADIENTS[name])
    else:
        half = _refusing(name)

    class Recorded(half):  # type: ignore[misc, valid-type]
        generate_vmap_rule = True

        @staticmethod
        def forward(*values: Any) -> Any:
            return compute(*values) if is_plain(values) else overload(*values)

    # What Function.apply comes to where there are no transforms to look for.
    record = super(Function, Recorded).apply

    def autograd(keys: Any, *values: Any) -> Any:
        values = complete(values)
        if _is_recorded(values):
            with enable_single_level_autograd_function():  # below a transform: of its level
                return record(*values)
        with torch._C._AutoDispatchBelowAutograd():
            return overload.redispatch(keys & torch._C._after_autograd_keyset, *values)

    _library.impl(name, autograd, "Autograd", with_keyset=True)

    def call(*values: Any) -> Any:
        if is_plain(values):
            return record(*values) if _is_recorded(values) else compute(*values)
        if torch.compiler.is_compiling() or not torch._C._are_functorch_transforms_active():
            return overload(*values)
        return Recorded.apply(*values)

    return call


def _batching(name: str, entry: _core.Operator) -> Callable[..., Any]:
    """The rule of torch.vmap for an operator."""
    of_axes = ("ChannelWeight", "HalfShape")
    batch: Callable[..., Any] = _batch_one_by_one
    if (
        entry.is_by_element
        and not entry.reduction
        and all(rule.type not in of_axes for rule in entry.rules)
    ):
        batch = _batch_at_once
    elif entry.axis:
        return _batching_along(name, [a.name for a in entry.arguments].index(entry.axis))
    elif any(rule.type == "RankIs" for rule in entry.rules):
        batch = _batch_more_rows

    def batched(info: Any, dims: tuple[int | None, ...], *values: Any) -> Any:
        return batch(getattr(torch.ops.openaclnn, name), info.batch_size, dims, values)

    return batched


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


def _batching_along(name: str, axis: int) -> Callable[..., Any]:
    """The rule of torch.vmap for an operator along an axis, which is an input at that place.

    The batch becomes the first axis of all.
    """

    def batched(info: Any, dims: tuple[int | None, ...], *values: Any) -> Any:
        operator, size = getattr(torch.ops.openaclnn, name), info.batch_size
        tensors = [(v, d) for v, d in zip(values, dims, strict=True) if isinstance(v, Tensor)]
        ranks = {value.dim() - (dim is not None) for value, dim in tensors}
        rank, along = min(ranks), values[axis]
        if len(ranks) > 1 or not -rank <= along < rank < _MAX_RANK:
            return _batch_one_by_one(operator, size, dims, values)
        moved = [v.movedim(d, 0) if d is not None else v.expand(size, *v.shape) for v, d in tensors]
        others = [along + 1 if along >= 0 else along, *values[axis + 1 :]]
        results = operator(*moved, *others)
        return results, 0 if isinstance(results, Tensor) else (0,) * len(results)

    return batched


def _batch_more_rows(
    operator: Callable[..., Any], size: int, dims: tuple[int | None, ...], values: tuple[Any, ...]
) -> tuple[Any, tuple[int, ...]]:
    """The rule of torch.vmap for an operator over the rows of matrices, all of one shape."""
    shapes = {
        v.select(d, 0).shape if d is not None else v.shape
        for v, d in zip(values, dims, strict=True)
    }
    shape = shapes.pop()
    if shapes or len(shape) != 2 or size == 0:
        return _batch_one_by_one(operator, size, dims, values)
    moved = [
        value.movedim(dim, 0) if dim is not None else value.expand(size, *shape)
        for value, dim in zip(values, dims, strict=True)
    ]
    results = operator(*(value.reshape(size * shape[0], shape[1]) for value in moved))
    return tuple(r.reshape(size, shape[0], *r.shape[1:]) for r in results), (0,) * len(results)


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
    # PyTorch has moves and sums, with derivatives; in place an operator changes what autograd has
    # saved.
    _entry = _operator.entry
    if not (_entry.is_move or _entry.is_of_sums or _name.endswith("_")):
        CALLS[_name] = _define(_name, _operator)
