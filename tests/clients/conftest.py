"""What has to be so before any test of PyTorch on npu:0 is read, and what several of them change."""

from functools import partial

import pytest
import torchvision_schemas  # noqa: F401

BY_SEVERAL_PROCESSES = {"torch_npu_hccl_test", "torch_npu_parallel_test"}


def pytest_collection_modifyitems(items):
    """Several processes come last: the other mode (tests/clients/run) has left them its core by then."""
    items.sort(key=lambda item: item.path.stem in BY_SEVERAL_PROCESSES)


@pytest.fixture
def gelu_by_tanh(monkeypatch):
    """The adapter's gelu is the form by tanh, whatever is asked for (docs/porting.md)."""
    import torch

    exact = torch.nn.functional.gelu
    by_tanh = partial(exact, approximate="tanh")
    monkeypatch.setattr(
        torch.nn.functional, "gelu", lambda input, approximate="tanh": by_tanh(input)
    )
