"""A GPT-2 learns a text on npu:0, and a LLaMA generates, by PyTorch's Ascend adapter and transformers.

Both are small, with random weights at first, and run on the CPU too, from the same seed. GPT-2 learns
the beginning of the text letter by letter, and says it. Nothing here knows of openaclnn. The losses of
the two devices differ by the rounding of floats only, and LLaMA's words do not differ: the program
checks both.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
import torch_npu  # noqa: F401  (registers the device "npu")
from torch import Tensor
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

ROWS, LETTERS = 8, 64  # of a step
APART = 1e-3  # the losses, at most: roundings, which training makes grow
DEVICES = "npu:0", "cpu"


class Text:
    """A text as numbers of its letters, of int64."""

    def __init__(self, text: str) -> None:
        self.letters = sorted(set(text))
        self.numbers = self.encode(text)

    def encode(self, text: str) -> Tensor:
        """Numbers, (letters)."""
        return torch.tensor([self.letters.index(letter) for letter in text])

    def decode(self, numbers: Tensor) -> str:
        """The letters of numbers, (letters)."""
        return "".join(self.letters[number] for number in numbers.tolist())

    def batch(self, chance: torch.Generator) -> Tensor:
        """Pieces from anywhere, (ROWS, LETTERS)."""
        starts = torch.randint(len(self.numbers) - LETTERS, (ROWS,), generator=chance)
        return torch.stack([self.numbers[start : start + LETTERS] for start in starts])


def new_gpt2(letters: int) -> GPT2LMHeadModel:
    """Two layers without dropout, whose random numbers differ on each device."""
    return GPT2LMHeadModel(
        GPT2Config(
            vocab_size=letters, n_positions=256, n_layer=2, n_embd=64, n_head=4,
            resid_pdrop=0, embd_pdrop=0, attn_pdrop=0, bos_token_id=0, eos_token_id=None,
        )
    )  # fmt: skip


def train(model: GPT2LMHeadModel, text: Text, steps: int) -> list[float]:
    """The loss before each step of AdamW."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3)
    chance = torch.Generator().manual_seed(1)
    losses = []
    for _ in range(steps):
        batch = text.batch(chance).to(model.device)
        loss = model(batch, labels=batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def train_gpt2(text: Text, steps: int) -> None:
    """Trains on both devices, and continues a line by what npu:0 has learnt."""
    losses = {}
    for device in DEVICES:
        torch.manual_seed(1)
        model = new_gpt2(len(text.letters)).to(device)
        start = time.perf_counter()
        losses[device] = train(model, text, steps)
        print(f"GPT-2 on {device}: {steps} steps in {time.perf_counter() - start:.1f} s")
        if device == "npu:0":
            learnt = model
    print("\nstep    " + "     ".join(DEVICES))
    for step in sorted({0, steps // 4, steps // 2, steps - 1}):
        print(f"{step:4}  " + "  ".join(f"{losses[device][step]:.5f}" for device in DEVICES))
    apart = max(abs(a - b) for a, b in zip(*losses.values()))
    if not apart <= APART:
        raise SystemExit("The losses differ by more than rounding explains.")

    prompt = text.numbers[:16]
    learnt.eval()
    said = learnt.generate(prompt[None].to("npu:0"), max_new_tokens=48, do_sample=False, pad_token_id=0)
    print(f"\n{text.decode(prompt)!r} goes on by {text.decode(said[0, 16:])!r}\n")


def generate_by_llama(words: int) -> None:
    """Generates on both devices; the words must be the same."""
    torch.manual_seed(1)
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=1000, hidden_size=256, intermediate_size=688, num_hidden_layers=4,
            num_attention_heads=8, num_key_value_heads=4, bos_token_id=1, eos_token_id=None,
        )
    ).eval()  # fmt: skip
    said = {}
    for device in DEVICES:
        model.to(device)
        prompt = torch.arange(2, 10, device=device)[None]
        start = time.perf_counter()
        said[device] = model.generate(
            prompt, max_new_tokens=words, do_sample=False, repetition_penalty=1.5, pad_token_id=0
        ).cpu()
        print(f"LLaMA on {device}: {words / (time.perf_counter() - start):.0f} words a second")
    if not torch.equal(*said.values()):
        raise SystemExit("The devices say different words.")
    print("Both say", " ".join(str(number) for number in said["cpu"][0, 8:].tolist()))


def main(arguments: list[str] | None = None) -> None:
    """Trains, generates and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path, help="what GPT-2 learns")
    parser.add_argument("--letters", type=int, default=400, help="of the text that GPT-2 learns")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--words", type=int, default=16, help="that LLaMA generates")
    options = parser.parse_args(arguments)
    text = options.text.read_text(encoding="utf-8")[: options.letters]
    train_gpt2(Text(text), options.steps)
    generate_by_llama(options.words)


if __name__ == "__main__":
    main()
