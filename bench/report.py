"""Prints what was measured and writes it to build/bench-results and docs/performance.md.

usage: report.py COMMAND LOAD SAMPLES.csv...

The page says that the figures were made by COMMAND, and that the machine's load average was LOAD
before. If the command was a quick one, only the page's table of aims is replaced.
"""

import datetime
import os
import platform
import shutil
import subprocess
import sys

import aims
import plot
import results
import torch
from results import short

RESULTS, PAGE, PICTURES = "build/bench-results", "docs/performance.md", "docs/performance-{}.png"
SHORT = 8


def table(header: list[str], rows: list[list[str]], aligned: bool) -> str:
    widths = [max(map(len, column)) if aligned else 0 for column in zip(header, *rows)]

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"

    rule = "|" + "|".join("-" * max(width + 2, 3) for width in widths) + "|"
    return "\n".join([line(header), rule, *map(line, rows)])


def plural(threads: int) -> str:
    return f"{threads} thread" + "s" * (threads > 1)


def size(elements: int) -> str:
    for unit, name in ((1 << 20, " Mi"), (1 << 10, " Ki")):
        if elements >= unit:
            return f"{elements / unit:.3g}{name}"
    return str(elements)


def judge(aim: aims.Aim, rows: list[dict]) -> tuple[str, str]:
    """The worst figure of each operator, and whether the aim is met."""
    found, missed, absent = [], [], []
    for limit in aim.limits:
        for operator in limit.operators:
            fitting = [row for row in rows if row["operator"] == operator and limit.fits(row)]
            fitting = [row for row in fitting if row[limit.figure] is not None]
            if not fitting:
                absent.append(operator)
                continue
            worst = (min if limit.figure == "ahead" else max)(fitting, key=lambda row: row[limit.figure])
            which = [
                worst["layout"] if len(limit.layouts) > 1 and worst["layout"] != "dense" else "",
                worst["dtype"] if len(limit.dtypes) > 1 else "",
                plural(worst["threads"]) if limit.threads is None else "",
            ]
            met = limit.met(worst[limit.figure])
            if not met:
                missed.append(operator)
            value = bold(short(worst[limit.figure]), not met)
            note = ", ".join(filter(None, which))
            found.append(f"{operator} {value}" + f" ({note})" * bool(note))
    verdict = f"missed: {', '.join(missed)}" if missed else "met" if found else ""
    if absent:
        verdict += "; " * bool(verdict) + f"not measured: {', '.join(absent)}"
    return ", ".join(found), verdict


def judged(rows: list[dict]) -> list[list[str]]:
    """What, aim, measured and result of every aim."""
    return [
        [aim.what, aim.text, *(judge(aim, rows) if aim.limits else ("see [accuracy](accuracy.md)", ""))]
        for aim in aims.AIMS
    ]


def figures_table(rows: list[dict], aligned: bool) -> str:
    """Of what is long enough for elements to count."""

    def cells(row: dict) -> list[str]:
        figures = [row["ns"] / row["elements"], row["roofline"], row["of dense"]]
        peers = [bold(short(row[peer]), row[peer] is not None and row[peer] < 1) for peer in results.PEERS]
        return [row["operator"], row["layout"], size(row["elements"]), *map(short, figures), *peers]

    header = ["operator", "layout", "elements", "ns per element", "of roofline", "of dense", *results.PEERS]
    return table(header, [cells(row) for row in rows if row["elements"] > SHORT], aligned)


def calls_table(rows: list[dict], aligned: bool) -> str:
    """Of the shortest tensors: nanoseconds of a call."""
    figures = ["ns", "call ns", *(f"{peer} ns" for peer in results.PEERS)]
    return table(
        ["operator", "dtype", "threads", "repeatable executor", "both phases", *results.PEERS],
        [
            [row["operator"], row["dtype"], str(row["threads"]), *(short(row[key]) for key in figures)]
            for row in rows
            if row["elements"] == SHORT
        ],
        aligned,
    )


def bold(text: str, condition: bool) -> str:
    return f"**{text}**" if condition else text


def groups(rows: list[dict]):
    """The rows of each dtype and number of threads, with a title."""
    for dtype in dict.fromkeys(row["dtype"] for row in rows):
        for threads in sorted({row["threads"] for row in rows}):
            mine = [row for row in rows if row["dtype"] == dtype and row["threads"] == threads]
            if mine:
                yield f"{dtype}, {plural(threads)}", mine


def made_by(command: str, load: str) -> str:
    def first_line(*words: str, key: str) -> str:
        lines = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(key)), "?")

    cpu = {key: first_line("lscpu", key=key) for key in ("Model name", "L2 cache", "L3 cache")}
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30
    onednn = first_line("dpkg", "-s", "libdnnl-dev", key="Version") if shutil.which("dpkg") else "?"
    return (
        f"Made by `{command}` on {datetime.date.today()}: {cpu['Model name']}, {len(os.sched_getaffinity(0))} cores, "
        f"L2 {cpu['L2 cache']}, L3 {cpu['L3 cache']}, {memory} GiB, {torch.backends.cpu.get_cpu_capability()}, "
        f"Linux {platform.release()}; PyTorch {torch.__version__}, oneDNN {onednn}; load average before: {load}."
    )


def replace(page: str, name: str, text: str) -> str:
    begin, end = f"<!-- {name}: written by bench/run -->\n", f"<!-- end of {name} -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n{text}\n\n{end}{rest.split(end)[1]}"


def sections(rows: list[dict], aligned: bool):
    """Titles and tables."""
    yield f"Calls on {SHORT} elements, and synchronise: ns", calls_table(rows, aligned)
    for title, mine in groups(rows):
        yield title, figures_table(mine, aligned)


def main() -> None:
    command, load, *samples = sys.argv[1:]
    rows = results.read(samples)
    results.write(rows, f"{RESULTS}/results.csv")
    made = made_by(command, load)

    for title, text in sections(rows, aligned=True):
        print(f"\n{title}\n\n{text}")
    print("\nAims\n")
    for what, aim, measured, result in judged(rows):
        print(f"{what}: {aim}\n    {measured}\n    {result}".rstrip())
    print(f"\n{made}")

    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    table_of_aims = table(["what", "aim", "measured, worst case", "result"], judged(rows), aligned=False)
    page = replace(page, "aims", f"{table_of_aims}\n\n{made}")
    if "--quick" not in command:
        folded = [
            f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"
            for title, text in sections(rows, aligned=False)
        ]
        page = replace(page, "tables", "\n\n".join([made, *write_pictures(rows), *folded]))
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page)


def write_pictures(rows: list[dict]) -> list[str]:
    """One for each dtype and number of threads; the page shows floats by fewest and by most."""
    links = []
    threads = [row["threads"] for row in rows]
    for title, mine in groups(rows):
        name = title.replace(", ", "-").replace(" ", "-")
        path = f"{RESULTS}/{name}.png"
        dense = [row for row in mine if row["layout"] == "dense" and row["elements"] > SHORT]
        plot.plot(dense, title, path)
        if mine[0]["dtype"] == "float" and mine[0]["threads"] in (min(threads), max(threads)):
            shown = PICTURES.format(name)
            shutil.copy(path, shown)
            links.append(f"![{title}]({os.path.basename(shown)})")
    return links


main()
