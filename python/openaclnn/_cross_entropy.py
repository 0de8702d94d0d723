"""The loss of torch.nn.CrossEntropyLoss, by aclnnSoftmaxCrossEntropyWithLogits."""

from __future__ import annotations

import torch
from torch import Tensor

from ._torch_operators import CALLS


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """`torch.nn.functional.cross_entropy`, by aclnnSoftmaxCrossEntropyWithLogits.

    The operator gives losses and gradient at once. It takes a probability for each class, so class
    indices become rows with a one, as large as the input. A logit of -inf makes its row's loss NaN
    even where its probability is 0.

    Args:
        input: logits of shape (C), (N, C) or (N, C, ...), of float32, float16 or bfloat16.
        target: class indices, an integer for each row of logits, or probabilities of input's shape.
        weight: one for each class.
        ignore_index: rows of this class count nothing.
        reduction: "mean", "sum" or "none".
        label_smoothing: from 0 to 1, the share of the probabilities that all classes get alike.

    Raises:
        ValueError: reduction or label_smoothing is none of those, or shapes do not fit.
        TypeError: target has neither integers nor probabilities.
        ArgumentError: the operator does not take the dtype.
    """
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(
            f"cross_entropy: reduction is {reduction!r}; expected 'mean', 'sum' or 'none'"
        )
    if not 0 <= label_smoothing <= 1:
        raise ValueError(f"cross_entropy: label_smoothing is {label_smoothing}; expected 0 to 1")
    if input.dim() == 0:
        raise ValueError("cross_entropy: input has no axis; expected one with the classes")
    if torch.is_autocast_enabled("cpu") and input.is_floating_point():
        input = input.float()  # as PyTorch does, for losses
    features = _rows(input)
    classes = features.shape[1]
    if weight is not None:
        if weight.shape != (classes,):
            raise ValueError(
                f"cross_entropy: weight has the shape {list(weight.shape)}; expected [{classes}]"
            )
        weight = weight.to(features.dtype)
    shape = input.shape[:1] + input.shape[2:] if input.dim() > 1 else torch.Size()
    if target.shape == input.shape:
        losses, parts = _of_probabilities(features, target, weight, label_smoothing)
    elif target.shape == shape:
        losses, parts = _of_indices(features, target, weight, ignore_index, label_smoothing)
    else:
        raise ValueError(
            f"cross_entropy: target has the shape {list(target.shape)}; expected {list(shape)} of "
            f"class indices, or {list(input.shape)} of probabilities"
        )
    if reduction == "none":
        return losses.reshape(shape)
    total = losses.sum(dtype=torch.float32)
    return (total if reduction == "sum" else total / parts).to(losses.dtype)


def _rows(input: Tensor) -> Tensor:
    """A row of classes for each part of the mean."""
    return input.unsqueeze(0) if input.dim() == 1 else input.movedim(1, -1).flatten(0, -2)


def _of_probabilities(
    features: Tensor, target: Tensor, weight: Tensor | None, smoothing: float
) -> tuple[Tensor, Tensor | int]:
    """The loss of each row, and what a mean divides their sum by."""
    if not target.is_floating_point():
        raise TypeError(
            f"cross_entropy: target has the dtype {target.dtype}; expected floating-point "
            "probabilities, as its shape is input's"
        )
    labels = _smoothed(_rows(target).to(features.dtype), smoothing)
    return _weighted(features, labels if weight is None else labels * weight), features.shape[0]


def _of_indices(
    features: Tensor, target: Tensor, weight: Tensor | None, ignored: int, smoothing: float
) -> tuple[Tensor, Tensor]:
    """As _of_probabilities."""
    if target.dtype not in (torch.int64, torch.uint8):
        raise TypeError(
            f"cross_entropy: target has the dtype {target.dtype}; expected class indices of "
            "int64 or uint8"
        )
    indices = target.reshape(-1).long()
    counts = indices != ignored
    indices = torch.where(counts, indices, 0)
    labels = torch.zeros_like(features, requires_grad=False)
    labels = labels.scatter(1, indices.unsqueeze(1), 1)  # refuses what is no class
    labels = _smoothed(labels, smoothing)
    parts = counts.float()
    if weight is None:
        losses = _losses(features, labels)
    else:
        of_class = weight[indices]
        parts = parts * of_class
        if smoothing == 0:
            losses = _losses(features, labels) * of_class
        else:
            losses = _weighted(features, labels * weight)
    return torch.where(counts, losses, 0), parts.sum()


def _smoothed(labels: Tensor, smoothing: float) -> Tensor:
    return labels * (1 - smoothing) + smoothing / labels.shape[1] if smoothing != 0 else labels


def _losses(features: Tensor, labels: Tensor) -> Tensor:
    """The losses for rows of labels that sum to 1, for which the operator's gradient holds."""
    losses: Tensor
    losses, _ = CALLS["softmax_cross_entropy_with_logits"](features, labels)
    return losses


def _weighted(features: Tensor, labels: Tensor) -> Tensor:
    """The losses for any labels."""
    sums = labels.sum(1)
    divisors = torch.where(sums == 0, 1, sums)
    return _losses(features, labels / divisors.unsqueeze(1)) * divisors
