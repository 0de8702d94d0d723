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
WRITTEN = (_KIND.OUTPUT, _KIND.IN_OUT, _KIND.OUTPUTS, _KIND.IN_OUTS)
# For several arrays, or several numbers.
ARRAYS = (_KIND.INPUTS, _KIND.OUTPUTS, _KIND.IN_OUTS)
READ = (INPUT, _KIND.INPUTS)
# What has no default of its own but None, if it is optional.
NULL_BY_DEFAULT = (*READ, INTS, _KIND.SCALARS, _KIND.FLOATS, _KIND.BOOLS)

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

A function for each operator that is not in place and whose results can be computed by parts; the
others are refused by their names. Written by generate_operators.py from their specs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from dask.array import Array

from ._blocks import BlockOperator, missing

if TYPE_CHECKING:
    import torch
    from numpy.typing import DTypeLike, NDArray
else:

    def __getattr__(name: str) -> Any:
        raise AttributeError(missing(name))

'''

# Where a word begins: the last of several capitals does, as in nll_loss.
WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

# The operators of which others are the form in place.
HAVE_FORM_IN_PLACE = {
    operator.name.replace("Inplace", "")
    for operator in _core.operators()
    if operator.name.startswith("aclnnInplace")
}

# The type of the first array and that of the results.
FIRST_AND_RESULT = (
    ("NDArray[Any]", "NDArray[Any]"),
    ("torch.Tensor", "torch.Tensor"),
    ("SupportsDLPack", "NDArray[Any]"),
)


def list_of(words: list[str], last: str = "or") -> str:
    """Joins words as English does: "a, b or c"."""
    return (
        f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
    )


def sentence(rule: _core.Rule, optional: set[str]) -> str:
    """Says what a rule demands, of arrays that may be None where they are not."""
    first, second, third = [*rule.numbers, 0, 0, 0][:3]
    demand = rule.sentence.format(
        **dict(zip("abcd", rule.names, strict=False)),
        all=list_of(rule.names, "and"),
        others=list_of(rule.names[1:], "and"),
        dtypes=list_of(rule.dtypes),
        products=list_of(rule.products, "and"),
        choices=list_of([repr(choice) for choice in [*rule.texts, *rule.numbers]]),
        first=first,
        second=second,
        third=third,
        axes=f"{first} {'axis' if first == 1 else 'axes'}",
        count=str(first) if first == second else f"{first} to {second}",
    )
    says_so = " is null" in demand or " is None" in demand
    given = not says_so and optional.intersection(rule.names)
    return f"{demand.removesuffix('.')}, if it is given." if given else demand


def sequence_of(item: str) -> str:
    """The type of a list or a tuple of any length."""
    return f"list[{item}] | tuple[{item}, ...]"


def name_of(argument: _core.Argument) -> str:
    """The parameter of an argument; `lambda` and the like need another name in Python."""
    return f"{argument.name}_" if keyword.iskeyword(argument.name) else argument.name


# The defaults of parameters that PyTorch has too, as there. None for eps: no clamping, in C -1.
DEFAULTS: dict[str, dict[str, object]] = {
    "add": {"alpha": 1},
    "adds": {"alpha": 1},
    "addcdiv": {"value": 1},
    "addcmul": {"value": 1},
    "addbmm": {"beta": 1.0, "alpha": 1.0, "cubeMathType": 0},
    "addmm": {"beta": 1.0, "alpha": 1.0, "cubeMathType": 0},
    "addmm_weight_nz": {"beta": 1.0, "alpha": 1.0, "cubeMathType": 0},
    "addmv": {"beta": 1.0, "alpha": 1.0, "cubeMathType": 0},
    "baddbmm": {"beta": 1.0, "alpha": 1.0, "cubeMathType": 0},
    "batch_mat_mul": {"cubeMathType": 0},
    "batch_mat_mul_weight_nz": {"cubeMathType": 0},
    "binary_cross_entropy_with_logits_target_backward": {"reduction": 1},
    "cat": {"dim": 0},
    "celu": {"alpha": 1.0},
    "constant_pad_nd": {"value": 0},
    "elu": {"alpha": 1.0, "scale": 1.0, "inputScale": 1.0},
    "gelu_backward_v2": {"approximate": "none"},
    "gelu_v2": {"approximate": 0},
    "glu": {"dim": -1},
    "hardtanh": {"clipValueMin": -1.0, "clipValueMax": 1.0},
    "hardtanh_backward": {"min": -1.0, "max": 1.0},
    "layer_norm": {"eps": 1e-05},
    "logit": {"eps": None},
    "logit_grad": {"eps": None},
    "matmul": {"cubeMathType": 0},
    "matmul_weight_nz": {"cubeMathType": 0},
    "mm": {"cubeMathType": 0},
    "mv": {"cubeMathType": 0},
    "mean": {"dim": None, "keepDim": False, "dtype": None},
    "nll_loss": {"weight": None, "reduction": 1, "ignoreIndex": -100},
    "reduce_sum": {"dims": None, "keepDims": False, "dtype": None},
    "roll": {"dims": ()},
    "softplus": {"beta": 1.0, "threshold": 20.0},
    "softplus_backward": {"beta": 1.0, "threshold": 20.0},
    "stack": {"dim": 0},
    "sub": {"alpha": 1},
    "subs": {"alpha": 1},
    "tril": {"diagonal": 0},
    "triu": {"diagonal": 0},
}

# What None means to the operators of attention, which take it.
OF_ATTENTION = {
    "dropMaskOptional": "nothing is dropped",
    "paddingMaskOptional": "there is none",
    "attenMaskOptional": "every query sees every key",
}

# What None means where operators demand something: _operator.py puts it there.
NONE: dict[str, dict[str, str]] = {
    "flash_attention_score": OF_ATTENTION,
    "flash_attention_score_grad": OF_ATTENTION,
    "flash_attention_score_grad_v2": OF_ATTENTION,
    "flash_attention_score_v2": OF_ATTENTION,
    "logit": {"eps": "as a negative one"},
    "logit_grad": {"eps": "as a negative one"},
    "mean": {"dim": "all axes", "dtype": "that of self, which is not of integers then"},
    "nll_loss": {"weight": "1 everywhere"},
    "nll_loss_backward": {"weight": "1 everywhere"},
    "reduce_sum": {"dims": "all axes", "dtype": "that of self, or int64 for integers and bool"},
}


class Writer:
    """Writes the function of one operator."""

    def __init__(self, operator: _core.Operator) -> None:
        self.operator = operator
        arguments = [a for a in operator.arguments if a.kind != _KIND.UNREAD]
        self.inputs = [a for a in arguments if a.kind not in WRITTEN]
        self.outputs = [name_of(a) for a in arguments if a.kind in WRITTEN]
        name = operator.name.removeprefix("aclnn")
        changes = any(a.kind in (_KIND.IN_OUT, _KIND.IN_OUTS) for a in arguments)
        self.in_place = name.startswith("Inplace") or changes
        self.entry = f'Operator("{operator.name}")'
        self.function = WORD.sub("_", name.removeprefix("Inplace")).lower()
        # As PyTorch names what changes its first argument; not what changes another one, beside a
        # form in place.
        self.function += "_" if self.in_place and operator.name not in HAVE_FORM_IN_PLACE else ""
        # An operator in place has no `out`.
        self.parameters = arguments if self.in_place else self.inputs
        self.defaults: dict[str, object] = {
            a.name: None if a.kind in NULL_BY_DEFAULT else a.by_default
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
        # What comes before a parameter without a default has none either.
        has_none = False
        for argument in reversed(self.parameters):
            has_none = has_none or argument.name not in self.defaults
            if has_none:
                self.defaults.pop(argument.name, None)
        # What None means, by the names of arguments.
        self.none = {a.name: "no bound" for a in self.inputs if a.name in self.bounds}
        self.none |= {
            a.name: f"{a.by_default:g} everywhere"
            for a in self.inputs
            if a.kind == INPUT and a.is_optional
        }
        self.none |= {
            a.name: "none is given"
            for a in self.inputs
            if a.is_optional and a.kind in NULL_BY_DEFAULT and a.kind != INPUT
        }
        self.none |= NONE.get(self.function, {})
        self.takes_lists = any(a.kind in ARRAYS for a in arguments)
        self.takes_arrays = self.in_place or any(a.kind in READ for a in arguments)
        # The flags that say which results are computed; the others are None.
        self.masks = [rule.names[0] for rule in operator.rules if rule.type == "OutputMask"]
        rules = [rule for rule in operator.rules if rule.type == "ChannelWeight"]
        self.weights = [rule.names[0] for rule in rules]  # which may be numbers

    def type_of(self, argument: _core.Argument) -> str:
        """The annotation of an argument except for the first array."""
        types = {
            DTYPE: "str | DTypeLike | torch.dtype",
            INPUT: f"SupportsDLPack{' | float' if argument.name in self.weights else ''}",
            _KIND.INPUTS: sequence_of("SupportsDLPack"),
            _KIND.OUTPUT: "SupportsDLPack",
            _KIND.IN_OUT: "SupportsDLPack",
            _KIND.OUTPUTS: sequence_of("SupportsDLPack"),
            _KIND.IN_OUTS: sequence_of("SupportsDLPack"),
            _KIND.SCALARS: sequence_of("float"),
            _KIND.FLOATS: sequence_of("float"),
            _KIND.BOOLS: sequence_of("bool"),
            INTS: "int | tuple[int, ...]",
            INT: "int",
            BOOL: "bool",
            TEXT: "str",
        }
        given = types.get(argument.kind, "float")
        for rule in self.operator.rules:
            if rule.type in ("TextIn", "IntIn") and rule.names == [argument.name]:
                given = f"Literal[{', '.join(map(repr, [*rule.texts, *rule.numbers]))}]"
        is_left_out = argument.kind in WRITTEN and argument.is_optional
        return f"{given} | None" if argument.name in self.none or is_left_out else given

    def parameter(self, argument: _core.Argument, annotation: str) -> str:
        """A parameter with its annotation and default."""
        default = f" = {self.defaults[argument.name]!r}" if argument.name in self.defaults else ""
        return f"{name_of(argument)}: {annotation}{default}"

    def signature(self, first: str, result: str) -> str:
        """The function's head, with the types that the first array and each result have."""
        if self.in_place:
            result = first
        count = len(self.outputs)
        if result == "Any":
            out = returned = result
        else:
            kinds = [a.kind for a in self.operator.arguments if a.kind in WRITTEN]
            results = [f"list[{result}]" if kind in ARRAYS else result for kind in kinds]
            out = returned = results[0]
            if count > 1:
                out = f"tuple[{', '.join(f'{one} | None' for one in results)}]"
                returned = out if self.masks else f"tuple[{', '.join(results)}]"
        types = [self.type_of(argument) for argument in self.parameters]
        kinds = [argument.kind for argument in self.parameters]
        is_first = [kind in (WRITTEN if self.in_place else READ) for kind in kinds]
        if True in is_first:
            k = is_first.index(True)
            types[k] = sequence_of(first) if kinds[k] in ARRAYS and first != "Any" else first
        parameters = [self.parameter(a, t) for a, t in zip(self.parameters, types, strict=True)]
        if not self.in_place:
            # Without arrays nothing but the result says that it is a tensor.
            is_given = not self.takes_arrays and result == "torch.Tensor"
            parameters += ["*", f"out: {out}" if is_given else f"out: {out} | None = None"]
        body = "".join(f"    {parameter},\n" for parameter in parameters)
        return f"def {self.function}(\n{body}) -> {returned}:"

    def docstring(self) -> str:
        """What the function does, accepts, returns and refuses."""
        names = ", ".join(self.outputs)
        subject = names if len(self.outputs) == 1 else f"The tuple ({names})"
        new = "new arrays of the kind of the first array" if self.takes_arrays else "a new NumPy array"
        parts = [
            f"{self.operator.name}.",
            self.operator.formula,
            "Arrays are NumPy arrays, CPU tensors of PyTorch or other objects with __dlpack__, of "
            "any strides; they are copied only if they are inputs that are not aligned.",
            "Args:\n" + "\n".join(f"    {line}" for line in self.argument_lines()),
            self.rules(),
            f"Returns:\n    {subject}"
            + ("." if self.in_place else f": out, or {new}.")
            + "".join(f"\n    What {mask} leaves out is None." for mask in self.masks),
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
        optional = {a.name for a in self.inputs if a.kind in READ and a.is_optional}
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
            _KIND.INPUTS: "a list of arrays.",
            _KIND.OUTPUTS: "the list of arrays that receive the results.",
            _KIND.IN_OUTS: "the list of arrays that the results replace.",
            _KIND.SCALARS: "a list of numbers.",
            _KIND.FLOATS: "a list of numbers.",
            _KIND.BOOLS: "a list of True and False.",
            BOOL: "True or False.",
            TEXT: "a text.",
            DTYPE: 'a dtype of NumPy or PyTorch, or its name; "bfloat16", too.',
        }
        lines = [f"{name_of(a)}: {meaning.get(a.kind, 'a number.')}" for a in self.parameters]
        for i, argument in enumerate(self.parameters):
            if argument.name in self.weights:
                lines[i] = f"{argument.name}: an array, or a number."
            elif argument.name in self.none:
                lines[i] += f" None: {self.none[argument.name]}."
        if self.in_place:
            return lines
        if len(self.outputs) == 1:
            return [*lines, f"out: the array that receives {self.outputs[0]}; None: a new one."]
        return [
            *lines,
            f"out: the arrays that receive ({', '.join(self.outputs)}); None, for all or one: new.",
        ]

    def text(self) -> str:
        """The whole function."""
        operator = f'OPERATORS["{self.function}"]'
        overloads = [
            f"@overload\n{self.signature(first, result)} ...\n"
            for first, result in FIRST_AND_RESULT[: 3 if self.takes_arrays else 2]
        ]
        names = "".join(f"{name_of(argument)}, " for argument in self.inputs)
        names = names.strip() if len(self.inputs) == 1 else names.removesuffix(", ")
        out = ", ".join(self.outputs) if self.in_place else "out"
        out = f"({out})" if self.in_place and len(self.outputs) > 1 else out
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
        values = "".join(f"{name_of(argument)}, " for argument in self.inputs).strip()
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
    by_blocks = [
        w
        for w in over_blocks
        if not w.in_place and not w.operator.is_of_sums and not w.takes_lists
    ]
    write_module(folder / "dask.py", DASK_HEAD, by_blocks)


if __name__ == "__main__":
    main()
