"""Random numbers of PyTorch on npu:0: how they are spread, what a seed decides, and programs that
draw them: run by tests/clients/run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

torch_npu = pytest.importorskip("torch_npu")

MANY = 1 << 17


def drawn(make, seed=3):
    torch.manual_seed(seed)
    return make().cpu().double()


def empty(*shape, dtype=torch.float):
    return torch.empty(*shape, dtype=dtype, device="npu")


# What is drawn, its mean and its deviation.
SPREAD = {
    "rand": (lambda: torch.rand(MANY, device="npu"), 0.5, 12**-0.5),
    "randn": (lambda: torch.randn(MANY, device="npu"), 0, 1),
    "rand_like": (lambda: torch.rand_like(empty(2, MANY // 2, dtype=torch.half)), 0.5, 12**-0.5),
    "uniform_": (lambda: empty(MANY).uniform_(-1, 3), 1, 4 * 12**-0.5),
    "normal_": (lambda: empty(MANY, dtype=torch.bfloat16).normal_(2, 3), 2, 3),
    "exponential_": (lambda: empty(MANY).exponential_(2), 0.5, 0.5),
    "bernoulli_": (lambda: empty(MANY).bernoulli_(0.3), 0.3, 0.21**0.5),
    "bernoulli": (lambda: torch.bernoulli(torch.full((MANY,), 0.3).npu()), 0.3, 0.21**0.5),
    "randint": (lambda: torch.randint(-2, 9, (MANY,), device="npu"), 3, 10**0.5),
    "random_": (lambda: empty(MANY, dtype=torch.int).random_(0, 2), 0.5, 0.5),
    "normal of tensors": (
        lambda: torch.normal(torch.ones(MANY).npu(), torch.full((MANY,), 2.0).npu()),
        1,
        2,
    ),
    "normal of a mean": (lambda: torch.normal(torch.ones(MANY).npu(), 2.0), 1, 2),
    "normal of a deviation": (lambda: torch.normal(1.0, torch.full((MANY,), 2.0).npu()), 1, 2),
    "normal of numbers": (lambda: torch.normal(1.0, 2.0, (MANY,), device="npu"), 1, 2),
    "dropout": (
        lambda: torch.nn.functional.dropout(torch.ones(MANY).npu(), 0.2),
        1,
        0.25**0.5,
    ),
    "sim_exponential_": (lambda: torch_npu.npu_sim_exponential_(empty(MANY), 2), 0.5, 0.5),
    "rrelu": (
        lambda: torch.nn.functional.rrelu(-torch.ones(MANY).npu(), 0.1, 0.3, training=True),
        -0.2,
        0.2 * 12**-0.5,
    ),
}


@pytest.mark.parametrize("name", SPREAD)
def test_mean_and_deviation(name):
    make, mean, deviation = SPREAD[name]
    numbers = drawn(make).flatten()
    assert numbers.numel() == MANY
    assert abs(numbers.mean() - mean) < 5 * deviation * MANY**-0.5
    assert abs(numbers.std() / deviation - 1) < 0.02


@pytest.mark.parametrize("name", SPREAD)
def test_the_seed_decides(name):
    make = SPREAD[name][0]
    first = drawn(make)
    assert torch.equal(drawn(make), first)
    assert not torch.equal(drawn(make, seed=4), first)


# Two calls share nothing, not even some places further on.
@pytest.mark.parametrize("name", ["rand", "randn", "bernoulli_", "dropout", "exponential_"])
def test_calls_are_independent(name):
    make = SPREAD[name][0]
    torch.manual_seed(3)
    first, second = (make().cpu().double() for _ in range(2))
    first, second = ((x - x.mean()) / x.std() for x in (first, second))
    for lag in (0, 1, 4, 10, 12, 16, 48):
        for a, b in ((first, second), (second, first)):
            assert abs((a[: MANY - lag] * b[lag:]).mean()) < 5 * MANY**-0.5


def test_a_generator_keeps_its_state():
    generator = torch.Generator(device="npu").manual_seed(7)
    first = torch.rand(10, generator=generator, device="npu").cpu()
    state = generator.get_state()
    second = torch.rand(10, generator=generator, device="npu").cpu()
    generator.set_state(state)
    assert torch.equal(torch.rand(10, generator=generator, device="npu").cpu(), second)
    assert not torch.equal(first, second)


@pytest.mark.parametrize("dtype", [torch.long, torch.int, torch.float])
def test_permutations(dtype):
    torch.manual_seed(3)
    first, second = (torch.randperm(5000, dtype=dtype, device="npu").cpu() for _ in range(2))
    assert torch.equal(first.sort().values, torch.arange(5000, dtype=dtype))
    assert torch.equal(second.sort().values, torch.arange(5000, dtype=dtype))
    assert (first == second).sum() < 10


def test_samples_with_replacement():
    weights = torch.tensor([[1.0, 0, 3, 6], [5, 5, 0, 0]])
    torch.manual_seed(3)
    samples = torch.multinomial(weights.npu(), 40000, replacement=True).cpu()
    for row, counts in zip(weights, (s.bincount(minlength=4) for s in samples)):
        assert (counts / 40000 - row / row.sum()).abs().max() < 0.02
        assert counts[row == 0].sum() == 0


def test_samples_without_replacement():
    weights = torch.tensor([1.0, 0, 3, 6]).expand(20000, 4)
    torch.manual_seed(3)
    samples = torch.multinomial(weights.npu(), 3).cpu()
    assert torch.equal(samples.sort().values, torch.tensor([0, 2, 3]).expand(20000, 3))
    first = samples[:, 0].bincount(minlength=4) / 20000
    assert (first - torch.tensor([0.1, 0, 0.3, 0.6])).abs().max() < 0.02
    after_6 = samples[samples[:, 0] == 3][:, 1].bincount(minlength=4)
    assert abs(after_6[2] / after_6.sum() - 0.75) < 0.02
    one = torch.multinomial(torch.tensor([0.0, 0, 1]).npu(), 1).cpu()
    assert one.tolist() == [2]


@pytest.mark.parametrize("dtype", [torch.float, torch.half, torch.bfloat16])
def test_dropout_and_its_gradient(dtype):
    torch.manual_seed(3)
    layer = torch.nn.Dropout(0.25)
    x = torch.randn(100, 333).to("npu", dtype).requires_grad_()
    y = layer(x)
    y.sum().backward()
    kept = y.detach().cpu() != 0
    assert abs(kept.double().mean() - 0.75) < 0.01
    scale = torch.where(kept, torch.tensor(1 / 0.75), torch.tensor(0.0))
    exact = x.detach().cpu().double() * kept / 0.75
    torch.testing.assert_close(y.detach().cpu(), exact.to(dtype), rtol=0, atol=0)
    torch.testing.assert_close(x.grad.cpu(), scale.to(dtype), rtol=0, atol=0)
    assert torch.equal(layer.eval()(x).cpu(), x.cpu())


def test_layers_start_apart():
    torch.manual_seed(3)
    first, second = (torch.nn.Linear(64, 64, device="npu").weight.cpu() for _ in range(2))
    assert abs(torch.corrcoef(torch.stack([first.flatten(), second.flatten()]))[0, 1]) < 0.07


# Models, and their forms of attention.
WITH_DROPOUT = [("gpt2", "eager"), ("gpt2", "sdpa"), ("bert", "eager"), ("bert", "sdpa")]

# Trains models with dropout; prints a line for each: its losses, and words that it draws. Each has a
# process, forked after the imports, which take longer than what it does.
PROGRAM = """
import json, os, sys
import torch, torch_npu, torchvision_schemas, transformers
from forked import fork

MODELS = {"gpt2": (transformers.GPT2Config, transformers.GPT2LMHeadModel),
          "bert": (transformers.BertConfig, transformers.BertForMaskedLM)}
SIZES = {"gpt2": dict(vocab_size=97, n_positions=64, n_embd=32, n_layer=2, n_head=4, pad_token_id=2,
                      bos_token_id=0, eos_token_id=1),
         "bert": dict(vocab_size=97, hidden_size=32, intermediate_size=64, num_hidden_layers=2,
                      num_attention_heads=4, max_position_embeddings=64)}


def results(name, attention):
    config, model = MODELS[name]
    settings = config(**SIZES[name])
    settings._attn_implementation = attention
    torch.manual_seed(3)
    model = model(settings).npu().train()
    text = torch.randint(3, 97, (4, 24), generator=torch.Generator().manual_seed(5)).npu()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    losses = []
    for _ in range(30):
        loss = model(text, labels=text).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item().hex())
    words = []
    if name == "gpt2":
        model.eval()
        for options in ({}, {"temperature": 0.7}, {"top_k": 5}, {"top_p": 0.8}):
            drawn = model.generate(text[:2, :6], do_sample=True, max_new_tokens=12, **options)
            words.append(drawn.tolist())
    return losses, words


for name, attention in json.loads(sys.argv[1]):
    child = fork(lambda: print(json.dumps(results(name, attention))))
    if os.waitpid(child, 0)[1]:
        sys.exit(f"{name}, {attention}: failed")
"""


def run_program(threads):
    folders = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"OPENACLNN_NUM_THREADS": str(threads), "PYTHONPATH": folders}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(WITH_DROPOUT)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith("[[")]
    return dict(zip(WITH_DROPOUT, map(json.loads, lines), strict=True))


@pytest.fixture(scope="module")
def with_dropout():
    """What a run printed of each model, and another one on more threads."""
    pytest.importorskip("transformers")
    return [run_program(threads) for threads in (1, 2)]


@pytest.mark.parametrize(("name", "attention"), WITH_DROPOUT)
def test_models_with_dropout(with_dropout, name, attention):
    first, second = (run[name, attention] for run in with_dropout)
    losses = [float.fromhex(loss) for loss in first[0]]
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])
    assert second == first
    for text in first[1]:
        assert all(len(row) > 6 and all(0 <= word < 97 for word in row) for row in text)


def test_random_slopes_in_place():
    x = torch.randn(1000)
    there = x.npu()
    torch.nn.functional.rrelu(there, training=True, inplace=True)
    slopes = there.cpu()[x < 0] / x[x < 0]
    assert torch.equal(there.cpu()[x >= 0], x[x >= 0])
    assert ((slopes > 0.1249) & (slopes < 0.3334)).all()
    assert slopes.std() > 0.03
