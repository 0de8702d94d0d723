"""Follows pages word for word: saves programs, types commands and compares what they print.

usage: follow_pages.py PAGE...    in the folder where the reader would be; one page after the other

A block of C++ is saved under the name in its first line, "// first.cpp: ...". In "console" blocks
each "$ command" is typed into one shell and has to print what follows it. "sh" blocks are not run:
they install things, or need an NPU.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

END = "\x04"


def steps_of(text: str) -> list[tuple[str, str]]:
    """Each command of the pages with what it prints."""
    steps = []
    for block in re.findall(r"^```console\n\$ (.*?)^```", text, re.DOTALL | re.MULTILINE):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE):
            command, _, printed = step.partition("\n")
            steps.append((command, printed))
    return steps


def outputs_of(commands: list[str]) -> list[str]:
    """What each command prints, in one shell, with addresses as on the pages."""
    script = "".join(f"{command}\nprintf '{END}'\n" for command in commands)
    done = subprocess.run(
        ["bash"],
        input=script,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=200,
        check=False,
    )
    return re.sub(r"0x[0-9a-f]+", "0x...", done.stdout).split(END)[:-1]


def main() -> int:
    text = "".join(Path(name).read_text() for name in sys.argv[1:])
    steps = steps_of(text)
    programs = re.findall(r"^```cpp\n(// (\S+): .*?)^```", text, re.DOTALL | re.MULTILINE)
    if len(steps) < 10 or not programs:
        print(f"only {len(steps)} commands and {len(programs)} programs")
        return 1
    working_folder = Path("build/first")  # where the first page goes before it saves anything
    working_folder.mkdir(parents=True)
    for program, name in programs:
        (working_folder / name).write_text(program)
    outputs = outputs_of([command for command, _ in steps])
    if len(outputs) != len(steps):
        print(f"the shell ended after {len(outputs)} of {len(steps)} commands: {outputs[-1:]}")
        return 1
    failures = 0
    for (command, expected), printed in zip(steps, outputs, strict=True):
        if printed == expected:
            continue
        failures += 1
        print(f"$ {command}\nexpected:\n{expected}printed:\n{printed}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
