#!/usr/bin/env python3
"""Counts the instructions of small calls and compares them with the committed table counts.txt.

usage: count.py [--write] PROGRAM    PROGRAM: openaclnn_small_calls of the preset release
  --write  renews the table

The program calls operators on 8 elements (calls.cc); valgrind's tool callgrind counts, which does
not depend on the load of the machine. Counts depend on the compiler and the C library, of which the
table's first line names those that it is of, and OPENACLNN_SIMD is avx2 for all. So this is skipped
(exit status 77) where they are others, or where valgrind or AVX2 is missing.

Exit status 1: a call takes over 1 % more instructions than the table says. What a change costs on
purpose, or saves, goes into the table with the change.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TABLE = Path(__file__).with_name("counts.txt")
TOLERANCE = 0.01
SKIPPED = 77
HEAD = """\
# Instructions of calls of 8 elements: both phases, and the second phase of a repeatable executor,
# each with aclrtSynchronizeStream. Written by count.py --write.
# counted on: {machine}
"""

Counts = dict[str, tuple[int, int]]  # of both phases, and of a repeatable executor's second one


def settings() -> dict[str, str]:
    """The environment of the program."""
    others = {k: v for k, v in os.environ.items() if not k.startswith("OPENACLNN_")}
    return others | {"OPENACLNN_SIMD": "avx2"}


def skip(reason: str) -> None:
    print(f"Skipped: {reason}")
    sys.exit(SKIPPED)


def output_of(command: list[str]) -> list[str]:
    done = subprocess.run(command, env=settings(), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def machine_of(program: str) -> str:
    """What the counts depend on besides the library; skips where that has no AVX2."""
    done = subprocess.run([program, "--machine"], env=settings(), capture_output=True, text=True)
    if done.returncode != 0:
        skip(f"no AVX2: {done.stderr.strip()}")
    return done.stdout.strip()


def count(program: str) -> Counts:
    with tempfile.TemporaryDirectory() as folder:
        names = output_of(["valgrind", "--tool=callgrind", "--toggle-collect=Measured",
                           "--dump-after=Measured", f"--callgrind-out-file={folder}/dump", program])
        dumps = [Path(f"{folder}/dump.{i + 1}").read_text() for i in range(2 * len(names))]
    found = [int(re.search(r"^totals: (\d+)$", dump, re.M).group(1)) for dump in dumps]
    return {name: (found[2 * i], found[2 * i + 1]) for i, name in enumerate(names)}


def text_of(machine: str, counts: Counts) -> str:
    rows = "".join(f"{name:<12} {both:>6} {repeatable:>6}\n"
                   for name, (both, repeatable) in counts.items())
    return HEAD.format(machine=machine) + rows


def read_table() -> tuple[str, Counts]:
    text = TABLE.read_text()
    machine = re.search(r"^# counted on: (.*)$", text, re.M).group(1)
    rows = re.findall(r"^([a-z].*?) +(\d+) +(\d+)$", text, re.M)
    return machine, {name: (int(both), int(repeatable)) for name, both, repeatable in rows}


def compare(counts: Counts, table: Counts) -> bool:
    """Prints all, and says whether none is greater than it may be."""
    good = counts.keys() == table.keys()
    if not good:
        print(f"The calls are {', '.join(counts)}, in the table {', '.join(table)}")
    for name in [name for name in counts if name in table]:
        for kind, now, then in zip(("both phases", "repeatable"), counts[name], table[name]):
            change = now / then - 1
            verdict = "too many" if change > TOLERANCE else "fewer: renew the table" \
                if change < -TOLERANCE else ""
            print(f"{name:<12} {kind:<12} {now:>6}, table {then:>6}: {change:+7.2%} {verdict}")
            good = good and change <= TOLERANCE
    return good


def main() -> int:
    *options, program = sys.argv[1:] or [""]
    if not program or options not in ([], ["--write"]):
        print(__doc__, file=sys.stderr)
        return 2
    if shutil.which("valgrind") is None:
        skip("there is no valgrind")
    machine = machine_of(program)
    if options:
        TABLE.write_text(text_of(machine, count(program)))
        return 0
    table_machine, table = read_table()
    if machine != table_machine:
        skip(f"this is {machine}; the table is of {table_machine}")
    return 0 if compare(count(program), table) else 1


if __name__ == "__main__":
    sys.exit(main())
