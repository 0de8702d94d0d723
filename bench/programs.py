"""Whole programs of PyTorch on npu:0, timed compared with the same on the CPU, by turns in one process.

usage: programs.py THREADS [--rounds N]

GPT-2 trains (6 layers of 384, 8 rows of 256 tokens, AdamW), LLaMA writes 128 tokens (8 layers of 512),
and ResNet-18 trains (8 images of 3 x 224 x 224, SGD). Each line says the median of a step, or of all
tokens, in ms, and how many times as fast as the CPU npu:0 is.

It needs what tests/clients installs, and the environment of an installed copy of this library:

    source build/clients/prefix/set_env.sh
    OMP_NUM_THREADS=1 OPENACLNN_NUM_THREADS=1 OMP_WAIT_POLICY=passive TORCH_DEVICE_BACKEND_AUTOLOAD=0 \\
      build/clients/venv/bin/python bench/programs.py 1
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/clients"))
import torch_npu  # noqa: E402, F401
import torchvision_schemas  # noqa: E402, F401
from torchvision.models import resnet18  # noqa: E402
from transformers import (  # noqa: E402
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
)

WORDS = 5000

Step = Callable[[], object]


def training(optimizer: torch.optim.Optimizer, loss_of: Callable[[], torch.Tensor]) -> Step:
    def step() -> float:
        loss = loss_of()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    return step


def gpt2(device: str) -> Step:
    config = GPT2Config(vocab_size=WORDS, n_positions=256, n_layer=6, n_embd=384, n_head=6)
    model = GPT2LMHeadModel(config).to(device).train()
    tokens = torch.randint(WORDS, (8, 256)).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    return training(optimizer, lambda: model(tokens, labels=tokens).loss)


def llama(device: str) -> Step:
    config = LlamaConfig(
        vocab_size=WORDS,
        hidden_size=512,
        intermediate_size=1376,
        num_hidden_layers=8,
        num_attention_heads=8,
        max_position_embeddings=512,
    )
    model = LlamaForCausalLM(config).to(device).eval()
    tokens = torch.randint(WORDS, (1, 16)).to(device)
    count = {"min_new_tokens": 128, "max_new_tokens": 128}
    return lambda: model.generate(tokens, do_sample=False, pad_token_id=0, **count)


def resnet(device: str) -> Step:
    model = resnet18(num_classes=10).to(device).train()
    images = torch.randn(8, 3, 224, 224).to(device)
    classes = torch.randint(10, (8,)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    return training(
        optimizer, lambda: torch.nn.functional.cross_entropy(model(images), classes)
    )


def milliseconds(step: Step) -> float:
    start = time.perf_counter()
    step()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("threads", type=int)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    for program in (gpt2, llama, resnet):
        steps = {}
        for device in ("npu:0", "cpu"):
            torch.manual_seed(1)
            steps[device] = program(device)
            steps[device]()
        rounds = [[milliseconds(step) for step in steps.values()] for _ in range(options.rounds)]
        npu, cpu = map(statistics.median, zip(*rounds, strict=True))
        print(f"{program.__name__}: npu:0 {npu:.0f} ms, cpu {cpu:.0f} ms, {cpu / npu:.2f}", flush=True)


if __name__ == "__main__":
    main()
