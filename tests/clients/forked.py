"""Processes that are forked from one that has imported what they need: an import of PyTorch takes
longer than most of what they do."""

import os
import socket
import sys
from functools import partial


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def fork(work):
    """The process that calls work(), and then ends."""
    child = os.fork()
    if child == 0:
        work()
        sys.stdout.flush()
        os._exit(0)
    return child


def fork_ranks(devices, work):
    """Calls work(rank) in a process for each of the devices; ends this one if one of them fails."""
    port = free_port()

    def run(rank, device):
        where = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
        who = {"RANK": rank, "LOCAL_RANK": device, "WORLD_SIZE": len(devices)}
        os.environ.update({key: str(value) for key, value in {**where, **who}.items()})
        work(rank)

    children = [fork(partial(run, rank, device)) for rank, device in enumerate(devices)]
    if any([os.waitpid(child, 0)[1] for child in children]):
        sys.exit(f"one of {len(devices)} ranks on devices {devices} failed")
