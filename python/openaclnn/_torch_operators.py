"""The operators as torch.ops.openaclnn, for tensors of the CPU, and the gradients among them.

Where PyTorch only wants numbers, functions go past its dispatcher, which takes longer than a small
operator. Everything else, such as tracing, transforms and modes, goes through it.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    _ARGUMENTS.SCALAR: "Scalar",
    _ARGUMENTS.DOUBLE: "float",
    _ARGUMENTS.FLOAT: "float",
    _ARGUMENTS.INT: "int",
    _ARGUMENTS.INTS: "int[1]",
    _ARGUMENTS.BOOL: "bool",
    _ARGUMENTS.INPUTS: "Tensor[]",
    _ARGUMENTS.SCALARS: "Scalar[]",
    _ARGUMENTS.FLOATS: "float[]",
    _ARGUMENTS.BOOLS: "bool[]",
    _ARGUMENTS.TEXT: "str",
    _ARGUMENTS.DTYPE: "ScalarType",
}
_NO_INPUTS = (_ARGUMENTS.OUTPUT, _ARGUMENTS.OUTPUTS, _ARGUMENTS.UNREAD)
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
    "fast_gelu": Gradient("fast_gelu_backward"),
    "ge_glu": Gradient("ge_glu_backward", saved=(0, 2)),
    "ge_glu_v3": Gradient("ge_glu_v3_backward", saved=(0, 2)),
    "gelu": Gradient("gelu_backward"),
    "gelu_v2": Gradient("gelu_backward_v2", lambda form: (("none", "tanh")[form],)),
    "glu": Gradient("glu_backward"),
    "hardshrink": Gradient("hardshrink_backward"),
    "hardsigmoid": Gradient("hardsigmoid_backward"),
    "hardswish": Gradient("hardswish_backward_v2"),  # whose slopes at the ends are PyTorch's
    "hardtanh": Gradient("hardtanh_backward"),
    "leaky_relu": Gradient("leaky_relu_backward", lambda slope: (slope, False)),
    "log_sigmoid": Gradient("log_sigmoid_backward"),
    "log_sigmoid_forward": Gradient("log_sigmoid_backward", saved=(0,)),
    "log_softmax": Gradient("log_softmax_backward", saved=_RESULT),
    "logit": Gradient("logit_grad"),
    "mish": Gradient("mish_backward"),
    "nll_loss": Gradient("nll_loss_backward", saved=(0, 1, 2, 4)),  # not the loss
    "prelu": Gradient("prelu_backward"),
    "relu": Gradient("threshold_backward", lambda: (0.0,), _RESULT),
    "selu": Gradient("selu_backward", saved=_RESULT),
    "sigmoid": Gradient("sigmoid_backward", saved=_RESULT),
    "silu": Gradient("silu_backward"),
    "softmax": Gradient("softmax_backward", saved=_RESULT),
    "softplus": Gradient("softplus_backward"),
    "softshrink": Gradient("softshrink_backward"),
    "swi_glu": Gradient("swi_glu_grad"),
    "swish": Gradient("swish_backward"),
    "tanh": Gradient("tanh_backward", saved=_RESULT),
    "threshold": Gradient("threshold_backward", lambda threshold, value: (threshold,)),
}

# By name: a function of all inputs of an operator, by position, that autograd records.
CALLS: dict[str, Callable[..., Any]] = {}

_library = torch.library.Library("openaclnn", "FRAGMENT")


def _parameter(argument: str) -> str:
    """The name of an argument in Python, whose keywords no function can take."""
    return f"{argument}_" if keyword.iskeyword(argument) else argument


def _parameters(operator: Operator) -> list[_core.Argument]:
    """What its function takes, except for `out`: all that are read if it is in place."""
    arguments = operator.entry.arguments
    unread = (_ARGUMENTS.UNREAD,) if operator.in_place else _NO_INPUTS
    return [argument for argument in arguments if argument.kind not in unread]


def _replaces_one(operator: Operator) -> bool:
    """Whether what an operator in place replaces is one tensor, which it returns then."""
    kinds = {a.name: a.kind for a in operator.entry.arguments}
    names = operator.output_names
    return len(names) == 1 and kinds[names[0]] != _ARGUMENTS.IN_OUTS


def _schema(operator: Operator, parameters: Sequence[_core.Argument], defaults: list[Any]) -> str:
    inputs = []
    replaced = [a.name for a in parameters if a.kind not in _SCHEMA_TYPES]
    for argument, default in zip(parameters, defaults, strict=True):
        type_name = _SCHEMA_TYPES.get(argument.kind, "")
        mark = "?" if argument.name in operator.may_be_none else ""
        if argument.name in replaced:  # each is memory of its own
            letter = chr(ord("a") + replaced.index(argument.name))
            type_name = f"Tensor({letter}!)"
            type_name += "[]" if argument.kind == _ARGUMENTS.IN_OUTS else ""
            mark = "?" if argument.is_optional else ""
        if isinstance(default, tuple):
            default = list(default)
        value = f"={default!r}" if default is not inspect.Parameter.empty else ""
        inputs.append(f"{type_name}{mark} {_parameter(argument.name)}{value}")
    if operator.in_place:
        results = ["Tensor(a!)"] if _replaces_one(operator) else []
    else:
        kinds = {a.name: a.kind for a in operator.entry.arguments}
        are_lists = [kinds[name] == _ARGUMENTS.OUTPUTS for name in operator.output_names]
        results = ["Tensor[]" if is_list else "Tensor" for is_list in are_lists]
    returned = results[0] if len(results) == 1 else f"({', '.join(results)})"
    return f"({', '.join(inputs)}) -> {returned}"


def _shape_of_half(whole: Tensor, dim: int = -1) -> torch.Size:
    sizes = list(whole.shape)
    sizes[dim] //= 2
    return torch.Size(sizes)


def _shape_of_sums(terms: Tensor, dim: Sequence[int] | None, keeps: bool) -> torch.Size:
    axes = {k % max(terms.dim(), 1) for k in dim or range(terms.dim())}
    sizes = [1 if k in axes else size for k, size in enumerate(terms.shape)]
    return torch.Size(size for k, size in enumerate(sizes) if keeps or k not in axes)


def _shape_of_product(a: Tensor, b: Tensor) -> torch.Size:
    batches = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])  # type: ignore[no-untyped-call]
    return torch.Size((*batches, *a.shape[-2:-1], *(b.shape[-1:] if b.dim() > 1 else ())))


# What types of rules say of their first argument, by the values of the others.
_SHAPES: dict[str, Callable[..., torch.Size]] = {
    "SameShape": lambda other: other.shape,
    "HalfShape": _shape_of_half,
    "ReducedShapeOf": _shape_of_sums,
    "ShapeOfProduct": _shape_of_product,
    "ShapeOfRows": lambda rows: rows.shape[:-1],
    "BroadcastShape": lambda *others: torch.broadcast_shapes(*(o.shape for o in others)),  # type: ignore[no-untyped-call]
}


def _symbolic_shape(entry: _core.Operator, name: str, inputs: dict[str, Any]) -> torch.Size | None:
    """The shape of an output whose sizes are symbols. None: no rule says it that is known here."""
    for rule in entry.rules:
        if rule.type == "ChannelWeight" and rule.names[2:] == [name]:
            weight = inputs[rule.names[0]]
            return weight.shape if weight.numel() == 1 else torch.Size((weight.numel(),))
        if rule.type not in _SHAPES or rule.names[:1] != [name]:
            continue
        of_others = [inputs.get(other) for other in rule.names[1:]]
        if all(isinstance(other, (list, tuple)) for other in of_others[:1]):
            return None  # for each member
        if all(other in inputs for other in rule.names[1:]):
            return _SHAPES[rule.type](*(inputs[other] for other in rule.names[1:]))
    return None


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    """The values, of lists the members."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from value
        else:
            yield value


def _results(operator: Operator, inputs: dict[str, Any]) -> tuple[Tensor, ...]:
    """What the outputs are like, for tensors without elements, and sizes that are symbols."""
    entry = operator.entry
    tensors = [value for value in _flat(inputs.values()) if isinstance(value, Tensor)]
    like, names = tensors[0], operator.output_names
    shapes: list[torch.Size | None] = [None] * len(names)
    if not all(isinstance(size, int) for tensor in tensors for size in tensor.shape):
        shapes = [_symbolic_shape(entry, name, inputs) for name in names]
    known = None not in shapes

    def described(tensor: Tensor, where: str) -> _core.Array:
        # Dtypes follow from dtypes; sizes only if they are wanted.
        sizes = [1 if known else int(size) for size in tensor.shape]
        return _core.Array(where, sizes, str(tensor.dtype).removeprefix("torch."))

    types = _core.output_types(entry, operator.described(list(inputs.values()), described))
    results: list[Any] = []
    for shape, of_output in zip(shapes, types, strict=True):
        if of_output is None:  # of PyTorch's operators an undefined tensor, which Python has as None
            results.append(None)
            continue
        if isinstance(of_output, list):
            members = [(torch.Size(sizes), getattr(torch, dtype)) for dtype, sizes in of_output]
            results.append([like.new_empty(sizes, dtype=dtype) for sizes, dtype in members])
            continue
        dtype, sizes = of_output
        expected = shape if known else torch.Size(sizes)
        as_dtype = getattr(torch, dtype)
        if expected == like.shape:  # then it lies in memory as that one does
            results.append(torch.empty_like(like, dtype=as_dtype))
        else:
            results.append(like.new_empty(expected, dtype=as_dtype))
    return tuple(results)


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
    for value in _flat(values):
        if type(value) in _PLAIN_TYPES:
            if not (value.is_cpu and torch._C._has_storage(value)):  # without: a wrapper of others
                return False
        elif isinstance(value, Tensor):
            return False
    return True


def _is_recorded(values: Sequence[Any]) -> bool:
    """Whether autograd has to know of a call: to go back, or to refuse forward derivatives."""
    if torch.is_grad_enabled() and torch._C._any_requires_grad(*_flat(values)):
        return True
    return forward_ad._current_level >= 0 and any(
        isinstance(value, Tensor) and forward_ad.unpack_dual(value).tangent is not None
        for value in _flat(values)
    )


def _order(operator: str) -> list[int]:
    """Where the arguments of a gradient are among: incoming gradient, saved tensors, options."""
    arguments = _parameters(OPERATORS[operator])
    given = sorted(arguments, key=lambda a: (a.kind != _ARGUMENTS.INPUT, a.name not in _INCOMING))
    return [given.index(argument) for argument in arguments]


def _changed_in_place(name: str) -> NotImplementedError:
    other = name.removesuffix("_")
    in_place = other not in OPERATORS or OPERATORS[other].in_place
    instead = "" if in_place else f", or use openaclnn::{other}"
    return NotImplementedError(
        f"openaclnn::{name} changes a tensor, which autograd does not record: call it under "
        f"torch.no_grad(){instead}"
    )


def _no_gradient(what: str, is_gradient: bool = False) -> NotImplementedError:
    reason = "docs/python.md lists the operators that have one; detach what this one takes"
    if is_gradient:
        reason = "it is a gradient itself, and there are no second ones"
    return NotImplementedError(f"openaclnn::{what} has no gradient: {reason}")


def _refusing(what: str, is_gradient: bool) -> type[Function]:
    """The half of a Function that autograd records in order to refuse the derivative."""

    class Refusing(Function):
        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
            pass

        @staticmethod
        def backward(ctx: Any, *grads: Tensor) -> Any:
            raise _no_gradient(what, is_gradient)

    return Refusing


def _differentiable(name: str, gradient: Gradient) -> type[Function]:
    """The half of a Function that computes the derivative by another operator."""
    order = _order(gradient.operator)
    parameters = _parameters(OPERATORS[name])
    count = sum(argument.kind == _ARGUMENTS.INPUT for argument in parameters)

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
            grads: Any = ()
            if grad is not None:
                values = (grad, *ctx.saved_tensors, *ctx.options)
                grads = CALLS[gradient.operator](*(values[k] for k in order))
            grads = grads if isinstance(grads, tuple) else (grads,)
            return (*grads, *(None,) * (len(parameters) - len(grads)))

    return Differentiable


_OF_LOSSES = _refusing("softmax_cross_entropy_with_logits, its second result,", True)


class _Product(Function):
    """The gradient of features by that of the losses. Its own derivative is refused."""

    generate_vmap_rule = True

    @staticmethod
    def forward(grad: Tensor, backprop: Tensor, features: Tensor) -> Tensor:
        return grad.unsqueeze(-1) * backprop

    setup_context = _OF_LOSSES.setup_context
    backward = _OF_LOSSES.backward


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
    parameters = _parameters(operator)
    names = [argument.name for argument in parameters]
    compute = getattr(operators, name)
    signature = inspect.signature(compute).parameters
    defaults = [signature[_parameter(name)].default for name in names]
    # Members of lists are recorded by no Function.
    takes_tensors = any(a.kind == _ARGUMENTS.INPUTS for a in parameters)

    def complete(values: tuple[Any, ...]) -> tuple[Any, ...]:
        """With the last ones, which the dispatcher leaves out where they equal their defaults."""
        return (*values, *defaults[len(values) :])

    def shared(value: Any, argument: _core.Argument) -> Any:
        """What is replaced, without its history; it shares memory and version."""
        if argument.kind == _ARGUMENTS.IN_OUTS:
            return [member.detach() for member in value]
        is_replaced = argument.kind in (_ARGUMENTS.OUTPUT, _ARGUMENTS.IN_OUT)
        return value.detach() if is_replaced and value is not None else value

    replaces_one = _replaces_one(operator)

    def change(*values: Any) -> Any:
        compute(*map(shared, values, parameters))
        return values[0] if replaces_one else None

    def fake(*values: Any) -> Any:
        if operator.in_place:
            return values[0] if replaces_one else None
        results = _results(operator, dict(zip(names, complete(values), strict=True)))
        return results[0] if len(results) == 1 else results

    tags = [torch.Tag.pt2_compliant_tag]
    if operator.in_place and replaces_one and hasattr(torch.Tag, "inplace"):
        tags.append(torch.Tag.inplace)
    _library.define(name + _schema(operator, parameters, defaults), tags=tags)
    _library.impl(name, change if operator.in_place else compute, "CPU")
    torch.library.register_fake(f"openaclnn::{name}", fake, lib=_library)
    batched = _batching(name, operator.entry)

    def with_defaults(info: Any, dims: tuple[Any, ...], *values: Any) -> Any:
        values = complete(values)
        if any(d is not None for dim in dims if isinstance(dim, (list, tuple)) for d in dim):
            raise NotImplementedError(f"openaclnn::{name} has no rule of torch.vmap for lists")
        known = [dim if isinstance(dim, int) else None for dim in dims]  # of lists: lists of None
        return batched(info, (*known, *[None] * (len(values) - len(dims))), *values)

    torch.library.register_vmap(f"openaclnn::{name}", with_defaults, lib=_library)
    overload = getattr(torch.ops.openaclnn, name).default

    if name == "softmax_cross_entropy_with_logits":
        half: type[Function] = _CrossEntropy
    elif name in GRADIENTS:
        half = _differentiable(name, GRADIENTS[name])
    else:
        half = _refusing(name, any(name == g.operator for g in GRADIENTS.values()))

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
            if operator.in_place:
                raise _changed_in_place(name)
            if takes_tensors:
                raise _no_gradient(name)
            with enable_single_level_autograd_function():  # below a transform: of its level
                return record(*values)
        with torch._C._AutoDispatchBelowAutograd():
            return overload.redispatch(keys & torch._C._after_autograd_keyset, *values)

    _library.impl(name, autograd, "Autograd", with_keyset=True)

    def call(*values: Any) -> Any:
        if is_plain(values):
            if not _is_recorded(values):
                return compute(*values)
            if takes_tensors:
                raise _no_gradient(name)
            return record(*values)
        if torch.compiler.is_compiling() or not torch._C._are_functorch_transforms_active():
            return overload(*values)
        return Recorded.apply(*values)

    return call


def _batching(name: str, entry: _core.Operator) -> Callable[..., Any]:
    """The rule of torch.vmap for an operator."""
    of_axes = ("ChannelWeight", "HalfShape")
    batch: Callable[..., Any] = _batch_one_by_one
    if OPERATORS[name].in_place:
        batch = _batch_in_place
    elif entry.is_of_sums:
        pass
    elif (
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


def _batch_in_place(
    operator: Callable[..., Any], size: int, dims: tuple[int | None, ...], values: tuple[Any, ...]
) -> tuple[Any, int]:
    """The rule of torch.vmap for operators in place, whose first argument is what they change."""
    if dims[0] is None:
        raise RuntimeError(
            f"vmap: {operator} cannot change a tensor without a batch by values of a batch"
        )
    for k in range(size):
        operator(
            *(v.select(d, k) if d is not None else v for v, d in zip(values, dims, strict=True))
        )
    return values[0], dims[0]


for _name, _operator in OPERATORS.items():
    CALLS[_name] = _define(_name, _operator)
