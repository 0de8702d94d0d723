#!/usr/bin/env python3
"""Runs programs of the gallery in checked mode, and writes docs/mistakes.md from them.

usage: gallery.py run PROGRAM SOURCE     fails unless the program's reports are those its head lists
       gallery.py all FOLDER [NAME...]   the same of all programs in FOLDER but those that are named
       gallery.py clean PROGRAM          fails if the program, which has no mistakes, has reports
       gallery.py page FOLDER [--check]  writes the page from the programs in FOLDER, or compares it

The head of a source: what is wrong, in a sentence; the checks and the reports, in order, or
"nothing"; words that the reports have. Programs without a mistake are not on the page. It ends with
not_found.md.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GALLERY = Path(__file__).resolve().parent
PAGE = GALLERY.parent.parent / "docs" / "mistakes.md"
REPORT = re.compile(r"openaclnn check \[(EZ\d{4} [\w-]+)\]: ")
SUMMARY = re.compile(r"openaclnn check: (\d+) reports?: .*\n\Z")  # not of a program that a signal ends

INTRODUCTION = """\
# Mistakes that checked mode finds

Each of these programs has one mistake that a CPU forgives and an NPU does not, or not always. With
`OPENACLNN_CHECK=1` they say what is wrong. Below each program is what it writes about its mistake,
with `...` for addresses. Places like `PROGRAM+0x1234` become lines of source with `addr2line -Cfe
PROGRAM 0x1234`. At the end is [what it does not find](#what-checked-mode-does-not-find).

This page is made from `tests/mistakes/`: run `tests/mistakes/gallery.py page BUILD/tests/mistakes`
after a change. What the programs include, `program.h`, starts the device and makes small tensors
and device memory with zeros.
"""


class Program:
    """A source and what its head says."""

    def __init__(self, source):
        head, self.code = source.read_text().split("\n//\n", 1)
        self.name = source.stem
        self.title = " ".join(line.removeprefix("// ") for line in head.splitlines())
        lines = self.code.splitlines()
        match = re.fullmatch(r"// OPENACLNN_CHECK=([\w,]+) reports: (.+)", lines[0])
        if not match:
            sys.exit(f"{source}: the head does not say what it reports")
        self.checks, reports = match.groups()
        self.reports = [] if reports == "nothing" else reports.split(", ")
        self.words = []
        for line in lines[1:]:
            if not line.startswith("// with: "):
                break
            self.words.append(line.removeprefix("// with: "))
        self.code = "\n".join(lines[1 + len(self.words):]).strip()

    def run(self, program):
        """The reports of a program, without the line that counts them."""
        log, _ = log_of(program, self.checks)
        if summary := SUMMARY.search(log):
            log = log[:summary.start()]
            if int(summary[1]) != len(REPORT.findall(log)):
                sys.exit(f"{program}: the last line counts {summary[1]} reports: {log}")
        return log


def log_of(program, checks):
    """What a program writes to the log with these checks, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        environment = dict(os.environ, OPENACLNN_CHECK=checks, OPENACLNN_CHECK_LOG=str(log))
        status = subprocess.run([program], env=environment, timeout=120,
                                stdout=subprocess.DEVNULL).returncode
        return log.read_text() if log.exists() else "", status


def clean(program):
    log, status = log_of(program, "1")
    if log or status != 0:
        sys.exit(f"exit status {status}, reports: {log}")


def run(program, source):
    expected = Program(Path(source))
    log = expected.run(program)
    missing = [words for words in expected.words if words not in log]
    if REPORT.findall(log) == expected.reports and not missing:
        return
    sys.exit(f"{program}: expected: {expected.reports} with {expected.words}\nmissing: {missing}\nlog:\n{log}")


def run_all(folder, left_out):
    unknown = set(left_out) - {source.stem for source in GALLERY.glob("*.cpp")}
    if unknown:
        sys.exit(f"there is no {unknown}")
    for source in sorted(GALLERY.glob("*.cpp")):
        if source.stem not in left_out:
            run(Path(folder, source.stem), source)


def page(folder):
    programs = [Program(source) for source in GALLERY.glob("*.cpp")]
    programs = [program for program in programs if program.reports]
    text = INTRODUCTION
    for program in sorted(programs, key=lambda program: (program.reports, program.name)):
        log = re.sub(r"\+0x[0-9a-f]+( \(\w+\))?", "+0x...", program.run(Path(folder, program.name)))
        log = re.sub(r"0x[0-9a-f]{5,}", "0x...", log).strip()
        quoted = "\n>\n".join(f"> {line}" for line in log.splitlines())
        text += (f"\n## {program.reports[0]}: {program.name}\n\n{program.title}\n\n"
                 f"```cpp\n{program.code}\n```\n\n{quoted}\n")
    return text + "\n" + (GALLERY / "not_found.md").read_text()


def main():
    match sys.argv[1:]:
        case ["run", program, source]:
            run(program, source)
        case ["all", folder, *left_out]:
            run_all(folder, left_out)
        case ["clean", program]:
            clean(program)
        case ["page", folder]:
            PAGE.write_text(page(folder))
        case ["page", folder, "--check"]:
            if PAGE.read_text() != page(folder):
                sys.exit(f"{PAGE} is not what the programs report now; run gallery.py page {folder}")
        case _:
            sys.exit(__doc__)


main()
