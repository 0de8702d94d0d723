"""A communication hook for DistributedDataParallel, whose sums have a fixed order."""

# DDP compares annotations with types, so that they may not be texts here.
from typing import Any

import torch
import torch.distributed as dist


def tree_hook(state: Any, bucket: dist.GradBucket) -> torch.futures.Future[torch.Tensor]:
    """Averages gradients over the ranks, added as a tree: 0 + 1, 2 + 3, ..., then these sums, ...

    What a process group's own all-reduce gives depends on where in a bucket an element lies, and so
    on the size of buckets. Here it depends on the ranks' gradients alone. FLOAT16 and BFLOAT16 are
    added and averaged in float and rounded once. Each rank adds its slice of all gradients, so that
    as many bytes are sent as by a ring.

        model.register_comm_hook(None, openaclnn.torch.tree_hook)

    Args:
        state: the process group; None: the default one.
        bucket: gradients, from DDP.
    """
    group = dist.group.WORLD if state is None else state
    ranks, buffer = group.size(), bucket.buffer()
    per_rank = -(-buffer.numel() // ranks)
    padding = per_rank * ranks - buffer.numel()
    padded = torch.cat([buffer, buffer.new_zeros(padding)]) if padding else buffer
    slices = torch.empty_like(padded)
    # Both here and not in the background: the ranks have to begin their collectives in one order,
    # and threads of the group that run Python may outlive the interpreter.
    dist.all_to_all_single(slices, padded, group=group)
    mean = tree_sum(slices.view(ranks, per_rank)).div_(ranks).to(buffer.dtype)
    dist.all_gather(list(padded.view(ranks, per_rank)), mean, group=group)
    if padding:
        buffer.copy_(padded[: buffer.numel()])
    done: torch.futures.Future[torch.Tensor] = torch.futures.Future()
    done.set_result(buffer)
    return done


def tree_sum(terms: torch.Tensor) -> torch.Tensor:
    """The sum along the first axis, neighbours first, of 16-bit numbers in float."""
    if terms.dtype in (torch.float16, torch.bfloat16):
        terms = terms.float()
    while len(terms) > 1:
        pairs = len(terms) // 2 * 2
        sums = terms[0:pairs:2] + terms[1:pairs:2]
        terms = torch.cat([sums, terms[pairs:]]) if pairs < len(terms) else sums
    return terms[0]
