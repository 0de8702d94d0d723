"""The operators in PyTorch: custom operators, and activations that take their gradients from them.

`torch.ops.openaclnn` has every operator of this package but those that only move elements and those
in place, for tensors of the CPU. The functions and modules here compute forward as PyTorch does,
also under autocast, and backward with these operators.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

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
    "Hardtanh",
    "LogSigmoid",
    "Mish",
    "PReLU",
    "Softplus",
    "Tanh",
    "celu",
    "elu",
    "gelu",
    "hardtanh",
    "logit",
    "logsigmoid",
    "mish",
    "prelu",
    "selu",
    "softplus",
    "tanh",
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
            elif rule.kind == _RULES.BROADCAST_SHAPE:
                shape = torch.broadcast_shapes(*(other.shape for other in others))  # type: ignore[no-untyped-call]
    return first.new_empty(shape, dtype=dtype)


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
    is_elementwise = all(rule.kind != _RULES.CHANNEL_WEIGHT for rule in operator.entry.rules)
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


def _activation(
    forward: Callable[..., Tensor], gradient: Callable[..., Any], *, from_result: bool = False
) -> Callable[..., Tensor]:
    """A function of a tensor, perhaps of a weight, and of options, differentiated by operators.

    Args:
        forward: computes it, as PyTorch does, also under autocast.
        gradient: gives the gradients of the tensors (a tuple, or that of the only one) for the
            incoming gradient and the arguments.
        from_result: the gradient is computed from the result in the place of the first tensor.
    """

    class Activation(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(input: Tensor, weight: Tensor | None, options: tuple[Any, ...]) -> Tensor:
            return forward(input, *(() if weight is None else (weight,)), *options)

        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
            *tensors, ctx.options = (value for value in inputs if value is not None)
            ctx.dtypes = [tensor.dtype for tensor in tensors]
            if from_result:
                tensors = [output, *tensors[1:]]
            # Autocast has computed with tensors of the result's dtype.
            saved = [output] if from_result else [tensor.to(output.dtype) for tensor in tensors]
            ctx.save_for_backward(*saved)

        @staticmethod
        def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
            grads = gradient(grad, *ctx.saved_tensors, *ctx.options)
            known = grads if isinstance(grads, tuple) else (grads,)
            cast = [g.to(dtype) for g, dtype in zip(known, ctx.dtypes, strict=True)]
            return (*cast, *[None] * (3 - len(cast)))

    def call(input: Tensor, *options: Any, weight: Tensor | None = None) -> Tensor:
        return Activation.apply(input, weight, options)  # type: ignore[no-any-return]

    return call


_hardtanh = _activation(functional.hardtanh, _gradient("hardtanh_backward"))
_softplus = _activation(functional.softplus, _gradient("softplus_backward"))
_prelu = _activation(functional.prelu, _gradient("prelu_backward"))
_gelu = _activation(
    lambda input, approximate: functional.gelu(input, approximate=approximate),
    _gradient("gelu_backward_v2"),
)
_mish = _activation(functional.mish, _gradient("mish_backward"))
_log_sigmoid = _activation(functional.logsigmoid, _gradient("log_sigmoid_backward"))
_tanh = _activation(torch.tanh, _gradient("tanh_backward"), from_result=True)
_elu_gradient = _gradient("elu_backward")
_elu = _activation(
    functional.elu,
    lambda grad, input, alpha: _elu_gradient(grad, alpha, 1.0, 1.0, False, input),
)
_celu = _activation(
    functional.celu,
    lambda grad, input, alpha: _elu_gradient(grad, alpha, 1.0, 1.0 / alpha, False, input),
)
_selu = _activation(functional.selu, _gradient("selu_backward"), from_result=True)
_logit_gradient = _gradient("logit_grad")
_logit = _activation(torch.logit, lambda grad, input, eps: _logit_gradient(input, grad, eps))


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """`torch.nn.functional.hardtanh`, backward by aclnnHardtanhBackward."""
    return _hardtanh(input, min_val, max_val)


def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """`torch.nn.functional.softplus`, backward by aclnnSoftplusBackward."""
    return _softplus(input, beta, threshold)


def prelu(input: Tensor, weight: Tensor | float) -> Tensor:
    """`torch.nn.functional.prelu`, backward by aclnnPreluBackward; weight may be a number."""
    if not isinstance(weight, Tensor):
        weight = torch.tensor(weight, dtype=input.dtype)
    return _prelu(input, weight=weight)


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """`torch.nn.functional.gelu`, backward by aclnnGeluBackwardV2."""
    return _gelu(input, approximate)


def mish(input: Tensor) -> Tensor:
    """`torch.nn.functional.mish`, backward by aclnnMishBackward."""
    return _mish(input)


def logsigmoid(input: Tensor) -> Tensor:
    """`torch.nn.functional.logsigmoid`, backward by aclnnLogSigmoidBackward."""
    return _log_sigmoid(input)


def tanh(input: Tensor) -> Tensor:
    """`torch.tanh`, backward by aclnnTanhBackward."""
    return _tanh(input)


def elu(input: Tensor, alpha: float = 1.0) -> Tensor:
    """`torch.nn.functional.elu`, backward by aclnnEluBackward."""
    return _elu(input, alpha)


def celu(input: Tensor, alpha: float = 1.0) -> Tensor:
    """`torch.nn.functional.celu`, backward by aclnnEluBackward with an inputScale of 1 / alpha."""
    return _celu(input, alpha)


def selu(input: Tensor) -> Tensor:
    """`torch.nn.functional.selu`, backward by aclnnSeluBackward, from the result."""
    return _selu(input)


def logit(input: Tensor, eps: float | None = None) -> Tensor:
    """`torch.logit`, backward by aclnnLogitGrad; without eps NaN outside [0, 1]."""
    return _logit(input, eps)


class Hardtanh(nn.Hardtanh):
    """`torch.nn.Hardtanh` with `hardtanh`."""

    def forward(self, input: Tensor) -> Tensor:
        return hardtanh(input, self.min_val, self.max_val)


class Softplus(nn.Softplus):
    """`torch.nn.Softplus` with `softplus`."""

    def forward(self, input: Tensor) -> Tensor:
        return softplus(input, self.beta, self.threshold)


class PReLU(nn.PReLU):
    """`torch.nn.PReLU` with `prelu`."""

    def forward(self, input: Tensor) -> Tensor:
        return prelu(input, self.weight)


class GELU(nn.GELU):
    """`torch.nn.GELU` with `gelu`."""

    def forward(self, input: Tensor) -> Tensor:
        return gelu(input, self.approximate)


class Mish(nn.Mish):
    """`torch.nn.Mish` with `mish`."""

    def forward(self, input: Tensor) -> Tensor:
        return mish(input)


class LogSigmoid(nn.LogSigmoid):
    """`torch.nn.LogSigmoid` with `logsigmoid`."""

    def forward(self, input: Tensor) -> Tensor:
        return logsigmoid(input)


class Tanh(nn.Tanh):
    """`torch.nn.Tanh` with `tanh`."""

    def forward(self, input: Tensor) -> Tensor:
        return tanh(input)


class ELU(nn.ELU):
    """`torch.nn.ELU` with `elu`."""

    def forward(self, input: Tensor) -> Tensor:
        return elu(input, self.alpha)


class CELU(nn.CELU):
    """`torch.nn.CELU` with `celu`."""

    def forward(self, input: Tensor) -> Tensor:
        return celu(input, self.alpha)


class SELU(nn.SELU):
    """`torch.nn.SELU` with `selu`."""

    def forward(self, input: Tensor) -> Tensor:
        return selu(input)
