"""Training on several devices: DistributedDataParallel over HCCL, or FSDP with --shard.

Nothing here knows of openaclnn: PyTorch's Ascend adapter, torch_npu, finds libhccl. Start it with

    OPENACLNN_DEVICE_COUNT=4 torchrun --nproc-per-node 4 examples/collectives/train_on_npu.py

Each process learns from its part of each batch, on its own device. Rank 0 prints the mean loss of
all ranks, and a checksum of the weights. That is the same for both kinds, and for any devices of the
ranks.
"""

from __future__ import annotations

import hashlib
import os
import sys

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401  (registers the device "npu" and the back end "hccl")
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel

STEPS = 200
ROWS = 64  # of all ranks together


def make_network() -> torch.nn.Module:
    """The same weights in all processes."""
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Linear(2, 32),
        torch.nn.Tanh(),
        torch.nn.Linear(32, 32),
        torch.nn.Tanh(),
        torch.nn.Linear(32, 2),
    )


def make_batch(step: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Points, and whether both of their coordinates have the same sign."""
    points = 2 * torch.rand(ROWS, 2, generator=torch.Generator().manual_seed(step)) - 1
    return points, (points[:, 0] * points[:, 1] > 0).long()


def shard(network: torch.nn.Module, ranks: int) -> torch.nn.Module:
    """Each rank keeps its part of the weights of each layer."""
    mesh = init_device_mesh("npu", (ranks,))
    for layer in network:
        fully_shard(layer, mesh=mesh)
    return fully_shard(network, mesh=mesh)


def checksum(network: torch.nn.Module) -> str:
    """A hash of all bits of the weights. All ranks ask for it together."""
    whole = [w.full_tensor() if hasattr(w, "full_tensor") else w for w in network.parameters()]
    numbers = torch.cat([weights.detach().cpu().flatten() for weights in whole])
    return hashlib.sha256(numbers.numpy().tobytes()).hexdigest()[:16]


def main() -> None:
    """What one process does. torchrun has put its rank into the environment."""
    device = torch.device("npu", int(os.environ["LOCAL_RANK"]))
    torch.npu.set_device(device)
    dist.init_process_group("hccl")
    rank, ranks = dist.get_rank(), dist.get_world_size()
    network = make_network().to(device)
    if "--shard" in sys.argv:
        network = shard(network, ranks)
    else:
        network = DistributedDataParallel(network, device_ids=[device.index])
    optimizer = torch.optim.AdamW(network.parameters(), lr=0.01)

    for step in range(STEPS):
        points, labels = (part.chunk(ranks)[rank].to(device) for part in make_batch(step))
        loss = cross_entropy(network(points), labels)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if step % 50 == 0 or step == STEPS - 1:
            mean = loss.detach()
            dist.all_reduce(mean, dist.ReduceOp.AVG)
            if rank == 0:
                print(f"step {step:3}: loss {mean.item():.6f}", flush=True)

    bits = checksum(network)
    if rank == 0:
        print(f"{ranks} ranks: weights {bits}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
