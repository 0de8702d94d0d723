"""Trains a perceptron on npu:0 by PyTorch's Ascend adapter, and on the CPU from the same seed.

The network reads handwritten digits of 8 x 8 pixels. Nothing here knows of openaclnn: torch_npu
finds the vendor's library names, and every operator of the training is an aclnn one. What the two
lose differs by the rounding of floats only, which the program asserts.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
import torch_npu  # noqa: F401  (registers the device "npu")
from torch import Tensor, nn

PIXELS, HIDDEN, DIGITS = 64, 32, 10
BATCH = 64
APART = 1e-4  # the losses, at most: roundings, which training makes grow


def read_digits(file: Path) -> tuple[Tensor, Tensor]:
    """Pixels from 0 to 1, (images, 64) floats, and labels, (images) of int64."""
    lines = [[int(x) for x in line.split(",")] for line in file.read_text().split()]
    rows = torch.tensor(lines)
    return rows[:, :PIXELS] / 16, rows[:, PIXELS]


class Training:
    """A perceptron that learns on a device."""

    def __init__(self, device: str, seed: int) -> None:
        torch.manual_seed(seed)
        layers = nn.Linear(PIXELS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, DIGITS), nn.LogSoftmax(1)
        self.device = device
        self.model = nn.Sequential(*layers).to(device)
        # One call for each tensor, as openaclnn has no operators of lists of tensors.
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.5, foreach=False)

    def step(self, pixels: Tensor, labels: Tensor) -> float:
        """Learns from a batch; gives the loss before it did."""
        loss = nn.functional.nll_loss(self.model(pixels.to(self.device)), labels.to(self.device))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def accuracy(self, pixels: Tensor, labels: Tensor) -> float:
        """The share of images that are read right."""
        with torch.no_grad():
            scores = self.model(pixels.to(self.device)).cpu()
        return (scores.argmax(1) == labels).double().mean().item()


def main(arguments: list[str] | None = None) -> None:
    """Trains and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path, help="64 pixels and a label in each line, CSV")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)  # matrices this small gain nothing by more
    pixels, labels = read_digits(options.digits)
    unseen = len(labels) // 5
    there, here = Training("npu:0", options.seed), Training("cpu", options.seed)
    generator = torch.Generator().manual_seed(options.seed)
    apart = 0.0
    for step in range(options.steps):
        batch = unseen + torch.randint(len(labels) - unseen, (BATCH,), generator=generator)
        losses = [training.step(pixels[batch], labels[batch]) for training in (there, here)]
        apart = max(apart, abs(losses[0] - losses[1]))
        if step % max(options.steps // 6, 1) == 0 or step == options.steps - 1:
            print(f"step {step:4}  loss on npu:0 {losses[0]:.6f}  on the CPU {losses[1]:.6f}")
    shares = [training.accuracy(pixels[:unseen], labels[:unseen]) for training in (there, here)]
    print(f"unseen digits read right: {shares[0]:.1%} on npu:0, {shares[1]:.1%} on the CPU")
    print(f"largest difference of the losses: {apart:.1e}")
    if not apart <= APART:
        raise SystemExit("The losses differ by more than rounding explains.")


if __name__ == "__main__":
    main()
