"""Makes a table of what openaclnn_sweep found: a row for each operator, variant, dtype and gradOutput.

usage: summary.py FOLDER [FILE.md]
Prints the table, or puts it between the markers of the file, whose other rows stay.
"""

import csv
import datetime
import math
import pathlib
import re
import sys

BEGIN, END = "<!-- sweep: begin -->", "<!-- sweep: end -->"
COLUMNS = (
    "operator", "variant", "dtype", "gradOutput", "inputs", "max ULP", "at self",
    "correctly rounded", "mismatches",
)


def rounded_up(value: float, digits: int) -> str:
    return f"{math.ceil(value * 10**digits) / 10**digits:.{digits}f}" if value else "0"


def rounded_down(value: float, digits: int) -> str:
    return f"{math.floor(value * 10**digits) / 10**digits:.{digits}f}" if value != 100 else "100"


def row_of(path: pathlib.Path) -> list[str]:
    """The table's row for a CSV file of the sweep, which has a row for each interval of self."""
    with open(path, newline="", encoding="utf-8") as file:
        intervals = list(csv.DictReader(file))
    count, unrounded, mismatches = (
        sum(int(interval[column]) for interval in intervals)
        for column in ("count", "not_correctly_rounded", "mismatches")
    )
    worst = max(intervals, key=lambda interval: float(interval["max_ulp"]))
    max_ulp = float(worst["max_ulp"])
    return [
        worst["operator"], worst["variant"], worst["dtype"], worst["grad"], f"{count:,}",
        rounded_up(max_ulp, 5), f"{float(worst['at_x']):.9g}" if max_ulp else "",
        rounded_down(100 * (1 - unrounded / count), 4) + " %", str(mismatches),
    ]


def processor() -> str:
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return found.group(1) if found else "an unnamed processor"


def rows_of(table: str) -> list[list[str]]:
    """Those that main wrote."""
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def main() -> None:
    found = [row_of(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.csv"))]
    if not found:
        sys.exit(f"{sys.argv[1]} holds no CSV files")
    before = after = table = ""
    if len(sys.argv) > 2:
        document = pathlib.Path(sys.argv[2])
        before, rest = document.read_text(encoding="utf-8").split(BEGIN)
        table, after = rest.split(END)
    renewed = {tuple(row[:4]): row for row in rows_of(table) + found}
    rows = list(renewed.values())
    operators = list(dict.fromkeys(row[0] for row in rows))
    dtypes = ["float", "bfloat16", "float16", "double"]
    rows.sort(key=lambda row: (operators.index(row[0]), dtypes.index(row[2]), row[1], row[3]))
    whole = [row[4] == f"{2**32:,}" for row in rows if row[2] == "float"]
    amount = "every float" if all(whole) else "a thinned sweep"
    if any(whole) and not all(whole):
        amount = f"every float where {2**32:,} inputs are given, some of them elsewhere"
    lines = [f"Measured on {datetime.date.today()}, {processor()}: {amount}.", ""]
    lines += ["| " + " | ".join(row) + " |" for row in [COLUMNS, ["---"] * len(COLUMNS), *rows]]
    table = "\n".join(lines)
    if len(sys.argv) < 3:
        print(table)
        return
    document.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


main()
