"""Errors of results in ULP, against exact values rounded to double."""

import torch

FORMATS = {"float": (23, -126), "bfloat16": (7, -126), "float16": (10, -14)}  # fraction bits, least exponent


def worst(dtype: str, result: torch.Tensor, exact: torch.Tensor) -> float:
    """The largest error of the results, in units of the dtype's last place at the exact value."""
    fraction_bits, least_exponent = FORMATS[dtype]
    exponent = torch.frexp(exact).exponent - 1
    unit = torch.exp2((exponent.clamp(min=least_exponent) - fraction_bits).double())
    return ((result.double() - exact).abs() / unit).max().item()
