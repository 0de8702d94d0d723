"""Pictures of the time of an element over the number of elements."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt

LINES = {
    "openaclnn": ("ns", {"color": "tab:blue", "linewidth": 2.5}),
    "roofline": ("roofline ns", {"color": "black", "linestyle": "--"}),
    "oneDNN": ("oneDNN ns", {"color": "tab:orange"}),
    "PyTorch": ("PyTorch ns", {"color": "tab:red"}),
}


def plot(rows: list[dict], title: str, path: str) -> None:
    """A panel for each operator, of dense rows of one dtype and number of threads."""
    operators = list(dict.fromkeys(row["operator"] for row in rows))
    columns = min(3, len(operators))
    lines = -(-len(operators) // columns)
    figure, panels = plt.subplots(
        lines,
        columns,
        figsize=(1 + 3.4 * columns, 1 + 2.8 * lines),
        squeeze=False,
        sharex=True,
        sharey=True,
        layout="constrained",
    )
    for panel, operator in zip(panels.flat, operators):
        mine = sorted((row for row in rows if row["operator"] == operator), key=lambda row: row["elements"])
        for name, (key, style) in LINES.items():
            points = [(row["elements"], row[key] / row["elements"]) for row in mine if row[key] is not None]
            if points:
                panel.plot(*zip(*points), label=name, marker=".", **style)
        panel.set(title=operator, yscale="log")
        panel.set_xscale("log", base=2)
        panel.grid(alpha=0.3)
    panels[0][0].legend(fontsize=8)
    figure.suptitle(title)
    figure.supxlabel("elements")
    figure.supylabel("ns per element")
    figure.savefig(path, dpi=70)
    plt.close(figure)
