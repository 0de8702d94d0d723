"""Writes openaclnn/operators.py: a function for every operator, from the specs in the library.

usage: generate_operators.py OUTPUT, with the built _core in PYTHONPATH
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import fill, indent

import _core

INPUT, OUTPUT, TEXT = (
    _core.ArgumentKind.INPUT,
    _core.ArgumentKind.OUTPUT,
    _core.ArgumentKind.TEXT,
)

HEAD = '''"""A function for each operator. Written by generate_operators.py from their specs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, overload

from ._operator import Operator

if TYPE_CHECKING:
    import torch
    from numpy.typing import NDArray


class SupportsDLPack(Protocol):
    """Arrays of any library: NumPy, PyTorch, JAX, ..."""

    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any:
        """Shows the array's memory."""

'''

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
    KINDS.PROMOTES_INTO: "{a} and {b} promote to {dtypes}.",
    KINDS.PROMOTED_DTYPE: "{a} has the dtype to which {b} and {c} promote.",
    KINDS.MAX_RANK: "No array has more than {limit} axes.",
    KINDS.SAME_SHAPE: "{a} has the shape of {b}.",
    KINDS.BROADCASTS: "{a} and {b} broadcast together.",
    KINDS.BROADCAST_SHAPE: "{a} has the shape to which {b} and {c} broadcast.",
    KINDS.BROADCASTS_TO: "{a} broadcasts to the shape of {b}.",
    KINDS.CHANNEL_WEIGHT: "{a} is one number, or one for each channel (axis 1) of {b}; {c} has the "
    "shape of {a} if that is one number, else one axis.",
    KINDS.TEXT_IN: "{a} is {texts}.",
}


def list_of(words: list[str], last: str = "or") -> str:
    """Joins words as English does: "a, b or c"."""
    return (
        f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
    )


def sentence(rule: _core.Rule) -> str:
    """Says what a rule demands."""
    a, b, c = [*rule.names, "", "", ""][:3]
    dtypes, texts = list_of(rule.dtypes), list_of([repr(text) for text in rule.texts])
    return SENTENCES[rule.kind].format(a=a, b=b, c=c, dtypes=dtypes, texts=texts, limit=rule.limit)


class Writer:
    """Writes the function of one operator."""

    def __init__(self, operator: _core.Operator) -> None:
        self.operator = operator
        self.inputs = [a for a in operator.arguments if a.kind != OUTPUT]
        self.outputs = [a.name for a in operator.arguments if a.kind == OUTPUT]
        self.function = re.sub(r"(?<=.)(?=[A-Z])", "_", operator.name.removeprefix("aclnn")).lower()

    def type_of(self, argument: _core.Argument) -> str:
        """The annotation of an argument but for the first array."""
        if argument.kind == INPUT:
            return "SupportsDLPack"
        if argument.kind != TEXT:
            return "float"
        for rule in self.operator.rules:
            if rule.kind == _core.RuleKind.TEXT_IN and rule.names == [argument.name]:
                return f"Literal[{', '.join(map(repr, rule.texts))}]"
        return "str"

    def signature(self, first: str, result: str) -> str:
        """The function's head, with the types that the first array and each result have."""
        count = len(self.outputs)
        if count == 1 or result == "Any":
            out = returned = result
        else:
            out = f"tuple[{', '.join([f'{result} | None'] * count)}]"
            returned = f"tuple[{', '.join([result] * count)}]"
        types = [self.type_of(argument) for argument in self.inputs]
        types[[argument.kind for argument in self.inputs].index(INPUT)] = first
        parameters = [f"{a.name}: {t}" for a, t in zip(self.inputs, types, strict=True)]
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
            "any strides; they are not copied.",
            "Args:\n" + "\n".join(f"    {line}" for line in self.argument_lines()),
            "Rules:\n"
            + "\n".join(
                fill(sentence(rule), 92, initial_indent="    * ", subsequent_indent="      ")
                for rule in self.operator.rules
            ),
            fill(
                f"Products: {list_of(self.operator.products, 'and')} (the setting OPENACLNN_SOC).",
                92,
            ),
            f"Returns:\n    {subject}: out, or new arrays of the kind of the first array.",
            "Raises:\n    ArgumentError: the arguments break a rule; the message says which.\n"
            "    Error: the library cannot do it; the attribute code has the status.\n"
            "    TypeError: an argument is no array, or has a dtype that no operator takes.\n"
            "    ValueError: out is read-only or requires a gradient.",
        ]
        wrapped = [part if "\n" in part else fill(part, 92) for part in parts]
        text = "\n\n".join(wrapped)
        return f'"""{text}\n"""'

    def argument_lines(self) -> list[str]:
        """A line for each parameter."""
        meaning = {INPUT: "an array.", TEXT: "a text."}
        lines = [f"{a.name}: {meaning.get(a.kind, 'a number.')}" for a in self.inputs]
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
            for first, result in FIRST_AND_RESULT
        ]
        names = ", ".join(argument.name for argument in self.inputs)
        body = f"{self.docstring()}\nreturn {operator}(({names}), out)"
        head = self.signature("Any", "Any")
        return "\n\n".join(overloads) + f"\n\n{head}\n{indent(body, '    ')}\n"


def main() -> None:
    """Writes the module."""
    writers = [Writer(operator) for operator in _core.operators()]
    names = "".join(f'    "{name}",\n' for name in sorted(w.function for w in writers))
    entries = "".join(f'    "{w.function}": Operator("{w.operator.name}"),\n' for w in writers)
    tables = f"\n__all__ = [\n{names}]\n\nOPERATORS = {{\n{entries}}}\n\n\n"
    text = HEAD + tables + "\n\n".join(writer.text() for writer in writers)
    Path(sys.argv[1]).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
