"""Times operators on a GPU by turns: a copy within the device, openaclnn, PyTorch, and again.

usage: cuda.py PROGRAM SIMD COMMAND SAMPLES.csv [--elements N]

PROGRAM is openaclnn_bench, with OPENACLNN_DEVICE=cuda in the environment. Samples are nanoseconds of
a call, by the GPU's events round 50 of them, whose tensors are longer than its second-level cache;
calls on 8 elements are timed by the host. The copy reads and writes as many bytes as the call has to.
Prints a table, and writes it to docs/cuda.md as made by COMMAND.

--elements N: a try, of the operators that aims are about, with dense tensors of N elements alone; it
is not written to the page.
"""

import argparse
import csv
import datetime
import json
import subprocess
from collections.abc import Callable
from statistics import median

import aims
from measure import Program, PyTorch
from page import read_file, replace, size, table, write_file
from results import short

FIELDS = ["operator", "dtype", "layout", "elements", "who", "round", "value"]
SHORT, LONG = 8, 16 * aims.MI  # at least 96 MB by the three arrays of a gradient
PAGE = "docs/cuda.md"
ROUNDS, SECONDS = 5, 0.02  # of a sample
ROUNDS_OF_TRY, SECONDS_OF_TRY = 2, 0.001
BY_HOST = {"queued": "openaclnn queued", "waited for": "openaclnn call"}  # of both phases


def is_measured(case: dict, elements: int | None) -> bool:
    """Everything for operators that aims are about, dense floats and bfloat16 for others."""
    is_dense, is_aimed_at = case["layout"] == "dense", case["operator"] in aims.OPERATORS
    if case["dtype"] == "double":
        return False
    if case["elements"] == SHORT:
        return is_aimed_at and case["dtype"] == "float" and (is_dense or elements is None)
    if elements is not None:
        return is_aimed_at and is_dense and case["elements"] == elements
    if is_aimed_at:
        return case["elements"] >= LONG
    return is_dense and case["elements"] == LONG and case["dtype"] in ("float", "bfloat16")


Samplers = dict[str, Callable[[], float | None]]


def participants(case: dict, seconds: float, program: Program, torch: PyTorch | None) -> Samplers:
    def served(who: str) -> Callable[[], float | None]:
        return lambda: program.nanoseconds(f"{who}/{case['name']}")

    if torch is not None:
        torch.ask({"case": case, "threads": 1, "seconds": seconds})
    if case["elements"] == SHORT:
        result = {who: served(name) for who, name in BY_HOST.items()}
        if torch is not None:
            result |= {f"PyTorch {who}": lambda who=who: torch.ask(who) for who in BY_HOST}
    else:
        result = {"copy": served("copy"), "openaclnn": served("openaclnn")}
        if torch is not None:
            result["PyTorch"] = lambda: torch.ask("time")
    return result


def measure(case: dict, samplers: Samplers, rounds: int, writer: csv.DictWriter) -> dict[str, list[float]]:
    """The times of each, by turns."""
    times: dict[str, list[float]] = {who: [] for who in samplers}
    for turn in range(rounds):
        for who, sample in samplers.items():
            value = sample()
            if value is None:
                raise SystemExit(f"{who} cannot run {case['name']}")
            times[who].append(value)
            writer.writerow({**case, "who": who, "round": turn, "value": value})
    return times


def ratio(times: dict[str, list[float]], who: str) -> str:
    """Who's time as a multiple of ours, in the same rounds."""
    return short(median(b / a for a, b in zip(times["openaclnn"], times[who]))) if who in times else ""


def long_row(case: dict, times: dict[str, list[float]]) -> list[str]:
    figures = [short(median(times["openaclnn"]) / 1000), ratio(times, "copy"), ratio(times, "PyTorch")]
    return [case["operator"], case["dtype"], case["layout"], size(case["elements"]), *figures]


def short_row(case: dict, times: dict[str, list[float]]) -> list[str]:
    who = [*BY_HOST, *(f"PyTorch {name}" for name in BY_HOST)]
    return [case["operator"], case["layout"], *(short(median(times[w]) / 1000) if w in times else "" for w in who)]


def gpu_name() -> str:
    """With the driver's version."""
    words = ["nvidia-smi", "--id=0", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "a GPU that nvidia-smi does not name"


def find_pytorch(simd: str) -> tuple[PyTorch | None, str]:
    """With its version; none, and why, where it has no GPU."""
    torch = PyTorch(simd, "--cuda")
    if torch.capability.startswith("PyTorch "):
        return torch, torch.capability
    torch.close()
    return None, torch.capability


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("simd")
    parser.add_argument("command")
    parser.add_argument("samples")
    parser.add_argument("--elements", type=int)
    arguments = parser.parse_args()
    listed = subprocess.run([arguments.program, "--list"], check=True, capture_output=True, text=True)
    cases = [case for case in json.loads(listed.stdout) if is_measured(case, arguments.elements)]
    if all(case["elements"] == SHORT for case in cases):
        raise SystemExit(f"no case has {arguments.elements} elements")
    rounds, seconds = (ROUNDS, SECONDS) if arguments.elements is None else (ROUNDS_OF_TRY, SECONDS_OF_TRY)
    program = Program(arguments.program, 1, arguments.simd, seconds)
    torch, version = find_pytorch(arguments.simd)
    long, calls = [], []
    with open(arguments.samples, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, extrasaction="ignore")
        writer.writeheader()
        for case in cases:
            times = measure(case, participants(case, seconds, program, torch), rounds, writer)
            if case["elements"] == SHORT:
                calls.append(short_row(case, times))
            else:
                long.append(long_row(case, times))
    program.close()
    if torch is not None:
        torch.close()
    text = "\n\n".join(
        [
            table(["operator", "dtype", "layout", "elements", "us", "of the copy's speed", "than PyTorch"], long, False),
            "Calls on 8 floats, both phases, us on the host:",
            table(["operator", "layout", *BY_HOST, *(f"PyTorch, {who}" for who in BY_HOST)], calls, False),
            f"Made by `{arguments.command}` on {datetime.date.today()}: {gpu_name()}; {version}.",
        ]
    )
    print(f"\n{text}")
    if arguments.elements is None:
        write_file(PAGE, replace(read_file(PAGE), "speed", text))


if __name__ == "__main__":
    main()
