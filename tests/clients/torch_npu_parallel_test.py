"""Training by several processes, each with a device: DistributedDataParallel and FSDP of PyTorch,
and Accelerate, through PyTorch's Ascend adapter, all unmodified from PyPI. Run by tests/clients/run."""

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
import torch

pytest.importorskip("torch_npu")
pytest.importorskip("transformers")

import parallel_rank as program  # noqa: E402
from parallel_rank import ROWS, STEPS, Branches, gpt2, normalized, perceptron  # noqa: E402

# The devices of the ranks.
PLACEMENTS = {2: ["0,1", "3,2"], 4: ["0,1,2,3", "2,0,3,1"]}
MODELS = {
    "perceptron": perceptron,
    "perceptron in parts": perceptron,
    "perceptron, clipped": perceptron,
    "branches": Branches,
    "batch norm": normalized,
    "batch norm of all ranks": normalized,
    "gpt2": gpt2,
}
if program.Accelerator:
    MODELS["accelerate"] = perceptron
SAME = {
    "perceptron": [
        "small buckets",
        "views",
        "static graph",
        "sharded optimizer",
        "checkpoint",
        "FSDP",
        "FSDP of gradients",
        "fully_shard",
    ],
    "gpt2": ["FSDP", "fully_shard"],
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """What each rank wrote, by placement."""
    folder = tmp_path_factory.mktemp("parallel")
    names = [name for placements in PLACEMENTS.values() for name in placements]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", program.__file__, folder, *names],
        env={**os.environ, "OPENACLNN_DEVICE_COUNT": "4", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    ranks = {name: range(len(name.split(","))) for name in names}
    return {
        name: [json.loads((folder / name / f"{rank}.json").read_text()) for rank in ranks[name]]
        for name in names
    }


@pytest.fixture(scope="module", params=PLACEMENTS)
def results(request, runs):
    """What each of 2 or 4 ranks got."""
    return runs[PLACEMENTS[request.param][0]]


@pytest.mark.parametrize("ranks", PLACEMENTS)
def test_another_placement_has_the_same_bits(runs, ranks):
    first, second = (runs[name] for name in PLACEMENTS[ranks])
    for one, other in zip(first, second):
        assert one.keys() == other.keys()
        for name in one:
            assert one[name] == other[name], name


def test_all_ranks_have_the_same_weights(results):
    for name, first in results[0].items():
        if "weights" in first:
            for other in results[1:]:
                assert other[name]["weights"] == first["weights"], name


@pytest.mark.parametrize(("model", "way"), [(m, way) for m, ways in SAME.items() for way in ways])
def test_ways_have_the_same_bits(results, model, way):
    for result in results:
        for what in ("losses", "weights"):
            assert result[f"{model}, {way}"][what] == result[model][what]


def trained_in_mixed_precision(model, ranks, dtype, reduced):
    """What one process on the CPU gets that computes in `dtype`, adds gradients of the ranks in
    `reduced`, and keeps weights in float."""
    network = program.made(model)
    optimizer = program.optimizer_of(model, network.parameters())
    losses, size = [], ROWS // ranks
    for step in range(STEPS):
        total, sums = 0.0, [torch.zeros_like(x, dtype=reduced) for x in network.parameters()]
        for rank in range(ranks):
            copy = deepcopy(network).to(dtype)
            rows = [x[rank * size :][:size] for x in program.batch(model, step)]
            rows = [x.to(dtype) if x.is_floating_point() else x for x in rows]
            loss = program.loss_of(copy, rows, ())
            loss.backward()
            total += loss.item() / ranks
            for one, weight in zip(sums, copy.parameters()):
                one += weight.grad.to(reduced) / ranks
        for one, weight in zip(sums, network.parameters()):
            weight.grad = one.float()
        optimizer.step()
        losses.append(total)
    return [torch.tensor(x, dtype=torch.double) for x in (losses, program.row(network.parameters()))]


@pytest.mark.parametrize("how", program.MIXED)
@pytest.mark.parametrize("model", ["perceptron", "gpt2"])
def test_mixed_precision_follows_one_process(results, model, how):
    exact = trained_at_once(model, MODELS[model], len(results), torch.double)[:2]
    here = trained_in_mixed_precision(MODELS[model], len(results), *program.MIXED[how])
    start = torch.tensor(program.row(program.made(MODELS[model]).parameters()), dtype=torch.double)
    for way in (f"FSDP, {how}", f"FSDP, {how}, scaled", f"fully_shard, {how}"):
        ranks = [result[f"{model}, {way}"] for result in results]
        losses = torch.tensor([rank["losses"] for rank in ranks], dtype=torch.double).mean(0)
        there = [losses, torch.tensor(ranks[0]["weights"], dtype=torch.double)]
        assert there[1].float().double().equal(there[1])  # which float holds, and
        assert not there[1].bfloat16().double().equal(there[1])  # 16 bits do not
        assert (there[1] - exact[1]).norm() < 0.2 * (exact[1] - start).norm(), way
        # Losses are numbers of 16 bits.
        rounding = torch.finfo(program.MIXED[how][0]).eps / 2 * exact[0].norm()
        for ours, pytorchs, right, more in zip(there, here, exact, (rounding, 0)):
            assert (ours - right).norm() <= 2 * (pytorchs - right).norm() + more, way


def trained_at_once(name, model, ranks, dtype):
    """What one process on the CPU gets from the same batches: the mean loss of each step, and
    weights and buffers at the end. Networks whose ranks differ take the rows of a rank at a time."""
    network = program.made(model, dtype)
    optimizer = program.optimizer_of(model, network.parameters())
    parts = ranks if name in ("branches", "batch norm") else 1
    losses = []
    for step in range(STEPS):
        before = [x.clone() for x in network.buffers()]
        total = 0.0
        for rank in reversed(range(parts)):  # so that the buffers of the first rank stay
            for buffer, value in zip(network.buffers(), before):
                buffer.copy_(value)
            size = ROWS // parts
            rows = [x[rank * size :][:size] for x in program.batch(model, step, dtype)]
            loss = program.loss_of(network, rows, program.choice_of(model, step, rank)) / parts
            loss.backward()
            total += loss.item()
        if "clipped" in name:
            torch.nn.utils.clip_grad_norm_(network.parameters(), 0.05)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(total)
    weights, buffers = program.row(network.parameters()), program.buffers_of(network)
    return [torch.tensor(x, dtype=torch.double) for x in (losses, weights, buffers)]


@pytest.mark.parametrize("name", MODELS)
def test_follows_one_process_with_the_whole_batch(results, name):
    exact, here = (
        trained_at_once(name, MODELS[name], len(results), dtype)
        for dtype in (torch.double, torch.float)
    )
    mean = torch.tensor([result[name]["losses"] for result in results], dtype=torch.double).mean(0)
    first = results[0][name]
    after = [first[x] for x in ("weights", "buffers") if x in first]
    there = [mean, *(torch.tensor(x, dtype=torch.double) for x in after)]
    for ours, pytorchs, right in zip(there, here, exact):
        assert (ours - right).norm() <= 2 * (pytorchs - right).norm() + 1e-6 * right.norm()


@pytest.mark.skipif(not program.Accelerator, reason="there is no Accelerate here")
def test_accelerate_loads_what_it_saved(results):
    for result in results:
        assert result["accelerate"]["loaded"] == result["accelerate"]["weights"]


def test_losses_fall_and_differ_between_ranks(results):
    losses = torch.tensor([result["gpt2"]["losses"] for result in results])
    assert losses[:, -1].mean() < losses[:, 0].mean() - 0.1
    assert len(set(losses[:, 0].tolist())) == len(results)


def test_objects(results):
    all_of_them = [{"rank": r, "text": "x" * 50 * (r + 1)} for r in range(len(results))]
    for rank, result in enumerate(results):
        assert result["objects"] == {
            "gathered": all_of_them,
            "sent": [all_of_them[1], 7],
            "collected": all_of_them if rank == 0 else None,
            "scattered": [10 + rank],
        }


def test_lists_of_tensors(results):
    ranks = range(len(results))

    def sent(source, target=0):
        return [10.0 * source + 100 * target + i for i in range(3)]

    for rank, result in enumerate(results):
        assert result["lists"] == {
            "gathered": [sent(r) for r in ranks],
            "exchanged": [sent(r, rank) for r in ranks],
            "collected": [sent(r) if rank == 0 else [0.0] * 3 for r in ranks],
            "reduced": [sum(sent(r, rank)[i] for r in ranks) for i in range(3)],
        }
