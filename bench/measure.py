"""Times one operator's cases by turns: openaclnn, the roofline, oneDNN, PyTorch, and again.

usage: measure.py PROGRAM OPERATOR THREADS[,THREADS...] SIMD[,SIMD...] SAMPLES.csv
                  [--quick | --family] [--long]

The operator "all" stands for all of them. --quick: only what the aims need; --family: only what the
tables of all operators need.

SIMD are names of OPENACLNN_SIMD; all of them take turns too, and the peers keep to the same
instruction set. Memory is up to 1.6 times as fast at one time as at another, so that only times
taken close together can be compared. A sample is the mean time of a call, in nanoseconds, in one
round; of who ends with "ULP" it is the largest error of the results, taken once for a dense case.
"""

import argparse
import csv
import json
import os
import subprocess
import sys

import aims
import results

FIELDS = ["operator", "dtype", "layout", "elements", "threads", "simd", "who", "round", "value"]
SHORT, LONGEST = 8, 1 << 24
ONCE_IS_ENOUGH = 1e8  # ns; who is that slow has many times the others' time
PYTORCH_FIGURES = {"PyTorch", "ahead", "PyTorch ULP"}
KEPT = "build/bench-results/kept"
# What keeps PyTorch, and oneDNN in it and alone, from longer vectors.
PEERS_LIMITS = {
    "avx2": {"ATEN_CPU_CAPABILITY": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2", "DNNL_MAX_CPU_ISA": "AVX2"},
}


def environment(simd: str) -> dict:
    return {**os.environ, "OPENACLNN_SIMD": simd, **PEERS_LIMITS.get(simd, {})}


class Program:
    """openaclnn_bench --serve: openaclnn itself, the roofline and oneDNN."""

    def __init__(self, path: str, threads: int, simd: str, seconds: float):
        self._process = subprocess.Popen(
            [path, "--serve", f"--benchmark_min_time={seconds}"],
            env={**environment(simd), "OPENACLNN_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def _ask(self, line: str) -> str:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"openaclnn_bench died at {line}")
        return answer.strip()

    def nanoseconds(self, benchmark: str) -> float | None:
        answer = self._ask(benchmark)
        try:
            return float(answer)
        except ValueError:
            print(f"{benchmark}: {answer}")
            return None

    def keep(self, case: str, path: str) -> None:
        answer = self._ask(f"keep {case}\t{path}")
        if answer != "kept":
            raise SystemExit(f"openaclnn_bench cannot keep {case}: {answer}")

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


class PyTorch:
    """pytorch.py, on an instruction set."""

    def __init__(self, simd: str, *options: str):
        self._process = subprocess.Popen(
            [sys.executable, os.path.join(os.path.dirname(__file__), "pytorch.py"), *options],
            env=environment(simd),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.capability = self._process.stdout.readline().strip()
        if not self.capability or (simd == "avx2" and not options and self.capability != "AVX2"):
            raise SystemExit(f"PyTorch for {simd} uses {self.capability or 'nothing'}")

    def ask(self, request):
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"pytorch.py died at {request}")
        return json.loads(answer)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


def participants(case: dict, figures: set[str], names: set[str], program: Program, torch: PyTorch) -> dict:
    """Who the figures need: a function that takes one sample of it, or None if it cannot run the case."""

    def served(who: str, name: str):
        return lambda: program.nanoseconds(f"{who}/{name}")

    result = {"openaclnn": served("openaclnn", case["name"])}
    if case["elements"] == SHORT:
        result["openaclnn call"] = served("openaclnn call", case["name"])
    elif "roofline" in figures:
        result["ordinary"] = served("ordinary", case["name"])
        result["non-temporal"] = served("non-temporal", case["name"])
    dense = f"{case['operator']}/{case['dtype']}/dense/{case['elements']}"
    if "of dense" in figures and dense != case["name"] and dense in names:
        result["openaclnn dense"] = served("openaclnn", dense)
    if figures & {"oneDNN", "ahead"}:
        result["oneDNN"] = served("oneDNN", case["name"])
    if figures & PYTORCH_FIGURES:
        result["PyTorch"] = lambda: torch.ask("time")
    return result


def errors(case: dict, program: Program, torch: PyTorch) -> dict:
    """Who: the largest error of its results, in ULP."""
    result = {}
    for who in ("openaclnn", "oneDNN"):
        if program.nanoseconds(f"{who}/{case['name']}") is not None:
            program.keep(case["name"], KEPT)
            result[f"{who} ULP"], result["PyTorch ULP"] = torch.ask({"kept": KEPT})
    return result


def has_errors(case: dict) -> bool:
    is_elementwise = case["kind"] == "elements" and case["layout"] == "dense"
    return is_elementwise and case["dtype"] != "double" and case["elements"] > SHORT


def figures_of(row: dict, arguments: argparse.Namespace, most_threads: int) -> set[str]:
    if arguments.family:
        return aims.family_figures(row, most_threads)
    return aims.needed_figures(row) if arguments.quick else set(results.FIGURES)


def sample_by_turns(samplers: dict, rounds: int, row: dict, writer: csv.DictWriter) -> None:
    """Writes rows of the samplers, whose keys are an instruction set and who."""
    samplers = dict(samplers)
    for row["round"] in range(rounds):
        for key in list(samplers):
            row["simd"], row["who"] = key
            row["value"] = samplers[key]()
            if row["value"] is not None:
                writer.writerow(row)
            if row["value"] is None or row["value"] > ONCE_IS_ENOUGH:
                del samplers[key]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("operator")
    parser.add_argument("threads")
    parser.add_argument("simds")
    parser.add_argument("samples")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--family", action="store_true")
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    rounds, seconds = (3, 0.01) if arguments.quick or arguments.family else (5, 0.02)
    numbers, simds = [int(number) for number in arguments.threads.split(",")], arguments.simds.split(",")

    listed = subprocess.run([arguments.program, "--list"], check=True, capture_output=True, text=True)
    cases = json.loads(listed.stdout)
    names = {case["name"] for case in cases}
    torches = {simd: PyTorch(simd) for simd in simds}
    with open(arguments.samples, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, extrasaction="ignore")
        writer.writeheader()
        for threads in numbers:
            programs = {simd: Program(arguments.program, threads, simd, seconds) for simd in simds}
            for case in cases:
                row = {**case, "threads": threads}
                if arguments.operator not in (case["operator"], "all"):
                    continue
                if case["elements"] > 2 * LONGEST and not arguments.long:
                    continue
                figures = figures_of(row, arguments, numbers[-1])
                if not figures:
                    continue
                samplers = {}
                for simd in simds:
                    if figures & PYTORCH_FIGURES:
                        torches[simd].ask({"case": case, "threads": threads, "seconds": seconds})
                    mine = participants(case, figures, names, programs[simd], torches[simd])
                    samplers |= {(simd, who): sample for who, sample in mine.items()}
                sample_by_turns(samplers, rounds, row, writer)
                if "PyTorch ULP" not in figures or threads != numbers[0] or not has_errors(case):
                    continue
                for row["simd"] in simds:
                    found = errors(case, programs[row["simd"]], torches[row["simd"]])
                    for row["who"], row["value"] in found.items():
                        writer.writerow({**row, "round": 0})
            for program in programs.values():
                program.close()
    for torch in torches.values():
        torch.close()


if __name__ == "__main__":
    main()
