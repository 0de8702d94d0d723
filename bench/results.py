"""From samples to figures: medians, and ratios of times taken in the same round."""

import csv
from collections import defaultdict
from statistics import median

PEERS = ("oneDNN", "PyTorch")
CASE = ("operator", "dtype", "layout", "elements", "threads", "simd")
# ns: a run of a repeatable executor and synchronise; call ns: both phases and synchronise;
# roofline, of dense: the time as a multiple of theirs; a peer's name: how many times as fast
# openaclnn is; ahead: the same, of the faster peer; ULP: the largest error.
ERRORS = tuple(f"{who} ULP" for who in ("openaclnn", *PEERS))
FIGURES = ("ns", "call ns", "roofline", "of dense", *PEERS, "ahead", *ERRORS)
AHEAD = (*PEERS, "ahead")  # more is better
TIMES = ("roofline ns", *(f"{peer} ns" for peer in PEERS))


def read(paths: list[str]) -> list[dict]:
    """A row for each case: its fields, its figures (None: there is none), and the times behind them."""
    samples: dict[tuple, dict] = defaultdict(lambda: defaultdict(list))
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                case = tuple(int(row[key]) if row[key].isdigit() else row[key] for key in CASE)
                samples[case][row["who"]].append(float(row["value"]))
    return [{**dict(zip(CASE, case)), **figures(times)} for case, times in samples.items()]


def read_arithmetic(paths: list[str]) -> list[dict]:
    """A row for each case of by_turns.py: its fields, our time and how many times as fast we are."""
    keys = ("operator", "dtype", "case", "threads", "bytes", "operations")
    samples: dict[tuple, dict] = defaultdict(lambda: defaultdict(list))
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                case = (*(row[key] for key in keys[:3]), *(int(row[key]) for key in keys[3:]))
                samples[case][row["who"]].append(float(row["value"]))
    return [
        {
            **dict(zip(keys, case)),
            "ns": median(times["openaclnn"]),
            "PyTorch": 1 / median(a / b for a, b in zip(times["openaclnn"], times["PyTorch"])),
        }
        for case, times in samples.items()
    ]


def figures(times: dict[str, list[float]]) -> dict:
    ours = times["openaclnn"]

    def time(who: str | None) -> float | None:
        return median(times[who]) if who in times else None

    def multiple(who: str | None) -> float | None:
        """Our time as a multiple of who's."""
        return median(a / b for a, b in zip(ours, times[who])) if who in times else None

    stores = [kind for kind in ("ordinary", "non-temporal") if kind in times]
    roofline = min(stores, key=time, default=None)
    row = {
        "ns": time("openaclnn"),
        "call ns": time("openaclnn call"),
        "roofline": multiple(roofline),
        "of dense": multiple("openaclnn dense"),
        "roofline ns": time(roofline),
    }
    for peer in PEERS:
        row[peer] = 1 / multiple(peer) if peer in times else None
        row[f"{peer} ns"] = time(peer)
    row["ahead"] = min((row[peer] for peer in PEERS if peer in times), default=None)
    return row | {who: max(times[who], default=None) for who in ERRORS}


def write(rows: list[dict], path: str) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*CASE, *FIGURES, *TIMES])
        for row in rows:
            writer.writerow([row[key] for key in CASE] + [short(row[key], 4) for key in FIGURES + TIMES])


def short(value: float | None, digits: int = 3) -> str:
    return "" if value is None else f"{value:.0f}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g}"
