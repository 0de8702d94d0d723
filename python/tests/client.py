"""A program that uses the package; mypy --strict accepts it."""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import openaclnn

x = np.linspace(-2, 2, 5, dtype=np.float32)
assert_type(openaclnn.hardtanh_backward(x, x, -1, 1), NDArray[Any])
assert_type(openaclnn.gelu_backward_v2(x, self=x, approximate="tanh", out=x), NDArray[Any])
assert_type(openaclnn.prelu_backward(x, x, x[:1]), tuple[NDArray[Any], NDArray[Any]])
assert_type(openaclnn.gelu_backward_v2(x, x), NDArray[Any])
assert_type(openaclnn.logit_grad(x, x, None), NDArray[Any])
assert_type(openaclnn.cast(x, "float16"), NDArray[Any])
assert_type(openaclnn.cast(x, np.int8, out=np.empty(5, np.int8)), NDArray[Any])
assert_type(openaclnn.copy_(np.empty((2, 5), np.int32), x), NDArray[Any])
assert_type(openaclnn.mean(x), NDArray[Any])
assert_type(openaclnn.reduce_sum(x, (0,), dtype=np.float64), NDArray[Any])
openaclnn.nll_loss(x, np.array(2))
openaclnn.prelu_backward(x, x, 0.25)
openaclnn.prelu_backward(x, x, x[:1], out=(None, np.empty(1, np.float32)))
try:
    openaclnn.logit_grad(x, x[1:], eps=0.1)
except openaclnn.ArgumentError as error:
    assert_type(error.code, int)
    assert_type(error.message, str)
else:
    raise AssertionError("shapes differ")

wrong = openaclnn.gelu_backward_v2  # the two lines are errors: mypy insists on the comments
if not x.size:
    wrong(x, x, "erf")  # type: ignore[call-overload]
    wrong(x, [1.0], "none")  # type: ignore[call-overload]
