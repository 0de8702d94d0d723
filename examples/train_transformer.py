"""Trains a small transformer twice from the same seed: with openaclnn.torch and with plain PyTorch.

It learns to sort digits: it reads eight of them and writes the same ones in order. Softmax of the
attention, SwiGLU and the loss, forward and backward, are computed by aclnn operators in one of the
two, by PyTorch in the other; nothing else differs. So their losses differ by the rounding of floats
only, which the program asserts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

import openaclnn.torch

DIGITS = 8  # of a sequence
START = 10  # the token between the digits and the sorted ones
WIDTH, HEADS, HIDDEN = 32, 4, 64
BATCH = 64


def tolerance(step: int) -> float:
    """How far apart the losses may be: roundings, which training makes grow like weather."""
    return 1e-5 * 10 ** (step / 150)


@dataclass
class Functions:
    """Where the two trainings differ."""

    name: str
    softmax: Callable[[Tensor, int], Tensor]
    swiglu: Callable[[Tensor], Tensor]
    cross_entropy: Callable[[Tensor, Tensor], Tensor]


def plain_swiglu(x: Tensor) -> Tensor:
    """`silu(a) * b` of the halves a and b of the last axis."""
    a, b = x.chunk(2, -1)
    return functional.silu(a) * b


OURS = Functions(
    "openaclnn",
    openaclnn.torch.softmax,
    openaclnn.torch.swiglu,
    openaclnn.torch.cross_entropy,
)
PLAIN = Functions("PyTorch", functional.softmax, plain_swiglu, functional.cross_entropy)


class Block(nn.Module):
    """Causal attention and a gated layer, each behind a norm and next to a shortcut."""

    def __init__(self, functions: Functions) -> None:
        super().__init__()
        self.functions = functions
        self.attention_norm, self.gated_norm = nn.RMSNorm(WIDTH), nn.RMSNorm(WIDTH)
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.mix = nn.Linear(WIDTH, WIDTH, bias=False)
        self.up = nn.Linear(WIDTH, 2 * HIDDEN, bias=False)
        self.down = nn.Linear(HIDDEN, WIDTH, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.attention_norm(x))
        return x + self.down(self.functions.swiglu(self.up(self.gated_norm(x))))

    def attention(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        heads = self.query_key_value(x).view(batch, length, 3, HEADS, WIDTH // HEADS)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        scores = query @ key.mT / (WIDTH // HEADS) ** 0.5
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        weights = self.functions.softmax(scores.masked_fill(later, -torch.inf), -1)
        return self.mix((weights @ value).transpose(1, 2).reshape(batch, length, WIDTH))


class Sorter(nn.Module):
    """From a token and those before it, the logits of the next one."""

    def __init__(self, functions: Functions) -> None:
        super().__init__()
        self.tokens = nn.Embedding(START + 1, WIDTH)
        self.positions = nn.Embedding(2 * DIGITS, WIDTH)
        self.blocks = nn.Sequential(Block(functions), Block(functions))
        self.norm = nn.RMSNorm(WIDTH)
        self.logits = nn.Linear(WIDTH, START)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.tokens(tokens) + self.positions.weight[: tokens.shape[1]]
        return self.logits(self.norm(self.blocks(x)))


def sequences(count: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """What the model reads, and the digits that it should write from START on."""
    digits = torch.randint(10, (count, DIGITS), generator=generator)
    ordered = digits.sort(1).values
    start = torch.full((count, 1), START)
    return torch.cat([digits, start, ordered[:, :-1]], 1), ordered


@dataclass
class Training:
    """A model that is being trained, and how it went."""

    functions: Functions
    seed: int
    losses: list[float] = field(default_factory=list)
    seconds: float = 0

    def __post_init__(self) -> None:
        torch.manual_seed(self.seed)
        self.model = Sorter(self.functions)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=0.003)

    def step(self, tokens: Tensor, wanted: Tensor) -> None:
        begin = time.perf_counter()
        logits = self.model(tokens)[:, DIGITS:]
        loss = self.functions.cross_entropy(logits.flatten(0, 1), wanted.flatten())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())
        self.seconds += time.perf_counter() - begin

    def accuracy(self, tokens: Tensor, wanted: Tensor) -> float:
        """The share of the digits that are right, each after the right ones."""
        with torch.no_grad():
            right = self.model(tokens)[:, DIGITS:].argmax(-1) == wanted
        return right.sum().item() / right.numel()


def train(steps: int, seed: int) -> tuple[Training, Training]:
    """Both trainings, step by step by turns, so that their times can be compared."""
    generator = torch.Generator().manual_seed(seed)
    ours, plain = Training(OURS, seed), Training(PLAIN, seed)
    for step in range(steps):
        batch = sequences(BATCH, generator)
        for training in (ours, plain) if step % 2 else (plain, ours):
            training.step(*batch)
        if step % max(steps // 6, 1) == 0 or step == steps - 1:
            a, b = ours.losses[-1], plain.losses[-1]
            print(f"step {step:4}  loss {a:.6f}  of PyTorch {b:.6f}  difference {a - b:+.1e}")
    return ours, plain


def plot(file: Path, ours: Training, plain: Training) -> None:
    """Draws the losses of both, and how far they are apart."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (above, below) = pyplot.subplots(2, sharex=True, height_ratios=[3, 2])
    above.plot(ours.losses, linewidth=3, alpha=0.4, label="openaclnn.torch")
    above.plot(plain.losses, linewidth=1, color="black", label="PyTorch")
    above.set(yscale="log", ylabel="cross entropy", title="A transformer learns to sort digits")
    above.legend()
    apart = [abs(a - b) for a, b in zip(ours.losses, plain.losses, strict=True)]
    below.plot(apart, ".", markersize=2)
    below.plot([tolerance(step) for step in range(len(apart))], color="red", label="allowed")
    below.legend()
    below.set(yscale="log", xlabel="step", ylabel="difference of the losses")
    figure.savefig(file, dpi=120)


def main(arguments: list[str] | None = None) -> None:
    """Trains, prints and draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="a picture of the losses, such as loss.png")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)  # matrices this small gain nothing by more
    ours, plain = train(options.steps, options.seed)
    apart = [abs(a - b) for a, b in zip(ours.losses, plain.losses, strict=True)]
    share = max(difference / tolerance(step) for step, difference in enumerate(apart))
    unseen = sequences(1000, torch.Generator().manual_seed(options.seed + 1))
    print(
        f"digits in their place: {ours.accuracy(*unseen):.1%}, of PyTorch "
        f"{plain.accuracy(*unseen):.1%}; {ours.seconds:.1f} s, PyTorch {plain.seconds:.1f} s"
    )
    print(f"largest difference of the losses: {max(apart):.1e}; {share:.0%} of what is allowed")
    if options.plot is not None:
        plot(options.plot, ours, plain)
        print(f"losses in {options.plot}")
    if not share <= 1:
        raise SystemExit("The losses differ by more than rounding explains.")


if __name__ == "__main__":
    main()
