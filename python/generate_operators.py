"""Writes openaclnn/operators.py and openaclnn/dask.py, with a function for every operator.

What is written follows from the specs in the library.

usage: generate_operators.py FOLDER, with the built _core in PYTHONPATH
"""

from __future__ import annotations

import keyword
import re
import sys
from math import isinf
from pathlib import Path
from textwrap import fill, indent

import _core

_KIND = _core.ArgumentKind
INPUT, TEXT, DTYPE, INT, BOOL = _KIND.INPUT, _KIND.TEXT, _KIND.DTYPE, _KIND.INT, _KIND.BOOL
INTS = _KIND.INTS
WRITTEN = (_KIND.OUTPUT, _KIND.IN_OUT)

HEAD = '''"""A function for each operator. Written by generate_operators.py from their specs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from ._operator import Operator

if TYPE_CHECKING:
    import torch
    from numpy.typing import DTypeLike, NDArray


class SupportsDLPack(Protocol):
    """Arrays of any library: NumPy, PyTorch, JAX, ..."""

    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any:
        """Shows the array's memory."""

'''

DASK_HEAD = '''"""The operators over Dask arrays: lazily, block by block.

A function for each operator that is not in place. Written by generate_operators.py from their
specs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from dask.array import Array

from ._blocks import BlockOperator

if TYPE_CHECKING:
    import torch
    from numpy.typing import DTypeLike, NDArray
'''

# Where a word begins: the last of several capitals does, as in nll_loss.
WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

# The type of the first array and that of the results.
FIRST_AND_RESULT = (
    ("NDArray[Any]", "NDArray[Any]"),
    ("torch.Tensor", "torch.Tensor"),
    ("SupportsDLPack", "NDArray[Any]"),
)


# What a rule demands of its arguments a, b and c.
KINDS = _core.RuleKind
SENTENCES = {
    KINDS.DTYPE_IN: "{a} is {dtypes}.",
    KINDS.SAME_DTYPE: "{a} has the dtype of {b}.",
    KINDS.PROMOTES_INTO: "{all} promote to {dtypes}.",
    KINDS.PROMOTED_DTYPE: "{a} has the dtype to which {b} and {c} promote.",
    KINDS.MAX_RANK: "No array has more than {limit} axes.",
    KINDS.SAME_SHAPE: "{a} has the shape of {b}.",
    KINDS.BROADCASTS: "{all} broadcast together.",
    KINDS.BROADCAST_SHAPE: "{a} has the shape to which {others} broadcast.",
    KINDS.BROADCASTS_TO: "{a} broadcasts to the shape of {b}.",
    KINDS.CHANNEL_WEIGHT: "{a} is one number, or one for each channel (axis 1) of {b}; {c} has the "
    "shape of {a} if that is one number, else one axis.",
    KINDS.TEXT_IN: "{a} is {texts}.",
    KINDS.IS_DTYPE_IN: "{a} is {dtypes}.",
    KINDS.HAS_DTYPE: "{a} has the dtype {b}.",
    KINDS.INT_IN: "{a} is {integers}.",
    KINDS.CASTABLE: "Elements of {a} can become ones of {b}.",
    KINDS.CASTABLE_TO_PROMOTED: "{a} can become an element of what {others} promote to.",
    KINDS.PROMOTED_CASTABLE: "What {others} promote to can become elements of {a}.",
    KINDS.NOT_ABOVE: "{a} is not above {b}.",
    KINDS.NOT_ZERO_NOR_NAN: "{a} is neither 0 nor NaN.",
    KINDS.NOT_NEGATIVE: "{a} is not below 0.",
    KINDS.AT_LEAST_ZERO: "{a} is at least 0.",
    KINDS.NOT_NEGATIVE_IF: "{a} is not below 0 if {b} is True.",
    KINDS.NUMBER_FOR_INTEGERS: "{a} is not NaN where {b} has integers.",
    KINDS.FITS_INTEGERS: "Where {b} has integers, its dtype holds {a}, truncated.",
    KINDS.ONLY_WITH_ZERO: "{a} is {dtypes} on {products} only, and with {b} 0.",
    KINDS.SAME_FORMAT: "{a} has the storage format of {b}, as all arrays here.",
    KINDS.DIM_OF: "{a} is an axis of {b}; -1 is the last.",
    KINDS.SUCCEED_IF_EMPTY: "If {a} has no elements, nothing is done, and nothing below counts.",
    KINDS.RANK_IS: "{a} has {limit} axes.",
    KINDS.SHAPE_OF_ROWS: "{a} has the shape of {b} without its last axis.",
    KINDS.HALF_SHAPE: "{a} has the shape of {b} with half the size along {c}; that size is even.",
    KINDS.MIN_RANK: "{a} has at least {limit} {axes}.",
    KINDS.SIZES: "The last size of {a} is from {numbers[0]} to {numbers[1]}, and the product of the "
    "others at most {numbers[2]}.",
    KINDS.ONE_ELEMENT: "{a} has one element.",
    KINDS.FILLED_WITH: "{a} and {b} promote, but that an array of complex numbers takes any {b}.",
    KINDS.DTYPE_ONLY_ON: "{a} is {dtypes} on {products} only.",
    KINDS.DTYPE_IN_OR_CASTABLE: "{a} is {dtypes}; on {products} also one that what {others} promote "
    "to can become.",
    KINDS.INT_BETWEEN: "{a} is from {numbers[0]} to {numbers[1]}.",
    KINDS.AXES_OF: "{a} has axes of {b}, none of them twice; -1 is the last.",
    KINDS.REDUCED_SHAPE: "{a} has the shape of {b} without the axes in {c}, all if there are none, "
    "or with 1 in their place if {d} is True; one element may have any shape.",
    KINDS.PRODUCT_SHAPE: "{a} has the shape of the product of {b} and {c}.",
    KINDS.ROW_OF: "{a} has one axis, as long as the last one of {b}.",
    KINDS.LOSS_SHAPE: "{a} has the shape of {b} if {c} is 0, else one element, along at most one "
    "axis.",
    KINDS.INT_ONLY_ON: "{a} is {integers} on {products} only.",
    KINDS.ANY_GIVEN: "{a} or {b} is given.",
    KINDS.IS_POWER: "What {others} promote to holds {a}: if integers, not negative; if floats, "
    "finite if it is.",
}
# Where there is no c.
WITHOUT_C = {
    KINDS.CHANNEL_WEIGHT: "{a} is one number, or one for each channel (axis 1) of {b}.",
    KINDS.HALF_SHAPE: "{a} has the shape of {b} with half the size along the last axis; that size is "
    "even.",
    KINDS.DTYPE_IN_OR_CASTABLE: "{a} is {dtypes}; on {products} also one that {b} can become.",
}


def list_of(words: list[str], last: str = "or") -> str:
    """Joins words as English does: "a, b or c"."""
    return (
        f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
    )


def sentence(rule: _core.Rule, optional: set[str]) -> str:
    """Says what a rule demands, of arrays that may be None where they are not."""
    a, b, c, d = [*rule.names, "", "", "", ""][:4]
    sentences = SENTENCES | (WITHOUT_C if not c else {})
    demand = sentences[rule.kind].format(
        a=a,
        b=b,
        c=c or b,
        d=d,
        all=list_of(rule.names, "and"),
        others=list_of(rule.names[1:], "and"),
        dtypes=list_of(rule.dtypes),
        texts=list_of([repr(text) for text in rule.texts]),
        integers=list_of([str(number) for number in rule.integers]),
        numbers=rule.integers or [0, 0, 0],
        axes="axis" if rule.limit == 1 else "axes",
        products=list_of(rule.products, "and"),
        limit=rule.limit,
    )
    given = optional.intersection(rule.names)
    return f"{demand.removesuffix('.')}, if it is given." if given else demand


def name_of(argument: _core.Argument) -> str:
    """The parameter of an argument; `lambda` and the like need another name in Python."""
    return f"{argument.name}_" if keyword.iskeyword(argument.name) else argument.name


# Of parameters that PyTorch has, too: its defaults there. None for eps: no clamping, in C -1.
DEFAULTS: dict[str, dict[str, object]] = {
    "add": {"alpha": 1},
    "adds": {"alpha": 1},
    "addcdiv": {"value": 1},
    "addcmul": {"value": 1},
    "addmm": {"beta": 1.0, "alpha": 1.0, "cubeMathType": 0},
    "binary_cross_entropy_with_logits_target_backward": {"reduction": 1},
    "celu": {"alpha": 1.0},
    "elu": {"alpha": 1.0, "scale": 1.0, "inputScale": 1.0},
    "gelu_backward_v2": {"approximate": "none"},
    "gelu_v2": {"approximate": 0},
    "glu": {"dim": -1},
    "hardtanh": {"clipValueMin": -1.0, "clipValueMax": 1.0},
    "hardtanh_backward": {"min": -1.0, "max": 1.0},
    "logit": {"eps": None},
    "matmul": {"cubeMathType": 0},
    "mm": {"cubeMathType": 0},
    "logit_grad": {"eps": None},
    "softplus": {"beta": 1.0, "threshold": 20.0},
    "softplus_backward": {"beta": 1.0, "threshold": 20.0},
    "sub": {"alpha": 1},
    "subs": {"alpha": 1},
}


class Writer:
    """Writes the function of one operator."""

    def __init__(self, operator: _core.Operator) -> None:
        self.operator = operator
        arguments = [a for a in operator.arguments if a.kind != _KIND.UNREAD]
        self.inputs = [a for a in arguments if a.kind not in WRITTEN]
        self.outputs = [name_of(a) for a in arguments if a.kind in WRITTEN]
        name = operator.name.removeprefix("aclnn")
        self.in_place = name.startswith("Inplace")
        self.entry = f'Operator("{operator.name}")'
        self.function = WORD.sub("_", name.removeprefix("Inplace")).lower()
        # As PyTorch names what changes its first argument.
        self.function += "_" if self.in_place else ""
        # An operator in place has no `out`.
        self.parameters = arguments if self.in_place else self.inputs
        self.defaults: dict[str, object] = {
            a.name: None if a.kind == INPUT else a.by_default
            for a in self.inputs
            if a.is_optional
        }
        # Bounds, which there are not if they are None.
        self.bounds = {
            a.name
            for a in self.inputs
            if a.kind == _KIND.SCALAR and a.is_optional and isinf(a.by_default)
        }
        self.defaults |= dict.fromkeys(self.bounds)
        self.defaults |= DEFAULTS.get(self.function.removesuffix("_"), {})
        rules = [rule for rule in operator.rules if rule.kind == KINDS.CHANNEL_WEIGHT]
        self.weights = [rule.names[0] for rule in rules]  # which may be numbers

    def type_of(self, argument: _core.Argument) -> str:
        """The annotation of an argument but for the first array."""
        if argument.kind == DTYPE:
            return "str | DTypeLike | torch.dtype"
        if argument.kind == INPUT:
            others = " | float" if argument.name in self.weights else ""
            return f"SupportsDLPack{others}{' | None' if argument.is_optional else ''}"
        if argument.kind == INTS:
            return "int | tuple[int, ...]"
        if argument.kind in (INT, BOOL):
            return "int" if argument.kind == INT else "bool"
        if argument.kind != TEXT:
            return "float | None" if self.defaults.get(argument.name, 0) is None else "float"
        for rule in self.operator.rules:
            if rule.kind == _core.RuleKind.TEXT_IN and rule.names == [argument.name]:
                return f"Literal[{', '.join(map(repr, rule.texts))}]"
        return "str"

    def parameter(self, argument: _core.Argument, annotation: str) -> str:
        """A parameter with its annotation and default."""
        default = f" = {self.defaults[argument.name]!r}" if argument.name in self.defaults else ""
        return f"{name_of(argument)}: {annotation}{default}"

    def signature(self, first: str, result: str) -> str:
        """The function's head, with the types that the first array and each result have."""
        if self.in_place:
            result = first
        count = len(self.outputs)
        if count == 1 or result == "Any":
            out = returned = result
        else:
            out = f"tuple[{', '.join([f'{result} | None'] * count)}]"
            returned = f"tuple[{', '.join([result] * count)}]"
        types = [self.type_of(argument) for argument in self.parameters]
        kinds = [argument.kind for argument in self.parameters]
        is_first = [kind in WRITTEN if self.in_place else kind == INPUT for kind in kinds]
        types[is_first.index(True)] = first
        parameters = [self.parameter(a, t) for a, t in zip(self.parameters, types, strict=True)]
        if not self.in_place:
            parameters += ["*", f"out: {out} | None = None"]
        body = "".join(f"    {parameter},\n" for parameter in parameters)
        return f"def {self.function}(\n{body}) -> {returned}:"

    def docstring(self) -> str:
        """What the function does, accepts, returns and refuses."""
        names = ", ".join(self.outputs)
        subject = names if len(self.outputs) == 1 else f"The tuple ({names})"
        parts = [
            f"{self.operator.name}.",
            self.operator.formula,
            "Arrays are NumPy arrays, CPU tensors of PyTorch or other objects with __dlpack__, of "
            "any strides; they are copied only if they are inputs that are not aligned.",
            "Args:\n" + "\n".join(f"    {line}" for line in self.argument_lines()),
            self.rules(),
            f"Returns:\n    {subject}"
            + ("." if self.in_place else ": out, or new arrays of the kind of the first array."),
            "Raises:\n    ArgumentError: the arguments break a rule; the message says which.\n"
            "    Error: the library cannot do it; the attribute code has the status.\n"
            "    TypeError: an argument is no array, or has a dtype that no operator takes.\n"
            f"    ValueError: {self.outputs[0] if self.in_place else 'out'} is read-only, not "
            "aligned, or requires a gradient.",
        ]
        wrapped = [part if "\n" in part else fill(part, 92) for part in parts]
        text = "\n\n".join(wrapped)
        return f'"""{text}\n"""'

    def rules(self) -> str:
        """What the arguments have to be, and which products have the operator."""
        products = list_of(self.operator.products, "and")
        optional = {a.name for a in self.inputs if a.kind == INPUT and a.is_optional}
        lines = [
            fill(sentence(rule, optional), 92, initial_indent="    * ", subsequent_indent="      ")
            for rule in self.operator.rules
        ]
        return "\n".join(
            ["Rules:", *lines, "", fill(f"Products: {products} (the setting OPENACLNN_SOC).", 92)]
        )

    def argument_lines(self) -> list[str]:
        """A line for each parameter."""
        meaning = {
            INPUT: "an array.",
            _KIND.OUTPUT: "the array that receives the result.",
            _KIND.IN_OUT: "the array that the result replaces.",
            INT: "an integer.",
            INTS: "an integer, or a tuple of them.",
            BOOL: "True or False.",
            TEXT: "a text.",
            DTYPE: 'a dtype of NumPy or PyTorch, or its name; "bfloat16", too.',
        }
        lines = [f"{name_of(a)}: {meaning.get(a.kind, 'a number.')}" for a in self.parameters]
        for i, argument in enumerate(self.parameters):
            if argument.name in self.weights:
                lines[i] = f"{argument.name}: an array, or a number."
            elif argument.is_optional and argument.kind == INPUT:
                lines[i] += f" None: {argument.by_default:g} everywhere."
            elif argument.name in self.bounds:
                lines[i] += " None: no bound."
            elif self.defaults.get(argument.name, 0) is None:
                lines[i] += " None: as a negative one."
        if self.in_place:
            return lines
        if len(self.outputs) == 1:
            return [*lines, f"out: the array that receives {self.outputs[0]}; None: a new one."]
        return [
            *lines,
            f"out: the arrays that receive ({', '.join(self.outputs)}); None, for all or one: new.",
        ]

    def value_of(self, argument: _core.Argument) -> str:
        """What the operator gets for a parameter."""
        name = name_of(argument)
        takes_none = argument.kind == INPUT or argument.name in self.bounds
        is_optional = not takes_none and self.defaults.get(argument.name, 0) is None
        return f"-1.0 if {name} is None else {name}" if is_optional else name

    def text(self) -> str:
        """The whole function."""
        operator = f'OPERATORS["{self.function}"]'
        overloads = [
            f"@overload\n{self.signature(first, result)} ...\n"
            for first, result in FIRST_AND_RESULT
        ]
        names = "".join(f"{self.value_of(argument)}, " for argument in self.inputs)
        names = names.strip() if len(self.inputs) == 1 else names.removesuffix(", ")
        out = ", ".join(self.outputs) if self.in_place else "out"
        body = f"{self.docstring()}\nreturn {operator}(({names}), {out})"
        head = self.signature("Any", "Any")
        return "\n\n".join(overloads) + f"\n\n{head}\n{indent(body, '    ')}\n"


class DaskWriter(Writer):
    """Writes the function of one operator over Dask arrays."""

    def __init__(self, operator: _core.Operator) -> None:
        super().__init__(operator)
        self.entry = f'BlockOperator("{self.function}")'

    def type_of(self, argument: _core.Argument) -> str:
        """The annotation of an argument."""
        return super().type_of(argument).replace("SupportsDLPack", "Array | NDArray[Any]")

    def docstring(self) -> str:
        """What the function does, accepts, returns and refuses."""
        names = ", ".join(self.outputs)
        subject = names if len(self.outputs) == 1 else f"The tuple ({names})"
        about_chunks = "Chunks are unified and broadcast as by Dask's own functions."
        if self.operator.halves:
            about_chunks += " Along the axis that is cut in two, each result has one chunk."
        elif not self.operator.is_by_element:
            about_chunks += " Along the axis of the rows, arrays get one chunk, and results have one."
        if self.operator.channel_sums:
            about_chunks += (
                f" {self.operator.channel_sums} has the bits that one process gives, however the "
                "arrays are cut."
            )
        parts = [
            fill(f"{self.operator.name} over Dask arrays.", 92),
            fill(self.operator.formula, 92),
            fill(about_chunks, 92),
            "\n    ".join(["Args:", *self.argument_lines()[: len(self.inputs)]]),
            self.rules(),
            f"Returns:\n    {subject}, of which nothing is computed yet.",
            "Raises:\n    ArgumentError: the arguments break a rule; the message says which.\n"
            "    TypeError: an argument is no Dask or NumPy array, or has a dtype that no operator "
            "takes.\n"
            "    ValueError: chunks are of unknown size.",
        ]
        text = "\n\n".join(parts)
        return f'"""{text}\n"""'

    def text(self) -> str:
        """The whole function."""
        parameters = "".join(f"    {self.parameter(a, self.type_of(a))},\n" for a in self.inputs)
        count = len(self.outputs)
        returned = "Array" if count == 1 else f"tuple[{', '.join(['Array'] * count)}]"
        values = "".join(f"{self.value_of(argument)}, " for argument in self.inputs).strip()
        body = f'{self.docstring()}\nreturn OPERATORS["{self.function}"](({values}))'
        ignore = "  # type: ignore[no-any-return]"
        return (
            f"def {self.function}(\n{parameters}) -> {returned}:\n{indent(body, '    ')}{ignore}\n"
        )


def write_module(path: Path, head: str, writers: list[Writer]) -> None:
    """Writes the functions after a table of them."""
    names = "".join(f'    "{name}",\n' for name in sorted(w.function for w in writers))
    entries = "".join(f'    "{w.function}": {w.entry},\n' for w in writers)
    tables = f"\n__all__ = [\n{names}]\n\nOPERATORS = {{\n{entries}}}\n\n\n"
    path.write_text(head + tables + "\n\n".join(w.text() for w in writers), encoding="utf-8")


def main() -> None:
    """Writes the modules."""
    folder = Path(sys.argv[1])
    operators = _core.operators()
    write_module(folder / "operators.py", HEAD, [Writer(operator) for operator in operators])
    over_blocks = [DaskWriter(operator) for operator in operators]
    by_blocks = [w for w in over_blocks if not w.in_place and not w.operator.is_of_sums]
    write_module(folder / "dask.py", DASK_HEAD, by_blocks)


if __name__ == "__main__":
    main()
