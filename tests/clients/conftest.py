"""What has to be so before any test of PyTorch on npu:0 is read, and what several of them change."""

from functools import partial
from importlib.util import find_spec

import pytest

# PyPI has torchvision for GPUs. Its compiled half does not load beside PyTorch for CPUs, and without that
# it cannot be imported: it describes shapes of these two operators. So they are declared here, and nothing
# computes them. Networks of torchvision are Python alone, and run.
if find_spec("torchvision"):
    import torch

    for name in ("nms", "qnms"):
        torch.library.define(
            f"torchvision::{name}", "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
        )


@pytest.fixture
def gelu_by_tanh(monkeypatch):
    """The adapter's gelu is the form by tanh, whatever is asked for (docs/porting.md)."""
    import torch

    exact = torch.nn.functional.gelu
    by_tanh = partial(exact, approximate="tanh")
    monkeypatch.setattr(
        torch.nn.functional, "gelu", lambda input, approximate="tanh": by_tanh(input)
    )
