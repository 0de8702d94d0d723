"""The operators in PyTorch: custom operators, and the activations of torch.nn made of them.

`torch.ops.openaclnn` has every operator of this package, for tensors of the CPU. The functions and
modules here are those of PyTorch by name, parameters and defaults, and compute both forward and
backward with these operators, in the dtypes that they have.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from ._cross_entropy import cross_entropy
from ._torch_operators import CALLS, GRADIENTS
from .operators import OPERATORS

__all__ = [
    "CELU",
    "ELU",
    "GELU",
    "GLU",
    "SELU",
    "CrossEntropyLoss",
    "GeGLU",
    "Hardshrink",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "LeakyReLU",
    "LogSigmoid",
    "LogSoftmax",
    "Mish",
    "PReLU",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softplus",
    "Softshrink",
    "SwiGLU",
    "Tanh",
    "Threshold",
    "celu",
    "cross_entropy",
    "elu",
    "geglu",
    "gelu",
    "glu",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "leaky_relu",
    "log_softmax",
    "logit",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "selu",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "softshrink",
    "swiglu",
    "tanh",
    "threshold",
]
if torch.distributed.is_available():  # which some builds of PyTorch leave out
    from ._tree_hook import tree_hook as tree_hook

    __all__ += ["tree_hook"]


class _Options(NamedTuple):
    """What an operator gets besides the input.

    Attributes:
        values: its other arguments.
        inplace: the result replaces the input.
    """

    values: tuple[Any, ...] = ()
    inplace: bool = False


def _options(*values: Any, inplace: bool = False) -> _Options:
    return _Options(values, inplace)


def _function(name: str, operator: str, options: Callable[..., _Options]) -> Callable[..., Tensor]:
    """A function of PyTorch.

    Args:
        name: its name there.
        operator: computes it.
        options: of this, from what the function takes besides the input.
    """
    call = CALLS[operator]
    from_result = GRADIENTS[operator].saved is not None

    def function(input: Tensor, *values: Any, **named: Any) -> Tensor:
        given = options(*values, **named)
        if not given.inplace:
            return call(input, *given.values)  # type: ignore[no-any-return]
        is_needed = torch.is_grad_enabled() and not from_result  # as it is, by the gradient
        return input.copy_(call(input.clone() if is_needed else input, *given.values))

    home = "torch.nn.functional" if hasattr(functional, name) else "torch"
    function.__doc__ = f"`{home}.{name}`, {_made_of(operator)}."
    function.__name__ = function.__qualname__ = options.__name__ = options.__qualname__ = name
    signature = inspect.signature(function)
    own = inspect.signature(options).parameters.values()
    function.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[signature.parameters["input"], *own]
    )
    return function


def _made_of(forward: str) -> str:
    backward = GRADIENTS[forward].operator
    return f"by {OPERATORS[forward].entry.name} and {OPERATORS[backward].entry.name}"


def _gelu_form(function: str, approximate: str) -> int:
    forms = {"none": 0, "tanh": 1}
    if approximate not in forms:
        raise ValueError(f"{function}: approximate is {approximate!r}; expected 'none' or 'tanh'")
    return forms[approximate]


celu = _function("celu", "celu", lambda alpha=1.0, inplace=False: _Options((alpha,), inplace))
elu = _function("elu", "elu", lambda alpha=1.0, inplace=False: _Options((alpha, 1.0, 1.0), inplace))
gelu = _function(
    "gelu", "gelu_v2", lambda approximate="none": _options(_gelu_form("gelu", approximate))
)
glu = _function("glu", "glu", lambda dim=-1: _options(dim))
hardshrink = _function("hardshrink", "hardshrink", lambda lambd=0.5: _options(lambd))
hardsigmoid = _function(
    "hardsigmoid", "hardsigmoid", lambda inplace=False: _options(inplace=inplace)
)
hardswish = _function("hardswish", "hardswish", lambda inplace=False: _options(inplace=inplace))
hardtanh = _function(
    "hardtanh",
    "hardtanh",
    lambda min_val=-1.0, max_val=1.0, inplace=False: _Options((min_val, max_val), inplace),
)
leaky_relu = _function(
    "leaky_relu",
    "leaky_relu",
    lambda negative_slope=0.01, inplace=False: _Options((negative_slope,), inplace),
)
logit = _function("logit", "logit", lambda eps=None: _options(-1.0 if eps is None else eps))
logsigmoid = _function("logsigmoid", "log_sigmoid", lambda: _options())
mish = _function("mish", "mish", lambda inplace=False: _options(inplace=inplace))
relu = _function("relu", "relu", lambda inplace=False: _options(inplace=inplace))
relu6 = _function("relu6", "hardtanh", lambda inplace=False: _Options((0.0, 6.0), inplace))
selu = _function("selu", "selu", lambda inplace=False: _options(inplace=inplace))
sigmoid = _function("sigmoid", "sigmoid", lambda: _options())
silu = _function("silu", "silu", lambda inplace=False: _options(inplace=inplace))
softplus = _function(
    "softplus", "softplus", lambda beta=1.0, threshold=20.0: _options(beta, threshold)
)
softshrink = _function("softshrink", "softshrink", lambda lambd=0.5: _options(lambd))
tanh = _function("tanh", "tanh", lambda: _options())
threshold = _function(
    "threshold",
    "threshold",
    lambda threshold, value, inplace=False: _Options((threshold, value), inplace),
)


def _along(operator: str, input: Tensor, dim: int | None, dtype: torch.dtype | None) -> Tensor:
    if dim is None:
        raise ValueError(
            f"{operator}: dim is None; expected an axis, as PyTorch's choice is deprecated"
        )
    return CALLS[operator](input if dtype is None else input.to(dtype), dim)  # type: ignore[no-any-return]


def softmax(input: Tensor, dim: int | None = None, dtype: torch.dtype | None = None) -> Tensor:
    """`torch.nn.functional.softmax`; dim must be given.

    It is computed by aclnnSoftmax and aclnnSoftmaxBackward.
    """
    return _along("softmax", input, dim, dtype)


def log_softmax(input: Tensor, dim: int | None = None, dtype: torch.dtype | None = None) -> Tensor:
    """`torch.nn.functional.log_softmax`; dim must be given.

    It is computed by aclnnLogSoftmax and aclnnLogSoftmaxBackward.
    """
    return _along("log_softmax", input, dim, dtype)


def swiglu(input: Tensor, dim: int = -1) -> Tensor:
    """`silu(a) * b` of the halves a and b along dim, by aclnnSwiGlu and aclnnSwiGluGrad."""
    return CALLS["swi_glu"](input, dim)  # type: ignore[no-any-return]


def geglu(
    input: Tensor, dim: int = -1, approximate: str = "none", activate_left: bool = False
) -> Tensor:
    """`a * gelu(b)` of the halves a and b along dim; `gelu(a) * b` with activate_left.

    It is computed by aclnnGeGluV3 and aclnnGeGluV3Backward.
    """
    form = _gelu_form("geglu", approximate)
    product, _ = CALLS["ge_glu_v3"](input, dim, form, activate_left)
    return product  # type: ignore[no-any-return]


def prelu(input: Tensor, weight: Tensor | float) -> Tensor:
    """`torch.nn.functional.prelu`, by aclnnPrelu and aclnnPreluBackward; weight may be a number."""
    if not isinstance(weight, Tensor):
        weight = torch.tensor(weight, dtype=input.dtype)
    return CALLS["prelu"](_lowered(input), _lowered(weight))  # type: ignore[no-any-return]


def _lowered(tensor: Tensor) -> Tensor:
    """The tensor as autocast gives it to prelu, the only one of these functions that it lowers."""
    if not torch.is_autocast_enabled("cpu") or tensor.dtype == torch.float64:
        return tensor
    return tensor.to(torch.get_autocast_dtype("cpu")) if tensor.is_floating_point() else tensor


_Module = TypeVar("_Module", bound=nn.Module)


def _module(base: type[_Module], function: Callable[..., Tensor]) -> type[_Module]:
    """A module of torch.nn with a function of the same parameters, which are its attributes."""
    names = [name for name in list(inspect.signature(function).parameters)[1:] if name != "dtype"]

    class Activation(base):  # type: ignore[misc, valid-type]
        def forward(self, input: Tensor) -> Tensor:
            return function(input, *(getattr(self, name) for name in names))

    Activation.__name__ = Activation.__qualname__ = base.__name__
    Activation.__doc__ = f"`torch.nn.{base.__name__}` with `{function.__name__}`."
    return Activation


CELU = _module(nn.CELU, celu)
ELU = _module(nn.ELU, elu)
GELU = _module(nn.GELU, gelu)
GLU = _module(nn.GLU, glu)
Hardshrink = _module(nn.Hardshrink, hardshrink)
Hardsigmoid = _module(nn.Hardsigmoid, hardsigmoid)
Hardswish = _module(nn.Hardswish, hardswish)
Hardtanh = _module(nn.Hardtanh, hardtanh)
LeakyReLU = _module(nn.LeakyReLU, leaky_relu)
LogSigmoid = _module(nn.LogSigmoid, logsigmoid)
LogSoftmax = _module(nn.LogSoftmax, log_softmax)
Mish = _module(nn.Mish, mish)
PReLU = _module(nn.PReLU, prelu)
ReLU = _module(nn.ReLU, relu)
ReLU6 = _module(nn.ReLU6, relu6)
SELU = _module(nn.SELU, selu)
SiLU = _module(nn.SiLU, silu)
Sigmoid = _module(nn.Sigmoid, sigmoid)
Softmax = _module(nn.Softmax, softmax)
Softplus = _module(nn.Softplus, softplus)
Softshrink = _module(nn.Softshrink, softshrink)
Tanh = _module(nn.Tanh, tanh)
Threshold = _module(nn.Threshold, threshold)


class SwiGLU(nn.Module):
    """`swiglu` along dim."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        return swiglu(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class GeGLU(nn.Module):
    """`geglu` along dim."""

    def __init__(
        self, dim: int = -1, approximate: str = "none", activate_left: bool = False
    ) -> None:
        super().__init__()
        self.dim, self.approximate, self.activate_left = dim, approximate, activate_left

    def forward(self, input: Tensor) -> Tensor:
        return geglu(input, self.dim, self.approximate, self.activate_left)

    def extra_repr(self) -> str:
        return (
            f"dim={self.dim}, approximate={self.approximate!r}, activate_left={self.activate_left}"
        )


class CrossEntropyLoss(nn.CrossEntropyLoss):
    """`torch.nn.CrossEntropyLoss` with `cross_entropy`."""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return cross_entropy(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )
