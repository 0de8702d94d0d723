"""Prints what was measured and writes it to build/bench-results and docs/performance.md.

usage: report.py COMMAND LOAD SAMPLES.csv...

The page says that the figures were made by COMMAND, and that the machine's load average was LOAD
before. If the command was a quick one, the page's tables of everything stay as they are. Samples in
family.csv are for the tables of all operators, those in arithmetic-*.csv for that of arithmetic, and
those in products-SIMD-*.csv for those of products. Tables without samples stay as they are, and so do
those of products on other machines.
"""

import datetime
import math
import os
import platform
import shutil
import subprocess
import sys

import aims
import plot
import results
import torch
from page import read_file, replace, replace_one, size, table, write_file
from results import short

RESULTS, PAGE, PICTURES = "build/bench-results", "docs/performance.md", "docs/performance-{}.png"
SHORT = 8
SEE = "see [accuracy](accuracy.md)"


def plural(threads: int) -> str:
    return f"{threads} thread" + "s" * (threads > 1)


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
            worst = (min if limit.figure in results.AHEAD else max)(fitting, key=lambda row: row[limit.figure])
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


def judged(rows: list[dict], simd: str) -> list[list[str]]:
    """What, aim, measured and result of every aim of speed on an instruction set, of whose rows some are."""
    mine = [row for row in rows if row["simd"] == simd]
    return [[aim.what, aim.text, *judge(aim, mine)] for aim in aims.of(simd)]


def instruction_sets(rows: list[dict]) -> list[str]:
    """The machine's own first."""
    return list(dict.fromkeys(row["simd"] for row in rows))


def name_of(row: dict) -> str:
    return row["operator"] + (f", {row['layout']}" if row["layout"] != "dense" else "")


def multiple(value: float | None) -> str:
    return bold(short(value), value is not None and value < 1)


def beside_table(rows: list[dict], aligned: bool) -> str:
    """Times and errors of what aims.shown picks, on one instruction set."""
    header = ["operator", "dtype", "elements", "ns per element", "of roofline", "than oneDNN", "than PyTorch"]
    return table(
        [*header, "max ULP", "oneDNN's", "PyTorch's"],
        [
            [name_of(row), row["dtype"], size(row["elements"]), short(row["ns"] / row["elements"])]
            + [short(row["roofline"]), *(multiple(row[peer]) for peer in results.PEERS)]
            + [ulp(row[error]) for error in results.ERRORS]
            for row in rows
            if aims.shown(row)
        ],
        aligned,
    )


def ulp(error: float | None) -> str:
    """Rounded up."""
    if error is None or error == 0:
        return "" if error is None else "0"
    unit = 10.0 ** (math.floor(math.log10(error)) - 1)
    return f"{math.ceil(error / unit) * unit:,.{max(0, 1 - math.floor(math.log10(error)))}f}"


def summary_table(rows: list[dict]) -> str:
    """Floats on the machine's own instruction set, and calls of 8."""
    rows = [row for row in rows if row["simd"] == rows[0]["simd"]]
    floats = [row for row in rows if aims.shown(row) and row["dtype"] == "float"]
    header = ["operator, by one thread", "elements", "openaclnn", "of the memory's roofline"]
    lines = [
        [name_of(row), size(row["elements"]), short(row["ns"] / row["elements"], 2), short(row["roofline"], 2)]
        + [short(row[peer], 2) for peer in results.PEERS]
        for row in floats
    ]
    calls = [row for row in rows if row["elements"] == SHORT and row["dtype"] == "float" and row["threads"] == 1]
    for key, text in ("call ns", "both phases and synchronisation"), ("ns", "repeatable executor"):
        times = [row[key] for row in calls if row[key] is not None]
        if times:
            span = f"{min(times):.0f} to {max(times):.0f} ns"
            lines.append([f"{SHORT} elements, {text}", str(SHORT), span, "", "", ""])
    return table([*header, *(f"than {peer}" for peer in results.PEERS)], lines, aligned=False)


def figures_table(rows: list[dict], aligned: bool) -> str:
    """The rows that are long enough for elements to count."""

    def cells(row: dict) -> list[str]:
        figures = [row["ns"] / row["elements"], row["roofline"], row["of dense"]]
        peers = [multiple(row[peer]) for peer in results.PEERS]
        worst = [ulp(row[error]) for error in results.ERRORS]
        return [row["operator"], row["layout"], size(row["elements"]), *map(short, figures), *peers, *worst]

    header = ["operator", "layout", "elements", "ns per element", "of roofline", "of dense", *results.PEERS]
    header += ["max ULP", *(f"{peer}'s" for peer in results.PEERS)]
    return table(header, [cells(row) for row in rows if row["elements"] > SHORT], aligned)


def family_name(operator: str, operators: list[str]) -> str:
    function = operator.removesuffix(" forward")
    if function != operator:
        return f"{function}, forward"
    return f"{operator}, backward" if f"{operator} forward" in operators else operator


def family_cells(row: dict | None) -> list[str]:
    """The figures of floats."""
    if row is None:
        return [""] * 4
    return [short(row["ns"] / row["elements"]), short(row["roofline"]), *(multiple(row[peer]) for peer in results.PEERS)]


def family_table(rows: list[dict], aligned: bool) -> str:
    """All operators on dense tensors; rows are of 1024 and 4096 elements."""
    most = max(row["threads"] for row in rows)
    dense = [row for row in rows if row["layout"] == "dense"]
    cases = {tuple(row[key] for key in ("operator", "dtype", "elements", "threads")): row for row in dense}
    operators = list(dict.fromkeys(row["operator"] for row in rows))
    lines = []
    for operator in operators:
        halves = [cases.get((operator, dtype, 16 * aims.MI, most), {}) for dtype in aims.HALVES]
        lines.append(
            [family_name(operator, operators)]
            + family_cells(cases.get((operator, "float", 64 * aims.KI, 1)))
            + family_cells(cases.get((operator, "float", 16 * aims.MI, most)))
            + [multiple(row.get("PyTorch")) for row in halves]
        )
    figures = ["of roofline", *(f"than {peer}" for peer in results.PEERS)]
    header = ["operator", "64 Ki, 1 thread: ns", *figures, f"16 Mi, {plural(most)}: ns", *figures]
    return table([*header, "bf16 than PyTorch", "f16 than PyTorch"], lines, aligned)


def axes_table(rows: list[dict], aligned: bool) -> str:
    """Rows along an axis, in matrices of several shapes."""
    along = [row for row in rows if aims.along_an_axis(row)]
    cases = {tuple(row[key] for key in ("operator", "layout", "dtype")): row for row in along}
    operators = list(dict.fromkeys(row["operator"] for row in rows))
    lines = []
    for operator, layout in dict.fromkeys((row["operator"], row["layout"]) for row in along):
        others = [cases.get((operator, layout, dtype), {}) for dtype in aims.HALVES]
        lines.append(
            [family_name(operator, operators), layout]
            + family_cells(cases.get((operator, layout, "float")))
            + [multiple(row.get("PyTorch")) for row in others]
        )
    header = ["operator", "matrix", "ns", "of roofline", *(f"than {peer}" for peer in results.PEERS)]
    return table([*header, "bf16 than PyTorch", "f16 than PyTorch"], lines, aligned)


def calls_table(rows: list[dict], aligned: bool) -> str:
    """Nanoseconds of a call with the shortest tensors."""
    figures = ["ns", "call ns", *(f"{peer} ns" for peer in results.PEERS)]
    return table(
        ["operator", "dtype", "threads", "SIMD", "repeatable executor", "both phases", *results.PEERS],
        [
            [name_of(row), row["dtype"], str(row["threads"]), aims.SIMD_NAMES[row["simd"]]]
            + [*map(short, (row[key] for key in figures))]
            for row in rows
            if row["elements"] == SHORT
        ],
        aligned,
    )


def bold(text: str, condition: bool) -> str:
    return f"**{text}**" if condition else text


def groups(rows: list[dict]):
    """The rows of each instruction set, dtype and number of threads, with a title."""
    keys = ("simd", "dtype", "threads")
    for simd, dtype, threads in sorted({tuple(row[key] for key in keys) for row in rows}, key=str):
        mine = [row for row in rows if (row["simd"], row["dtype"], row["threads"]) == (simd, dtype, threads)]
        yield f"{aims.SIMD_NAMES[simd]}, {dtype}, {plural(threads)}", mine


def first_line(*words: str, key: str) -> str:
    lines = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(f"{key}:")), "?")


def read_cpu() -> dict[str, str]:
    keys = ("Model name", "CPU family", "Model", "L2 cache", "L3 cache")
    return {key: first_line("lscpu", key=key) for key in keys}


def made_by(command: str, load: str, simds: list[str]) -> str:
    cpu = read_cpu()
    names = " and ".join(aims.SIMD_NAMES[simd] for simd in simds)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30
    onednn = first_line("dpkg", "-s", "libdnnl-dev", key="Version") if shutil.which("dpkg") else "?"
    return (
        f"Made by `{command}` on {datetime.date.today()}: {cpu['Model name']} "
        f"(family {cpu['CPU family']}, model {cpu['Model']}), {len(os.sched_getaffinity(0))} cores, "
        f"L2 {cpu['L2 cache']}, L3 {cpu['L3 cache']}, {memory} GiB, {names}, "
        f"Linux {platform.release()}; PyTorch {torch.__version__}, oneDNN {onednn}; load average before: {load}."
    )


def sections(rows: list[dict], aligned: bool):
    """Titles and tables."""
    yield f"Calls on {SHORT} elements, and synchronise: ns", calls_table(rows, aligned)
    for title, mine in groups(rows):
        yield title, figures_table(mine, aligned)


def report_family(rows: list[dict], made: str) -> None:
    threads = plural(max(row["threads"] for row in rows))
    for title, make in ("All operators", family_table), (f"Along an axis, {threads}", axes_table):
        print(f"\n{title}\n\n{make(rows, True)}")
    print(f"\n{made}")
    axes = f"Rows along an axis, {threads}; ns of floats:"
    written = [family_table(rows, False), axes, axes_table(rows, False), made]
    write_file(PAGE, replace(read_file(PAGE), "family", "\n\n".join(written)))


def by_threads_table(rows: list[dict], rate: str, amount: str, aligned: bool) -> str:
    """Cases of by_turns.py for each number of threads; a rate is so much of `amount` in a nanosecond."""
    threads = sorted({row["threads"] for row in rows})
    cases = {(row["operator"], row["dtype"], row["case"], row["threads"]): row for row in rows}
    lines = []
    for case in dict.fromkeys(key[:3] for key in cases):
        mine = [cases[(*case, n)] for n in threads]
        figures = [
            [short(row["ns"] / 1e6), short(row[amount] / row["ns"]), multiple(row["PyTorch"])] for row in mine
        ]
        lines.append([*case, *(cell for cells in figures for cell in cells)])
    header = [f"{plural(n)}: {figure}" for n in threads for figure in ("ms", rate, "than PyTorch")]
    return table(["operator", "dtype", "what", *header], lines, aligned)


def arithmetic_table(rows: list[dict], aligned: bool) -> str:
    """Binary operators, sums, orders and casts."""
    return by_threads_table(rows, "GB/s", "bytes", aligned)


def products_table(rows: list[dict], aligned: bool) -> str:
    """Products, attention and convolutions on one instruction set."""
    return by_threads_table(rows, "GFLOP/s", "operations", aligned)


def report_arithmetic(rows: list[dict], made: str) -> None:
    print(f"\nArithmetic, sums, orders and casts\n\n{arithmetic_table(rows, True)}\n\n{made}")
    write_file(PAGE, replace(read_file(PAGE), "arithmetic", f"{arithmetic_table(rows, False)}\n\n{made}"))


def report_products(paths: list[str], command: str, load: str) -> None:
    of_simd: dict[str, list[str]] = {}
    for path in paths:
        of_simd.setdefault(os.path.basename(path).split("-")[1], []).append(path)
    made, written = made_by(command, load, list(of_simd)), []
    for simd, mine in of_simd.items():
        rows = results.read_arithmetic(mine)
        print(f"\nProducts with {aims.SIMD_NAMES[simd]}\n\n{products_table(rows, True)}")
        summary = f"<details><summary>{aims.SIMD_NAMES[simd]}</summary>"
        written.append(f"{summary}\n\n{products_table(rows, False)}\n\n</details>")
    print(f"\n{made}")
    cpu = read_cpu()
    machine = f"{cpu['Model name']} (family {cpu['CPU family']}, model {cpu['Model']})"
    page = replace_one(read_file(PAGE), "products", machine, "\n\n".join([made, *written]))
    write_file(PAGE, page)


def report_aims(rows: list[dict], command: str, load: str) -> None:
    simds = instruction_sets(rows)
    made = made_by(command, load, simds)
    for title, text in sections(rows, aligned=True):
        print(f"\n{title}\n\n{text}")
    written = [
        table(["what", "aim", "measured"], [[aim.what, aim.text, SEE] for aim in aims.ACCURACY], aligned=False),
    ]
    for simd in simds:
        name = aims.SIMD_NAMES[simd]
        print(f"\nAims with {name}\n")
        for what, aim, measured, result in judged(rows, simd):
            print(f"{what}: {aim}\n    {measured}\n    {result}".rstrip())
        written += [
            f"Speed with {name}:",
            table(["what", "aim", "measured, worst case", "result"], judged(rows, simd), aligned=False),
        ]
    for simd in simds:
        mine = [row for row in rows if row["simd"] == simd]
        written += [f"Times and errors side by side, 1 thread, {aims.SIMD_NAMES[simd]}:", beside_table(mine, False)]
    print(f"\n{made}")

    page = replace(read_file(PAGE), "aims", "\n\n".join([*written, made]))
    if "--quick" not in command:
        folded = [
            f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"
            for title, text in sections(rows, aligned=False)
        ]
        page = replace(page, "tables", "\n\n".join([made, *write_pictures(rows), *folded]))
    speed = f"{summary_table(rows)}\n\n{made_by(command, load, simds[:1])}"
    write_file(PAGE, replace(page, "speed", speed))


def main() -> None:
    command, load, *samples = sys.argv[1:]
    of_family = [path for path in samples if os.path.basename(path) == "family.csv"]
    of_arithmetic = [path for path in samples if os.path.basename(path).startswith("arithmetic-")]
    of_products = [path for path in samples if os.path.basename(path).startswith("products-")]
    family = results.read(of_family)
    rows = results.read([path for path in samples if path not in of_family + of_arithmetic + of_products])
    results.write(rows + family, f"{RESULTS}/results.csv")
    if rows:
        report_aims(rows, command, load)
    if family:
        report_family(family, made_by(command, load, instruction_sets(family)))
    if of_arithmetic:
        report_arithmetic(results.read_arithmetic(of_arithmetic), made_by(command, load, instruction_sets(family)))
    if of_products:
        report_products(of_products, command, load)


def write_pictures(rows: list[dict]) -> list[str]:
    """One for each dtype and number of threads; the page shows floats by fewest and by most."""
    links = []
    threads = [row["threads"] for row in rows]
    for title, mine in groups(rows):
        name = title.replace(", ", "-").replace(" ", "-")
        path = f"{RESULTS}/{name}.png"
        dense = [row for row in mine if row["layout"] == "dense" and row["elements"] > SHORT]
        plot.plot(dense, title, path)
        if mine[0]["simd"] != rows[0]["simd"]:
            continue
        if mine[0]["dtype"] == "float" and mine[0]["threads"] in (min(threads), max(threads)):
            shown = PICTURES.format(name)
            shutil.copy(path, shown)
            links.append(f"![{title}]({os.path.basename(shown)})")
    return links


main()
