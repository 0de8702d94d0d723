"""The project's aims for speed, as data: what must hold for which rows of the results."""

from dataclasses import dataclass, field

KI, MI = 1 << 10, 1 << 20
OPERATORS = ("hardtanh", "softplus", "prelu", "gelu none", "gelu tanh", "logit")
CHEAP = ("hardtanh", "logit", "prelu")
GELU = ("gelu none", "gelu tanh")
FLOAT, HALVES = ("float",), ("bfloat16", "float16")
WEIGHTS = ("dense", "channel inner", "channel outer")  # one, and one for each channel
BROADCAST = ("gradient of rows", "gradient of columns", "gradient of one element")


@dataclass
class Limit:
    """Of a figure (report.py says which there are), for every row that fits."""

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
        return value >= self.bound if self.figure == "ahead" else value <= self.bound


@dataclass
class Aim:
    what: str
    text: str
    limits: list = field(default_factory=list)  # none: accuracy


AIMS = [
    Aim("float accuracy, any self, any gradOutput", "≤ 1 ULP; hardtanh and prelu gradInput exact"),
    Aim("bf16, all inputs", "correctly rounded, 100 %"),
    Aim("f16, all inputs", "correctly rounded ≥ 99.99 % (softplus 99.98 %), never off by more than 1 ulp"),
    Aim("prelu gradWeight", "≤ 4 ulp of the sum of absolute terms at 16 Mi terms"),
    Aim("same bits", "for any threads, SIMD target, layout, tile"),
    Aim(
        "16 Mi float, 2 threads",
        "≤ 1.10 of the roofline, softplus ≤ 1.15",
        [
            Limit("roofline", 1.10, (*CHEAP, *GELU), threads=2),
            Limit("roofline", 1.15, ("softplus",), threads=2),
        ],
    ),
    Aim(
        "16 Mi float, 1 thread",
        "of the roofline: hardtanh, logit, prelu ≤ 1.10, softplus ≤ 1.25, gelu none ≤ 1.40, gelu tanh ≤ 1.60",
        [
            Limit("roofline", 1.10, CHEAP, threads=1),
            Limit("roofline", 1.25, ("softplus",), threads=1),
            Limit("roofline", 1.40, ("gelu none",), threads=1),
            Limit("roofline", 1.60, ("gelu tanh",), threads=1),
        ],
    ),
    Aim(
        "64 Ki float, 1 thread",
        "hardtanh, logit, prelu ≤ 1.25 of the roofline",
        [Limit("roofline", 1.25, CHEAP, elements=64 * KI, threads=1)],
    ),
    Aim(
        "64 Ki float, 1 thread",
        "times as fast as the best peer: softplus, gelu tanh ≥ 1.1, gelu none ≥ 1.25",
        [
            Limit("ahead", 1.1, ("softplus", "gelu tanh"), elements=64 * KI, threads=1),
            Limit("ahead", 1.25, ("gelu none",), elements=64 * KI, threads=1),
        ],
    ),
    Aim(
        "bf16, f16, 16 Mi",
        "hardtanh, logit ≤ 1.3 of their own traffic's roofline",
        [Limit("roofline", 1.3, ("hardtanh", "logit"), HALVES)],
    ),
    Aim(
        "bf16, f16, 16 Mi",
        "every operator ahead of the best peer: ≥ 1 times as fast",
        [Limit("ahead", 1.0, OPERATORS, HALVES)],
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
    Aim(
        "8 floats, both phases and synchronise",
        "≤ 250 ns",
        [Limit("call ns", 250, OPERATORS, layouts=("dense",), elements=8)],
    ),
    Aim(
        "8 floats, repeatable executor and synchronise",
        "≤ 100 ns",
        [Limit("ns", 100, OPERATORS, layouts=("dense",), elements=8)],
    ),
]


def needs(row: dict) -> bool:
    return any(limit.fits(row) for aim in AIMS for limit in aim.limits)
