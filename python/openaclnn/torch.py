"""The operators in PyTorch: custom operators, and activations that take their gradients from them.

`torch.ops.openaclnn` has every operator of this package, for tensors of the CPU. The functions and
modules here compute forward as PyTorch does, and backward with these operators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ParamSpec

import torch
from torch import Tensor, nn
from torch.library import custom_op
from torch.nn import functional

from . import _core
from ._operator import Operator
from .operators import OPERATORS

__all__ = [
    "GELU",
    "Hardtanh",
    "PReLU",
    "Softplus",
    "gelu",
    "hardtanh",
    "logit",
    "prelu",
    "softplus",
]

_ARGUMENTS = _core.ArgumentKind
_RULES = _core.RuleKind
_SCHEMA_TYPES = {
    _ARGUMENTS.INPUT: "Tensor",
    _ARGUMENTS.SCALAR: "float",
    _ARGUMENTS.DOUBLE: "float",
    _ARGUMENTS.TEXT: "str",
}


def _schema(arguments: Sequence[_core.Argument]) -> str:
    inputs = [f"{_SCHEMA_TYPES[a.kind]} {a.name}" for a in arguments if a.kind != _ARGUMENTS.OUTPUT]
    count = sum(a.kind == _ARGUMENTS.OUTPUT for a in arguments)
    results = "Tensor" if count == 1 else f"({', '.join(['Tensor'] * count)})"
    return f"({', '.join(inputs)}) -> {results}"


def _result(entry: _core.Operator, name: str, inputs: dict[str, Any]) -> Tensor:
    """What an output is like, for tensors without elements and sizes that are symbols."""
    first: Tensor = inputs[entry.first_operand]
    dtype, shape = first.dtype, first.shape
    for rule in entry.rules:
        if rule.kind == _RULES.CHANNEL_WEIGHT and rule.names[2] == name:
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


def _define(function: str, operator: Operator) -> Callable[..., Any]:
    """Makes torch.ops.openaclnn.<function>."""
    arguments = operator.entry.arguments
    inputs = [a.name for a in arguments if a.kind != _ARGUMENTS.OUTPUT]
    outputs = [a.name for a in arguments if a.kind == _ARGUMENTS.OUTPUT]

    def compute(*values: Any) -> Any:
        return operator(values)

    def fake(*values: Any) -> Any:
        named = dict(zip(inputs, values, strict=True))
        results = tuple(_result(operator.entry, name, named) for name in outputs)
        return results[0] if len(results) == 1 else results

    def refuse(context: Any, *grads: Tensor) -> Any:
        raise NotImplementedError(
            f"openaclnn::{function} is a gradient that has no gradient: openaclnn has no second "
            "derivatives"
        )

    definition = custom_op(
        f"openaclnn::{function}",
        compute,
        mutates_args=(),
        device_types="cpu",
        schema=_schema(arguments),
    )
    definition.register_fake(fake)
    definition.register_autograd(refuse)
    return definition


_DEFINITIONS = {function: _define(function, operator) for function, operator in OPERATORS.items()}

_Parameters = ParamSpec("_Parameters")


def _activation(
    backward: Callable[..., Any],
) -> Callable[[Callable[_Parameters, Tensor]], Callable[_Parameters, Tensor]]:
    """Makes a function a custom operator.

    Args:
        backward: gives the gradients of all arguments (a tuple, or that of the first alone) for the
            incoming gradient and the arguments.
    """

    def decorate(forward: Callable[_Parameters, Tensor]) -> Callable[_Parameters, Tensor]:
        definition = custom_op(
            f"openaclnn::{forward.__name__}", forward, mutates_args=(), device_types="cpu"
        )

        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
            ctx.save_for_backward(*(value for value in inputs if isinstance(value, Tensor)))
            ctx.rest = [value for value in inputs if not isinstance(value, Tensor)]

        def run_backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
            grads = backward(grad, *ctx.saved_tensors, *ctx.rest)
            known = grads if isinstance(grads, tuple) else (grads,)
            return known + (None,) * len(ctx.rest)

        definition.register_fake(lambda input, *rest: torch.empty_like(input))
        definition.register_autograd(run_backward, setup_context=setup_context)
        return definition

    return decorate


@_activation(_DEFINITIONS["hardtanh_backward"])
def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """`torch.nn.functional.hardtanh`, backward by aclnnHardtanhBackward."""
    return functional.hardtanh(input, min_val, max_val)


@_activation(_DEFINITIONS["softplus_backward"])
def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """`torch.nn.functional.softplus`, backward by aclnnSoftplusBackward."""
    return functional.softplus(input, beta, threshold)


@_activation(_DEFINITIONS["prelu_backward"])
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """`torch.nn.functional.prelu`, backward by aclnnPreluBackward."""
    return functional.prelu(input, weight)


@_activation(_DEFINITIONS["gelu_backward_v2"])
def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """`torch.nn.functional.gelu`, backward by aclnnGeluBackwardV2."""
    return functional.gelu(input, approximate=approximate)


@_activation(
    lambda grad, input, eps: _DEFINITIONS["logit_grad"](input, grad, -1.0 if eps is None else eps)
)
def logit(input: Tensor, eps: float | None = None) -> Tensor:
    """`torch.logit`, backward by aclnnLogitGrad; without eps NaN outside [0, 1]."""
    return torch.logit(input, eps)


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
