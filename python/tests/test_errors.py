"""Refusals: which exception, which code, which words."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import openaclnn

X = np.linspace(-2, 2, 4, dtype=np.float32)


def test_error_of_the_library() -> None:
    with pytest.raises(openaclnn.Error) as caught:
        openaclnn.hardtanh_backward(X, X[:3], -1, 1)
    error = caught.value
    assert isinstance(error, (openaclnn.ArgumentError, ValueError))
    assert error.code == 161002
    assert str(error) == error.message
    assert "gradOutput: shape is [4], expected [3]" in error.message
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error) and (copy.code, copy.message) == (error.code, error.message)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((X, X, "erf"), {}, 'approximate: is "erf"'),
        ((X.astype(np.float64), X, "none"), {}, "DOUBLE"),
        ((X, X[:3], "none"), {}, "broadcast"),
        ((X, X, "none"), {"out": np.empty(5, np.float32)}, "gradInput: shape is"),
        ((X, X, "none"), {"out": np.empty(4, np.float16)}, "gradInput: dtype is"),
        (
            (X, X, "none"),
            {"out": np.lib.stride_tricks.as_strided(X.copy(), (4,), (0,))},
            "gradInput",
        ),
    ],
)
def test_arguments_that_break_a_rule(arguments: Any, options: Any, words: str) -> None:
    with pytest.raises(openaclnn.ArgumentError) as caught:
        openaclnn.gelu_backward_v2(*arguments, **options)
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ([1.0, 2.0], "gradOutput is <class 'list'>"),
        (None, "gradOutput is <class 'NoneType'>"),
        (X.astype(">f4"), "byte order"),
        (X.astype(object), "dtype object"),
        (X.astype(str), "dtype <U"),
        (X.astype(np.longdouble), "float128"),
        (X.astype(ml_dtypes.float8_e5m2), "float8_e5m2"),
        (np.zeros(4, [("a", np.float32)]), "expected an array of numbers"),
    ],
)
def test_what_is_no_array_of_numbers(bad: Any, words: str) -> None:
    with pytest.raises(TypeError) as caught:
        openaclnn.hardtanh_backward(bad, X, -1, 1)
    assert words in str(caught.value)


def test_what_is_no_output() -> None:
    for bad in ([1.0, 2.0], X.astype(object), X.astype(">f4")):
        with pytest.raises(TypeError, match=r"aclnnHardtanhBackward: out (is|has)"):
            openaclnn.hardtanh_backward(X, X, -1, 1, out=bad)  # type: ignore[call-overload]


@pytest.mark.parametrize("bad", ["1", None, 1j, X, [1]])
def test_what_is_no_number(bad: Any) -> None:
    with pytest.raises(TypeError):
        openaclnn.hardtanh_backward(X, X, bad, 1)


def test_numbers_of_all_kinds() -> None:
    expected = openaclnn.hardtanh_backward(X, X, -1.0, 1.0)
    for one in (1, np.float32(1), np.int64(1), np.ones(()), True):
        np.testing.assert_array_equal(openaclnn.hardtanh_backward(X, X, -1, one), expected)


def test_outputs_that_cannot_be_written() -> None:
    constant = np.zeros_like(X)
    constant.flags.writeable = False
    for out in (constant, np.broadcast_to(np.float32(0), X.shape)):
        with pytest.raises(ValueError, match="out is read-only"):
            openaclnn.hardtanh_backward(X, X, -1, 1, out=out)
    assert not constant.any()
    for bad in (X, (X,), (X, X, X)):
        with pytest.raises(TypeError, match="expected a tuple of 2 arrays"):
            openaclnn.prelu_backward(X, X, X[:1], out=bad)  # type: ignore[call-overload]


@pytest.mark.parametrize("text", ["none\0garbage", "\0", "none\0"])
def test_texts_with_nul(text: Any) -> None:
    with pytest.raises(ValueError, match=r"approximate is '.*x00.*'; expected a text without NUL"):
        openaclnn.gelu_backward_v2(X, X, text)


def run(code: str, **settings: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | settings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


CALL = """
import numpy as np, openaclnn
x = np.ones(3, np.float32)
try:
    print(openaclnn.softplus_backward(x, x, 1, 0.5).tolist())
except openaclnn.Error as error:
    print(type(error).__name__, error.code, error.message)
"""


def test_settings() -> None:
    assert run(CALL) == "[1.0, 1.0, 1.0]"
    assert run(CALL, OPENACLNN_CHECK="1") == "[1.0, 1.0, 1.0]"
    refused = run(CALL, OPENACLNN_SOC="Ascend310P")
    assert refused.startswith("Error 561003 ") and "Ascend310P" in refused
    assert "OPENACLNN_SOC" in run(CALL, OPENACLNN_SOC="nonsense")
