"""A small network trained on npu:0 through PyTorch's Ascend adapter, unmodified from PyPI, against
PyTorch's CPU, by every optimizer whose operators are here: run by tests/clients/run."""

import pytest
import torch

pytest.importorskip("torch_npu")

OPTIMIZERS = {
    "SGD": {"lr": 0.1},
    "SGD with momentum": {"lr": 0.05, "momentum": 0.9, "weight_decay": 1e-3},
    "SGD by Nesterov": {"lr": 0.05, "momentum": 0.9, "nesterov": True},
    "Adam": {"lr": 0.01},
    "AdamW": {"lr": 0.01, "weight_decay": 0.1},
    "RMSprop": {"lr": 0.01},
    "Adagrad": {"lr": 0.1},
    "Adadelta": {"lr": 1.0},
    "Adamax": {"lr": 0.02},
    "NAdam": {"lr": 0.01},
    "RAdam": {"lr": 0.05},
    "ASGD": {"lr": 0.1},
}


def losses(device, optimizer, activation, foreach=False):
    """The losses of 30 steps, from the same numbers on every device."""
    generator = torch.Generator().manual_seed(11)
    layers = torch.nn.Linear(8, 16), torch.nn.Linear(16, 4)
    with torch.no_grad():
        for layer in layers:
            for parameter in layer.parameters():
                parameter.copy_(torch.randn(parameter.shape, generator=generator) / 3)
    model = torch.nn.Sequential(layers[0], activation(), layers[1]).to(device)
    x = torch.randn(64, 8, generator=generator)
    labels = (x[:, :4] + x[:, 4:].abs()).argmax(1).to(device)
    x = x.to(device)
    kind = getattr(torch.optim, optimizer.split()[0])
    stepper = kind(model.parameters(), **OPTIMIZERS[optimizer], foreach=foreach)
    result = []
    for _ in range(30):
        stepper.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), labels)
        loss.backward()
        stepper.step()
        result.append(loss.item())
    return torch.tensor(result)


@pytest.mark.parametrize("activation", [torch.nn.ReLU, torch.nn.SiLU, torch.nn.Tanh])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_losses_fall_as_on_the_cpu(optimizer, activation):
    there, here = losses("npu:0", optimizer, activation), losses("cpu", optimizer, activation)
    assert here[-1] < 0.9 * here[0]
    torch.testing.assert_close(there, here, rtol=1e-4, atol=1e-5)


# The forms for many tensors at a time are operators of their own.
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_losses_fall_as_well_with_all_parameters_at_once(optimizer):
    there = losses("npu:0", optimizer, torch.nn.ReLU, foreach=True)
    here = losses("cpu", optimizer, torch.nn.ReLU)
    torch.testing.assert_close(there, here, rtol=1e-4, atol=1e-5)
