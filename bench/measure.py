"""Times one operator's cases by turns: openaclnn, the roofline, oneDNN, PyTorch, and again.

usage: measure.py PROGRAM OPERATOR THREADS[,THREADS...] SAMPLES.csv [--quick] [--long]

Memory is up to 1.6 times as fast at one time as at another, so that only times taken close together
can be compared. A sample is the mean time of a call, in nanoseconds, in one round.
"""

import argparse
import csv
import json
import os
import subprocess

import aims
import pytorch
import torch

FIELDS = ["operator", "dtype", "layout", "elements", "threads", "who", "round", "ns"]
SHORT, LONGEST = 8, 1 << 24
ONCE_IS_ENOUGH = 1e8  # ns; who is that slow has many times the others' time


class Program:
    """openaclnn_bench --serve: openaclnn itself, the roofline and oneDNN."""

    def __init__(self, path: str, threads: int, seconds: float):
        self._process = subprocess.Popen(
            [path, "--serve", f"--benchmark_min_time={seconds}"],
            env={**os.environ, "OPENACLNN_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def nanoseconds(self, benchmark: str) -> float | None:
        self._process.stdin.write(benchmark + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"openaclnn_bench died at {benchmark}")
        try:
            return float(answer)
        except ValueError:
            print(f"{benchmark}: {answer}", end="")
            return None

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


def participants(case: dict, names: set[str], program: Program, seconds: float) -> dict:
    """Who: a function that takes one sample of it, or None if it cannot run the case."""

    def served(who: str, name: str):
        return lambda: program.nanoseconds(f"{who}/{name}")

    result = {"openaclnn": served("openaclnn", case["name"])}
    if case["elements"] == SHORT:
        result["openaclnn call"] = served("openaclnn call", case["name"])
    else:
        result["ordinary"] = served("ordinary", case["name"])
        result["non-temporal"] = served("non-temporal", case["name"])
    dense = f"{case['operator']}/{case['dtype']}/dense/{case['elements']}"
    if dense != case["name"] and dense in names:
        result["openaclnn dense"] = served("openaclnn", dense)
    result["oneDNN"] = served("oneDNN", case["name"])
    call = pytorch.Call(case)
    result["PyTorch"] = lambda: call.nanoseconds(seconds)
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("operator")
    parser.add_argument("threads")
    parser.add_argument("samples")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    rounds, seconds = (3, 0.01) if arguments.quick else (5, 0.02)

    listed = subprocess.run([arguments.program, "--list"], check=True, capture_output=True, text=True)
    cases = json.loads(listed.stdout)
    names = {case["name"] for case in cases}
    with open(arguments.samples, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, extrasaction="ignore")
        writer.writeheader()
        for threads in map(int, arguments.threads.split(",")):
            torch.set_num_threads(threads)
            program = Program(arguments.program, threads, seconds)
            for case in cases:
                row = {**case, "threads": threads}
                if case["operator"] != arguments.operator:
                    continue
                if case["elements"] > 2 * LONGEST and not arguments.long:
                    continue
                if arguments.quick and not aims.needs(row):
                    continue
                samplers = participants(case, names, program, seconds)
                for row["round"] in range(rounds):
                    for row["who"] in list(samplers):
                        row["ns"] = samplers[row["who"]]()
                        if row["ns"] is not None:
                            writer.writerow(row)
                        if row["ns"] is None or row["ns"] > ONCE_IS_ENOUGH:
                            del samplers[row["who"]]
            program.close()


main()
