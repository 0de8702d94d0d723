"""Runs commands of the program openaclnn on all cores, or on the workers of a Dask cluster.

Reads commands from standard input, one a line, such as `openaclnn sweep --list` prints or

    gen gelu_backward_v2 --approximate none --shape 64,1024 --seed 1

Each leaves its files in a folder of its own in OUT_DIR, which appears when they are complete, with
what the command printed as output.txt. Commands whose folder exists are not run again, so that a
run that was stopped, or that failed in parts, goes on where it was. At the end one hash of all
files is printed, which does not depend on who computed what. The status is 1 if a command found a
difference, as sweep does where a promise is broken, and 2 if one failed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from pathlib import Path

_DIFFERS = 1  # the program's status for a result that is complete, and not as promised
_OUTPUT = "output.txt"
_CONNECT_SECONDS = 30


def name_of(command: str) -> str:
    """The name of a command's folder: its words, as far as file names have them, and a hash."""
    words = shlex.split(command)
    readable = re.sub(r"[^A-Za-z0-9.=]+", "_", " ".join(words)).strip("_")[:80]
    return f"{readable}-{hashlib.sha256(repr(words).encode()).hexdigest()[:8]}"


def run(command: str, program: str, out_dir: str, threads: int) -> None:
    """Runs a command of sweep or gen, unless its folder exists. Several may do so at once.

    Raises:
        RuntimeError: it failed; the message is the program's.
    """
    folder = Path(out_dir, name_of(command))
    if folder.exists():
        return
    with tempfile.TemporaryDirectory(prefix=".part-", dir=out_dir) as temporary:
        results = Path(temporary, "results")
        done = subprocess.run(
            [program, *shlex.split(command), "--threads", str(threads), "--out-dir", results],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode not in (0, _DIFFERS):
            raise RuntimeError(done.stderr.strip() or f"status {done.returncode}")
        printed = done.stdout.replace(str(results), folder.name)
        (results / _OUTPUT).write_text(f"{printed}status {done.returncode}\n", encoding="utf-8")
        try:
            results.rename(folder)
        except OSError:
            if not folder.exists():  # nobody else was faster
                raise


def hash_of(folders: list[Path]) -> str:
    """SHA-256 of the names and contents of all files, in the order of their names."""
    total = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        content = hashlib.sha256()
        with path.open("rb") as file:
            while part := file.read(1 << 20):
                content.update(part)
        total.update(f"{path.parent.name}/{path.name} {content.hexdigest()}\n".encode())
    return total.hexdigest()


def run_all(commands: list[str], executor: Executor, options: argparse.Namespace) -> int:
    """Runs the commands, reports on each, and returns the status."""
    out_dir = Path(options.out_dir).resolve()
    out_dir.mkdir(parents=True, exist_ok=True)
    folders = [out_dir / name_of(command) for command in commands]
    futures = {
        executor.submit(run, command, options.program, str(out_dir), options.threads): k
        for k, command in enumerate(commands)
    }
    status = 0
    for count, future in enumerate(as_completed(futures), 1):
        command, folder = commands[futures[future]], folders[futures[future]]
        error = future.exception()
        if error is not None:
            status, outcome = 2, f"failed: {error}"
        elif (folder / _OUTPUT).read_text(encoding="utf-8").endswith("status 0\n"):
            outcome = "done"
        else:
            status, outcome = max(status, 1), f"differs: see {folder / _OUTPUT}"
        print(f"{count}/{len(commands)} {command}: {outcome}", file=sys.stderr, flush=True)
    if status < 2:
        print(f"{hash_of(folders)}  {options.out_dir}")
    return status


def appears(file: Path) -> bool:
    """Whether there is such a file, which a scheduler that was just started has yet to write."""
    deadline = time.monotonic() + _CONNECT_SECONDS
    while not file.exists():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def main(arguments: list[str] | None = None) -> int:
    """Runs the commands on standard input."""
    parser = argparse.ArgumentParser(
        "python -m openaclnn.spread",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out-dir", required=True, help="a folder that all workers have")
    parser.add_argument("--scheduler", help="of a Dask cluster: ADDRESS:PORT or its file")
    parser.add_argument("--program", default="openaclnn", help="default: %(default)s, by PATH")
    parser.add_argument("--threads", type=int, default=1, help="of each command; default: 1")
    options = parser.parse_args(arguments)
    lines = (line.strip() for line in sys.stdin)
    commands = list(dict.fromkeys(line for line in lines if line and not line.startswith("#")))
    if not commands:
        parser.error("there are no commands on standard input")
    if options.scheduler is None:
        with ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // options.threads)) as executor:
            return run_all(commands, executor, options)
    try:
        from distributed import Client
    except ImportError:
        parser.error("--scheduler needs Dask: pip install 'openaclnn[dask]'")
    is_address = ":" in options.scheduler
    if not is_address and not appears(Path(options.scheduler)):
        parser.error(f"--scheduler {options.scheduler}: there is no such file")
    address = {"address" if is_address else "scheduler_file": options.scheduler}
    try:
        client = Client(**address, timeout=_CONNECT_SECONDS)
    except OSError as error:
        parser.error(f"--scheduler {options.scheduler}: {error}")
    with client:
        return run_all(commands, client.get_executor(pure=False), options)


if __name__ == "__main__":
    from openaclnn.spread import main as imported_main  # as workers know it

    sys.exit(imported_main())
