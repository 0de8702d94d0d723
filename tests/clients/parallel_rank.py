"""The processes of torch_npu_parallel_test.py: each trains small models with the others, on its
device, by DistributedDataParallel, FullyShardedDataParallel and fully_shard.

usage: parallel_rank.py FOLDER PLACEMENT...   a placement: the devices of ranks 0, 1, ..., as 1,0

Writes FOLDER/<placement>/<rank>.json: losses, weights and what else the rank got."""

import json
import os
import sys
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401
import torchvision_schemas  # noqa: F401
from forked import fork_ranks
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import (
    FullyShardedDataParallel,
    MixedPrecision,
    MixedPrecisionPolicy,
    ShardingStrategy,
    fully_shard,
)
from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn import BatchNorm2d, Conv2d, Flatten, Linear, ReLU, Sequential, SyncBatchNorm, Tanh
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from transformers import GPT2Config, GPT2LMHeadModel

try:
    from accelerate import Accelerator
except ImportError:
    Accelerator = None

STEPS = 6
ROWS = 8  # of all ranks together
WORDS = 97
# The dtype in which a network computes, and the one in which gradients of ranks are added.
MIXED = {
    "bfloat16": (torch.bfloat16, torch.float),
    "bfloat16 alone": (torch.bfloat16, torch.bfloat16),
    "float16": (torch.float16, torch.float),
}


class Branches(torch.nn.Module):
    """A network of which each step uses one of two branches: in each rank another one."""

    def __init__(self):
        super().__init__()
        self.branches = torch.nn.ModuleList(Linear(6, 5) for _ in range(3))
        self.last = Linear(5, 4)

    def forward(self, x, choice):
        return self.last(torch.tanh(self.branches[choice](x)))


def perceptron():
    return Sequential(Linear(6, 33), Tanh(), Linear(33, 17), ReLU(), Linear(17, 4))


def normalized():
    return Sequential(Conv2d(1, 5, 2), BatchNorm2d(5), Tanh(), Flatten(), Linear(10, 4))


def gpt2():
    sizes = {"vocab_size": WORDS, "n_positions": 16, "n_embd": 32, "n_layer": 2, "n_head": 4}
    words = {"bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 2}
    no_dropout = {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
    return GPT2LMHeadModel(GPT2Config(**sizes, **words, **no_dropout))


def made(model, dtype=torch.float):
    torch.manual_seed(5)
    return model().to(dtype).train()


def batch(model, step, dtype=torch.float):
    """What all ranks together learn from in a step."""
    generator = torch.Generator().manual_seed(100 + step)
    if model is gpt2:
        first = torch.randint(0, WORDS, (ROWS, 1), generator=generator)
        return ((first + torch.arange(12)) % WORDS,)
    x = (2 * torch.rand(ROWS, 6, generator=generator) - 1).to(dtype)
    if model is normalized:
        x = x.reshape(ROWS, 1, 3, 2)
    return x, torch.randint(0, 4, (ROWS,), generator=generator)


def loss_of(network, rows, choice):
    if len(rows) == 1:
        return network(input_ids=rows[0], labels=rows[0]).loss
    return torch.nn.functional.cross_entropy(network(rows[0], *choice), rows[1])


def choice_of(model, step, rank):
    return ((step + rank) % 2,) if model is Branches else ()


def optimizer_of(model, weights, zero=False):
    if model is gpt2:
        return torch.optim.AdamW(weights, lr=1e-2)
    settings = {"lr": 0.1, "momentum": 0.9}
    if zero:
        return ZeroRedundancyOptimizer(weights, torch.optim.SGD, **settings)
    return torch.optim.SGD(weights, **settings)


def row(tensors):
    """The values of all tensors; those of sharded ones from all ranks."""
    whole = [x.full_tensor() if hasattr(x, "full_tensor") else x for x in tensors]
    return torch.cat([x.detach().cpu().double().flatten() for x in whole]).tolist()


def buffers_of(network):
    """And a number, as there may be none."""
    return row([*network.buffers(), torch.ones(1)])


class Rank:
    def __init__(self, device):
        self.device = torch.device("npu", device)
        self.rank, self.ranks = dist.get_rank(), dist.get_world_size()

    def rows(self, model, step, part, parts):
        size = ROWS // self.ranks // parts
        first = (self.rank * parts + part) * size
        return [x[first : first + size].to(self.device) for x in batch(model, step)]

    def step(self, network, optimizer, model, step, parts=1, clip=None, scaler=None):
        """Adds the gradients of `parts` parts of the batch before the ranks do."""
        total = 0.0
        for part in range(parts):
            with nullcontext() if part == parts - 1 else network.no_sync():
                rows = self.rows(model, step, part, parts)
                loss = loss_of(network, rows, choice_of(model, step, self.rank)) / parts
                (scaler.scale(loss) if scaler else loss).backward()
            total += loss.item()
        if clip:
            torch.nn.utils.clip_grad_norm_(network.parameters(), clip)
        if scaler:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()
        optimizer.zero_grad()
        return total

    def trained(self, network, model, zero=False, **settings):
        optimizer = optimizer_of(model, network.parameters(), zero)
        return [self.step(network, optimizer, model, step, **settings) for step in range(STEPS)]

    def replicated(self, model, sync=False, **settings):
        network = made(model).to(self.device)
        if sync:
            network = SyncBatchNorm.convert_sync_batchnorm(network)
        return DistributedDataParallel(network, device_ids=[self.device.index], **settings)

    def by_ddp(self, model, training=None, **settings):
        network = self.replicated(model, **settings)
        losses = self.trained(network, model, **(training or {}))
        weights, buffers = row(network.module.parameters()), buffers_of(network)
        return {"losses": losses, "weights": weights, "buffers": buffers}

    def by_fsdp(self, model, training=None, **settings):
        network = made(model).to(self.device)
        network = FullyShardedDataParallel(network, device_id=self.device, **settings)
        losses = self.trained(network, model, **(training or {}))
        with FullyShardedDataParallel.summon_full_params(network):
            return {"losses": losses, "weights": row(network.parameters())}

    def by_fully_shard(self, model, **settings):
        network = made(model).to(self.device)
        mesh = init_device_mesh("npu", (self.ranks,))
        for layer in network.transformer.h if model is gpt2 else network:
            fully_shard(layer, mesh=mesh, **settings)
        fully_shard(network, mesh=mesh, **settings)
        return {"losses": self.trained(network, model), "weights": row(network.parameters())}

    def in_mixed_precision(self, name, model):
        """In 16 bits, with gradients that are added in another dtype, or as they are."""
        results = {}
        for how, (dtype, reduced) in MIXED.items():
            fsdp = MixedPrecision(param_dtype=dtype, reduce_dtype=reduced, buffer_dtype=dtype)
            policy = MixedPrecisionPolicy(param_dtype=dtype, reduce_dtype=reduced)
            settings = {"mixed_precision": fsdp, "use_orig_params": True}
            scale = {"training": {"scaler": ShardedGradScaler("npu", init_scale=256.0)}}
            results[f"{name}, FSDP, {how}"] = self.by_fsdp(model, **settings)
            results[f"{name}, FSDP, {how}, scaled"] = self.by_fsdp(model, **scale, **settings)
            results[f"{name}, fully_shard, {how}"] = self.by_fully_shard(model, mp_policy=policy)
        return results

    def by_accelerate(self, model, folder):
        """Its training loop, with two parts of each batch, and its checkpoint."""
        accelerator = Accelerator(gradient_accumulation_steps=2)
        network = made(model)
        optimizer = optimizer_of(model, network.parameters())
        rows = [torch.cat(parts) for parts in zip(*(batch(model, step) for step in range(STEPS)))]
        loader = DataLoader(TensorDataset(*rows), batch_size=ROWS // self.ranks // 2)
        network, optimizer, loader = accelerator.prepare(network, optimizer, loader)
        losses = []
        for part in loader:
            with accelerator.accumulate(network):
                loss = loss_of(network, part, ())
                accelerator.backward(loss)
                optimizer.step()
                optimizer.zero_grad()
            losses.append(accelerator.gather(loss.detach()).mean().item())
        weights = row(network.parameters())
        accelerator.save_state(folder)
        accelerator.wait_for_everyone()
        with torch.no_grad():
            for each in network.parameters():
                each.zero_()
        accelerator.load_state(folder)
        return {
            "losses": [sum(losses[i : i + 2]) / 2 for i in range(0, len(losses), 2)],
            "weights": weights,
            "loaded": row(network.parameters()),
        }

    def from_a_checkpoint(self, model, path):
        """Saved by the first rank after two steps, and loaded by all."""
        network = self.replicated(model)
        optimizer = optimizer_of(model, network.parameters())
        losses = [self.step(network, optimizer, model, step) for step in range(2)]
        if self.rank == 0:
            torch.save([network.state_dict(), optimizer.state_dict()], path)
        dist.barrier()
        network = DistributedDataParallel(model().to(self.device), device_ids=[self.device.index])
        optimizer = optimizer_of(model, network.parameters())
        for one, state in zip((network, optimizer), torch.load(path, map_location=self.device)):
            one.load_state_dict(state)
        losses += [self.step(network, optimizer, model, step) for step in range(2, STEPS)]
        return {"losses": losses, "weights": row(network.module.parameters())}

    def objects(self):
        mine = {"rank": self.rank, "text": "x" * 50 * (self.rank + 1)}
        gathered = [None] * self.ranks
        dist.all_gather_object(gathered, mine)
        sent = [mine, 7] if self.rank == 1 else [None, None]
        dist.broadcast_object_list(sent, src=1)
        collected = [None] * self.ranks if self.rank == 0 else None
        dist.gather_object(mine, collected, dst=0)
        scattered = [None]
        each = [10 + r for r in range(self.ranks)] if self.rank == 0 else None
        dist.scatter_object_list(scattered, each, src=0)
        return {"gathered": gathered, "sent": sent, "collected": collected, "scattered": scattered}

    def lists(self):
        x = torch.arange(3.0).npu() + 10 * self.rank
        to_each = [x + 100 * r for r in range(self.ranks)]
        zeros = [[torch.zeros(3).npu() for _ in range(self.ranks)] for _ in range(3)]
        gathered, exchanged, collected = zeros
        dist.all_gather(gathered, x)
        dist.all_to_all(exchanged, to_each)
        dist.gather(x, collected if self.rank == 0 else None, dst=0)
        reduced = torch.zeros(3).npu()
        dist.reduce_scatter(reduced, to_each)
        lists = {"gathered": gathered, "exchanged": exchanged, "collected": collected}
        return {name: [y.tolist() for y in ys] for name, ys in lists.items()} | {
            "reduced": reduced.tolist()
        }

    def all_results(self, folder):
        sharding = {"sharding_strategy": ShardingStrategy.SHARD_GRAD_OP, "use_orig_params": True}
        return {
            "perceptron": self.by_ddp(perceptron),
            "perceptron, small buckets": self.by_ddp(perceptron, bucket_cap_mb=0.0005),
            "perceptron, views": self.by_ddp(perceptron, gradient_as_bucket_view=True),
            "perceptron, static graph": self.by_ddp(perceptron, static_graph=True),
            "perceptron, sharded optimizer": self.by_ddp(perceptron, training={"zero": True}),
            "perceptron, checkpoint": self.from_a_checkpoint(perceptron, folder / "all.pt"),
            "perceptron, FSDP": self.by_fsdp(perceptron),
            "perceptron, FSDP of gradients": self.by_fsdp(perceptron, **sharding),
            "perceptron, fully_shard": self.by_fully_shard(perceptron),
            "perceptron in parts": self.by_ddp(perceptron, training={"parts": 2}),
            "perceptron, clipped": self.by_ddp(perceptron, training={"clip": 0.05}),
            "branches": self.by_ddp(Branches, find_unused_parameters=True),
            "batch norm": self.by_ddp(normalized),
            "batch norm of all ranks": self.by_ddp(normalized, sync=True),
            "gpt2": self.by_ddp(gpt2),
            "gpt2, FSDP": self.by_fsdp(gpt2, use_orig_params=True),
            "gpt2, fully_shard": self.by_fully_shard(gpt2),
            **self.in_mixed_precision("perceptron", perceptron),
            **self.in_mixed_precision("gpt2", gpt2),
            "objects": self.objects(),
            "lists": self.lists(),
        } | ({"accelerate": self.by_accelerate(perceptron, folder / "all")} if Accelerator else {})


def run_rank(folder, name, devices, rank):
    torch.npu.set_device(devices[rank])
    dist.init_process_group("hccl")
    (folder / name).mkdir(exist_ok=True)
    results = Rank(devices[rank]).all_results(folder / name)
    dist.barrier()
    dist.destroy_process_group()
    (folder / name / f"{rank}.json").write_text(json.dumps(results))


def main():
    folder = Path(sys.argv[1])
    torch.set_num_threads(1)
    for name in sys.argv[2:]:
        devices = [int(device) for device in name.split(",")]
        # Either way of the adapter to call operators: through a queue, whose threads poll, or at once.
        os.environ["TASK_QUEUE_ENABLE"] = "1" if devices == [0, 1] else "0"
        fork_ranks(devices, partial(run_rank, folder, name, devices))


if __name__ == "__main__":
    main()
