"""What has to be so before any test of PyTorch on npu:0 is read, and what several of them change."""

from functools import partial

import pytest
import torchvision_schemas  # noqa: F401


@pytest.fixture
def gelu_by_tanh(monkeypatch):
    """The adapter's gelu is the form by tanh, whatever is asked for (docs/porting.md)."""
    import torch

    exact = torch.nn.functional.gelu
    by_tanh = partial(exact, approximate="tanh")
    monkeypatch.setattr(
        torch.nn.functional, "gelu", lambda input, approximate="tanh": by_tanh(input)
    )
