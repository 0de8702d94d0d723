"""Makes tables of what `openaclnn sweep` found: a row for each operator, variant, dtype and gradOutput.

usage: summary.py FOLDER [FILE.md]
Prints the tables, one for each function, or puts them between the markers of the file, whose other
rows stay.
"""

import csv
import datetime
import math
import pathlib
import re
import sys
from typing import NamedTuple

BEGIN, END = "<!-- sweep: begin -->", "<!-- sweep: end -->"
COLUMNS = (
    "operator", "variant", "dtype", "gradOutput", "inputs", "max ULP", "at self",
    "correctly rounded", "mismatches",
)
DTYPES = ("float", "bfloat16", "float16", "double")


class Row(NamedTuple):
    """A row of a table, and the headings that it is under."""

    family: str
    function: str
    cells: list[str]

    def operator(self) -> tuple[str, ...]:
        """What the row is about: operator, variant, dtype and gradOutput."""
        return tuple(self.cells[:4])

    def order(self) -> tuple:
        """Rows are sorted by it."""
        operator, variant, dtype, grad = self.operator()
        return self.family, self.function.lower(), operator, DTYPES.index(dtype), variant, grad


def rounded_up(value: float, digits: int) -> str:
    return f"{math.ceil(value * 10**digits) / 10**digits:.{digits}f}" if value else "0"


def rounded_down(value: float, digits: int) -> str:
    return f"{math.floor(value * 10**digits) / 10**digits:.{digits}f}" if value != 100 else "100"


def row_of(path: pathlib.Path) -> Row:
    """The row for a CSV file of the sweep, which has a row for each interval of self."""
    with open(path, newline="", encoding="utf-8") as file:
        intervals = list(csv.DictReader(file))
    count, unrounded, mismatches = (
        sum(int(interval[column]) for interval in intervals)
        for column in ("count", "not_correctly_rounded", "mismatches")
    )
    worst = max(intervals, key=lambda interval: float(interval["max_ulp"]))
    max_ulp = float(worst["max_ulp"])
    return Row(worst["family"], worst["function"], [
        worst["operator"], worst["variant"], worst["dtype"], worst["grad"], f"{count:,}",
        rounded_up(max_ulp, 5), f"{float(worst['at_x']):.9g}" if max_ulp else "",
        rounded_down(100 * (1 - unrounded / count), 4) + " %", str(mismatches),
    ])


def processor() -> str:
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return found.group(1) if found else "an unnamed processor"


def rows_of(text: str) -> list[Row]:
    """Those that text_of wrote."""
    rows, family, function = [], "", ""
    for line in text.splitlines():
        if line.startswith("## "):
            family = line[3:]
        elif line.startswith("### "):
            function = line[4:]
        elif line.startswith("| ") and not line.startswith(("| operator |", "| --- |")):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            rows.append(Row(family, function, cells))
    return rows


def text_of(rows: list[Row]) -> str:
    """A heading for each family and each function, with a table of the function's rows."""
    lines, family, function = [], "", ""
    for row in sorted(rows, key=Row.order):
        if row.family != family:
            family = row.family
            lines += ["", f"## {family}"]
        if row.function != function:
            function = row.function
            lines += ["", f"### {function}", ""]
            lines += ["| " + " | ".join(cells) + " |" for cells in (COLUMNS, ["---"] * len(COLUMNS))]
        lines.append("| " + " | ".join(row.cells) + " |")
    return "\n".join(lines)


def main() -> None:
    found = [row_of(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.csv"))]
    if not found:
        sys.exit(f"{sys.argv[1]} holds no CSV files")
    before = after = known = ""
    if len(sys.argv) > 2:
        document = pathlib.Path(sys.argv[2])
        before, rest = document.read_text(encoding="utf-8").split(BEGIN)
        known, after = rest.split(END)
    rows = list({row.operator(): row for row in rows_of(known) + found}.values())
    whole = [row.cells[4] == f"{2**32:,}" for row in rows if row.cells[2] == "float"]
    amount = "every float" if all(whole) else "a thinned sweep"
    if any(whole) and not all(whole):
        amount = f"every float where {2**32:,} inputs are given, some of them elsewhere"
    text = f"Measured on {datetime.date.today()}, {processor()}: {amount}.\n{text_of(rows)}"
    if len(sys.argv) < 3:
        print(text)
        return
    document.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
