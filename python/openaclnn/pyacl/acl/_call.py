"""Makes the Python functions that the tables describe."""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ._functions import MEANINGS, Function, In, Out
from ._library import library


def bind(functions: Iterable[Function], module: str) -> dict[str, Callable[..., Any]]:
    """The functions that the library has, by their names in a module."""
    found = {}
    for function in functions:
        try:
            in_c = library()[function.symbol]
        except AttributeError:
            continue
        found[function.name] = _python_function(function, in_c, module)
    return found


def _python_function(function: Function, in_c: Any, module: str) -> Callable[..., Any]:
    in_c.restype = ctypes.c_int32 if function.value is None else function.value.c_type
    name = f"{module.rpartition('pyacl.')[2]}.{function.name}"
    inputs = [argument for argument in function.arguments if isinstance(argument, In)]
    outputs = [argument for argument in function.arguments if isinstance(argument, Out)]
    order = sorted(range(len(outputs)), key=lambda i: outputs[i].place)
    fewest = sum(not argument.optional for argument in inputs)

    def call(*given: Any) -> Any:
        if inputs and not fewest <= len(given) <= len(inputs):
            counts = " or ".join(str(count) for count in range(fewest, len(inputs) + 1))
            raise TypeError(f"{name}: takes {counts} arguments, {len(given)} were given")
        written = [output.kind.c_type(*output.initial) for output in outputs]
        values, pointers = iter(given), map(ctypes.byref, written)
        result = in_c(
            *(
                next(pointers) if isinstance(argument, Out) else _input(name, argument, values)
                for argument in function.arguments
            )
        )
        if function.value is not None:
            return function.value.from_c(result)
        if not outputs:
            return result
        return (*(outputs[i].kind.from_c(written[i].value) for i in order), result)

    call.__name__ = call.__qualname__ = function.name
    call.__module__ = module
    call.__doc__ = _documentation(function, inputs, [outputs[i] for i in order])
    call.__signature__ = _signature(inputs)  # type: ignore[attr-defined]
    return call


def _input(function: str, argument: In, values: Iterator[Any]) -> Any:
    """The next value as one of C; null for an optional one that is not there."""
    try:
        value = next(values)
    except StopIteration:
        return ctypes.c_void_p()
    try:
        return argument.kind.to_c(value)
    except (TypeError, OverflowError) as error:
        raise TypeError(f"{function}: {argument.name}: {error}") from None


def _signature(inputs: list[In]) -> inspect.Signature:
    kind, empty = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.empty
    return inspect.Signature(
        [inspect.Parameter(i.name, kind, default="" if i.optional else empty) for i in inputs]
    )


def _documentation(function: Function, inputs: list[In], outputs: list[Out]) -> str:
    def described(arguments: Iterable[In | Out]) -> list[str]:
        return [f"    {a.name} ({a.kind.words}): {MEANINGS[a.name]}" for a in arguments]

    lines = [function.summary, ""]
    if inputs:
        lines += ["Args:", *described(inputs), ""]
    lines.append("Returns:")
    if function.value is not None:
        lines.append(f"    {function.value.words}: {function.result}")
    else:
        lines += [*described(outputs), "    ret (int): 0, or the code of the failure"]
    lines += ["", f"In C: {function.symbol}, whose header has the rules."]
    return "\n".join(lines)
