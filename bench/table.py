"""Turns Google Benchmark's JSON files into a table: nanoseconds an element and ratios.

usage: table.py FILE.json...
"""

import json
import sys


def medians(paths: list[str]) -> dict[tuple[str, str, str, int], float]:
    """(who, case, dtype, elements): nanoseconds of a call."""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["benchmarks"]
        for row in rows:
            if row.get("aggregate_name") == "median":
                who, case, dtype, elements = row["name"].split("/")[:4]
                found[who, case, dtype, int(elements)] = row["real_time"]
    return found


def main() -> None:
    found = medians(sys.argv[1:])
    cases = dict.fromkeys(case for who, case, _, _ in found if who == "openaclnn")
    print("ns per element (how many times as fast openaclnn is)\n")
    print("| operator | dtype | elements | openaclnn | roofline | oneDNN | PyTorch |")
    print("|---|---|---|---|---|---|---|")
    for case in cases:
        for dtype in ("float", "bfloat16", "float16"):
            for elements in (1 << 16, 1 << 24):
                ours = found[("openaclnn", case, dtype, elements)]
                row = [case, dtype, f"{elements >> 10} Ki", f"{ours / elements:.3f}"]
                best = [
                    found[key]
                    for key in (("roofline", kind, dtype, elements) for kind in ("ordinary", "non_temporal"))
                    if key in found
                ]
                row.append(f"{min(best) / elements:.3f}" if best else "")
                for peer in ("oneDNN", "PyTorch"):
                    theirs = found.get((peer, case, dtype, elements))
                    row.append(f"{theirs / elements:.3f} ({theirs / ours:.1f})" if theirs else "")
                print("| " + " | ".join(row) + " |")
    print("\nA call on 8 elements, both phases and synchronise:\n")
    for case in cases:
        print(f"* {case}: {found['openaclnn', case, 'call', 8]:.0f} ns")


main()
