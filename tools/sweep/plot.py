"""Draws what openaclnn_sweep found: a picture for each operator, the largest error in each binade of self.

usage: plot.py FOLDER
"""

import collections
import csv
import math
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

DTYPES = ("float", "bfloat16", "float16", "double")
GRADIENTS = {"none": "", "one": ", gradOutput = 1", "random": ", random gradOutput"}


def read(folder: pathlib.Path) -> dict:
    """operator: {(dtype, grad): {variant: [(low, high, max_ulp)]}}, for finite self."""
    found = collections.defaultdict(lambda: collections.defaultdict(dict))
    for path in sorted(folder.glob("*.csv")):
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        curve = [(float(row["low"]), float(row["high"]), float(row["max_ulp"])) for row in rows]
        first = rows[0]
        found[first["operator"]][first["dtype"], first["grad"]][first["variant"]] = [
            each for each in curve if math.isfinite(each[0] + each[1])
        ]
    return found


def draw(axes, curves: dict) -> None:
    """With log10(|self|) along either side of 0, from the smallest normal number outwards."""
    bounds = [abs(x) for curve in curves.values() for low, high, _ in curve for x in (low, high)]
    origin = math.log10(min(x for x in bounds if x)) - 1

    def place(x: float) -> float:
        return math.copysign(math.log10(abs(x)) - origin, x) if x else 0

    for variant, curve in curves.items():
        xs = [place(x) for low, high, _ in curve for x in (low, high)]
        axes.plot(xs, [ulp for *_, ulp in curve for _ in range(2)], linewidth=1, label=variant)
    low, high = math.ceil(origin) + 1, math.floor(math.log10(max(bounds)))
    ticks = [sign * 10.0**n for sign in (-1, 1) for n in {low // 2, 0, high // 2, high}] + [0]
    axes.set_xticks([place(x) for x in ticks], [f"{x:.0e}" if x else "0" for x in ticks], fontsize=7)
    axes.axhline(0.5, color="gray", linewidth=0.5, linestyle="dashed")


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    for operator, panels in read(folder).items():
        dtypes = [dtype for dtype in DTYPES if any((dtype, grad) in panels for grad in GRADIENTS)]
        grads = [grad for grad in GRADIENTS if any((dtype, grad) in panels for dtype in DTYPES)]
        figure, grid = plt.subplots(
            len(dtypes), len(grads), figsize=(7 * len(grads), 3.2 * len(dtypes)), squeeze=False, sharey="row"
        )
        for line, dtype in zip(grid, dtypes):
            for axes, grad in zip(line, grads):
                if (dtype, grad) not in panels:
                    continue
                draw(axes, panels[dtype, grad])
                axes.set_title(f"{operator}, {dtype}{GRADIENTS[grad]}", fontsize=10)
                axes.set_xlabel("self")
                axes.set_ylabel("largest error in ULP")
            line[0].set_ylim(bottom=0)  # of both
        handles, labels = next(axes for axes in grid.flat if axes.lines).get_legend_handles_labels()
        if any(labels):
            figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
        figure.set_layout_engine("constrained")
        figure.savefig(folder / f"{operator}.png", dpi=110)
        plt.close(figure)


main()
