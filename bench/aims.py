"""The project's aims for speed, as data: what must hold for which rows of the results."""

from dataclasses import dataclass, field

import results

KI, MI = 1 << 10, 1 << 20
OPERATORS = ("hardtanh", "softplus", "prelu", "gelu none", "gelu tanh", "logit")
CHEAP = ("hardtanh", "logit", "prelu")
GELU = ("gelu none", "gelu tanh")
FLOAT, HALVES = ("float",), ("bfloat16", "float16")
WEIGHTS = ("dense", "channel inner", "channel outer")  # one, and one for each channel
BROADCAST = ("gradient of rows", "gradient of columns", "gradient of one element")
SIMD_NAMES = {"amx": "AMX", "avx3_bf16": "AVX512_BF16", "avx3_vnni": "AVX512_VNNI", "avx3": "AVX-512", "avx2": "AVX2", "neon": "NEON", "baseline": "the baseline"}

# ns of calls of 8 floats on a Zen 5 before formulas in float (8941a54), by operator and layout: both phases
# and a repeatable executor, with AVX-512; with AVX2 the same within 3 %, except for prelu. Figures of another day: that
# library, by turns with this one, took hardtanh 113 to 124 and 38 to 40 ns where little else ran.
FORMER_CALLS = {
    ("hardtanh", "dense"): (113, 40.6),
    ("softplus", "dense"): (117, 48.7),
    ("prelu", "dense"): (141, 57.3),
    ("prelu", "channel inner"): (169, 76.3),
    ("gelu none", "dense"): (121, 51.0),
    ("gelu tanh", "dense"): (123, 52.1),
    ("logit", "dense"): (106, 42.1),
}
FORMER_CALLS_OF_AVX2 = FORMER_CALLS | {
    ("prelu", "dense"): (156, 71.7),
    ("prelu", "channel inner"): (193, 99.7),
}


@dataclass
class Limit:
    """The limit of a figure (results.py says which there are), for every row that fits."""

    figure: str
    bound: float
    operators: tuple
    dtypes: tuple = FLOAT
    layouts: tuple = WEIGHTS
    elements: int = 16 * MI
    threads: int | None = None  # any

    def fits(self, row: dict) -> bool:
        return (
            row["operator"] in self.operators
            and row["dtype"] in self.dtypes
            and row["layout"] in self.layouts
            and self.elements <= row["elements"] < 1.1 * self.elements
            and self.threads in (None, row["threads"])
        )

    def met(self, value: float) -> bool:
        return value >= self.bound if self.figure in results.AHEAD else value <= self.bound


@dataclass
class Aim:
    what: str
    text: str
    limits: list = field(default_factory=list)  # none: accuracy


def at_64_ki(bound: float, *operators: str) -> Limit:
    return Limit("ahead", bound, operators, elements=64 * KI, threads=1)


def of_roofline(bound: float, *operators: str) -> Limit:
    return Limit("roofline", bound, operators, threads=2)


LONG_VECTORS = [
    Aim(
        "64 Ki float, 1 thread",
        "times as fast as the best peer: softplus, gelu tanh ≥ 1.1, gelu none ≥ 1.25, others ≥ 1",
        [at_64_ki(1.1, "softplus", "gelu tanh"), at_64_ki(1.25, "gelu none"), at_64_ki(1, *CHEAP)],
    ),
    Aim(
        "16 Mi float, 2 threads",
        "≤ 1.10 of the roofline, softplus ≤ 1.15",
        [of_roofline(1.1, *CHEAP, *GELU), of_roofline(1.15, "softplus")],
    ),
]
OTHER_VECTORS = [
    Aim(
        "64 Ki float, 1 thread",
        "times as fast as the best peer: softplus ≥ 1.15, gelu tanh ≥ 2, gelu none, others ≥ 1",
        [at_64_ki(1.15, "softplus"), at_64_ki(2, "gelu tanh"), at_64_ki(1, "gelu none", *CHEAP)],
    ),
    Aim(
        "16 Mi float, 2 threads",
        "of the roofline: hardtanh, prelu ≤ 1.1, logit ≤ 1.25, softplus ≤ 1.3, gelu ≤ 2",
        [
            of_roofline(1.1, "hardtanh", "prelu"),
            of_roofline(1.25, "logit"),
            of_roofline(1.3, "softplus"),
            of_roofline(2, *GELU),
        ],
    ),
    Aim(
        "16 Mi float, 2 threads",
        "gelu ahead of every peer: ≥ 1 times as fast",
        [Limit("ahead", 1, GELU, threads=2)],
    ),
]
ANY_VECTORS = [
    Aim(
        "16 Mi bf16 and f16, 1 and 2 threads",
        "≥ 1.3 times as fast as PyTorch",
        [Limit("PyTorch", 1.3, OPERATORS, HALVES)],
    ),
    Aim(
        "self transposed, 4096 x 4096 float",
        "≤ 2.0 of dense",
        [Limit("of dense", 2.0, OPERATORS, layouts=("transposed self",))],
    ),
    Aim(
        "gradOutput broadcast, 4096 x 4096 float",
        "≤ 1.4 of its own traffic's roofline",
        [Limit("roofline", 1.4, (*GELU, "prelu"), layouts=BROADCAST)],
    ),
]


def short_calls(former: dict) -> list[Aim]:
    """Those of 8 floats: no slower than `former`."""
    return [
        Aim(
            what,
            "≤ " + ", ".join(
                operator + ("" if layout == "dense" else f" ({layout})") + f" {figures[index]}"
                for (operator, layout), figures in former.items()
            )
            + " ns (a Zen 5's, before formulas in float)",
            [
                Limit(figure, figures[index], (operator,), layouts=(layout,), elements=8)
                for (operator, layout), figures in former.items()
            ],
        )
        for index, (figure, what) in enumerate(
            [
                ("call ns", "8 floats, both phases and synchronise"),
                ("ns", "8 floats, repeatable executor and synchronise"),
            ]
        )
    ]


ACCURACY = [
    Aim("float, all 2^32 self, any gradOutput", "≤ 1 ULP, subnormal results too; hardtanh and prelu gradInput exact"),
    Aim("softplus float", "≤ 0.85 ULP where the result is normal"),
    Aim("bf16, any gradOutput", "100 % correctly rounded"),
    Aim("f16, any gradOutput", "≥ 99.98 % correctly rounded"),
    Aim("prelu gradWeight", "0.51 ULP + 2^-40 of the sum of absolute terms"),
    Aim("same bits", "for any threads, SIMD target, layout, tile"),
]


def of(simd: str) -> list[Aim]:
    """Those of speed on an instruction set, by its name in OPENACLNN_SIMD."""
    if simd == "avx3":
        return LONG_VECTORS + ANY_VECTORS + short_calls(FORMER_CALLS)
    return OTHER_VECTORS + ANY_VECTORS + short_calls(FORMER_CALLS_OF_AVX2)


def shown(row: dict) -> bool:
    """Whether times and errors of the case stand side by side with the peers'."""
    sizes = {"float": (64 * KI, 16 * MI), "bfloat16": (16 * MI,), "float16": (16 * MI,)}
    return (
        row["operator"] in OPERATORS
        and row["layout"] in WEIGHTS
        and row["threads"] == 1
        and any(size <= row["elements"] < 1.1 * size for size in sizes.get(row["dtype"], ()))
    )


def along_an_axis(row: dict) -> bool:
    """Whether the case is one of matrices of several shapes, as "128 x 32000, axis -1"."""
    return " x " in row["layout"]


def family_figures(row: dict, most_threads: int) -> set[str]:
    """What the tables of all operators need of a case."""
    long, dense = row["elements"] == 16 * MI, row["layout"] == "dense"
    if along_an_axis(row) or (dense and long and row["dtype"] != "double"):
        threads = most_threads
    elif dense and row["elements"] == 64 * KI and row["dtype"] == "float":
        threads = 1
    else:
        return set()
    if row["threads"] != threads:
        return set()
    return {"ns", "PyTorch"} if row["dtype"] in HALVES else {"ns", "roofline", *results.PEERS}


def needed_figures(row: dict) -> set[str]:
    """What aims and tables need of a case, on any instruction set."""
    if shown(row):
        return set(results.FIGURES)
    aims = LONG_VECTORS + OTHER_VECTORS + ANY_VECTORS + short_calls(FORMER_CALLS)
    return {limit.figure for aim in aims for limit in aim.limits if limit.fits(row)}
