"""Cases of products of matrices, attention and convolutions, timed compared with PyTorch (by_turns.py).

usage: products.py LIBRARY_FOLDER THREADS SAMPLES.csv [--only REGEX] [--rounds N]

LIBRARY_FOLDER has libopapi.so and its companions. PyTorch takes MKL for products in float, and oneDNN
for those in BFLOAT16 and for convolutions. It allocates the results of attention and convolutions.
"""

import ctypes
import functools

import torch
from by_turns import BF16, F16, F32, I8, I32, Axes, Case, Flags, Tensor, main, name
from torch.nn import functional

SIDE = 4096
KEEP_DTYPE = ctypes.c_int8(0)  # cubeMathType
OF_ROW = 8  # numbers of softmaxMax and softmaxSum for a row, all alike


def product(m: int, k: int, n: int, dtype: torch.dtype, turned: bool = False) -> Case:
    what = f"{m} x {k} times {k} x {n}" + ", second transposed" * turned
    tensors = (Tensor((m, k), dtype), Tensor((k, n), dtype, turned), Tensor((m, n), dtype))
    return Case(
        "mm", name(dtype), what, "aclnnMm", tensors,
        lambda a, b, o: (a, b, o, KEEP_DTYPE), lambda a, b, o: torch.mm(a, b, out=o), 2 * m * k * n,
    )  # fmt: skip


def batch(b: int, m: int, k: int, n: int, dtype: torch.dtype) -> Case:
    tensors = (Tensor((b, m, k), dtype), Tensor((b, k, n), dtype), Tensor((b, m, n), dtype))
    return Case(
        "bmm", name(dtype), f"{b} of {m} x {k} times {k} x {n}", "aclnnBatchMatMul", tensors,
        lambda a, b, o: (a, b, o, KEEP_DTYPE), lambda a, b, o: torch.bmm(a, b, out=o), 2 * b * m * k * n,
    )  # fmt: skip


def integers(m: int, k: int, n: int, turned: bool = False) -> Case:
    """Their exact sums."""
    what = f"{m} x {k} times {k} x {n}" + ", second transposed" * turned
    tensors = (Tensor((m, k), I8), Tensor((k, n), I8, turned), Tensor((m, n), I32), Tensor((1,)))
    no = ctypes.c_bool(False)
    return Case(
        "mm", name(I8), what, "aclnnQuantMatmulV4", tensors,
        lambda a, b, o, scale: (a, b, scale, None, None, None, no, no, o),
        lambda a, b, o, scale: torch._int_mm(a, b, out=o), 2 * m * k * n,
    )  # fmt: skip


def products_of_integers():
    for m, k, n in ((1024, 1024, 1024), (128, 784, 100), (16, 1024, 1024)):
        yield integers(m, k, n)
    for m in (1, 16):
        yield integers(m, SIDE, SIDE, turned=True)


def products():
    for dtype in (F32, BF16, F16):
        turned = dtype == F16  # PyTorch has nothing but a slow loop for others
        for m, k, n in ((1024, 1024, 1024), (4096, 1024, 4096), (128, 784, 100), (16, 1024, 1024)):
            yield product(m, k, n, dtype, turned)
        if not turned:
            yield product(1, SIDE, SIDE, dtype)
        for m in (1, 2, 4, 8, 16, 32, 128, 512):
            yield product(m, SIDE, SIDE, dtype, turned=True)
        yield product(SIDE, SIDE, 1, dtype)
        yield batch(64, 128, 64, 128, dtype)


@functools.cache
def above_diagonal() -> torch.Tensor:
    """The mask that sparseMode 2 takes."""
    return torch.ones(2048, 2048, dtype=torch.bool).triu(1)


def how(size: int, heads: int, is_causal: bool) -> tuple:
    """scaleValue, keepProb, preTokens, nextTokens, headNum, inputLayout, innerPrecise, sparseMode."""
    everything = ctypes.c_int64(2147483647)
    return (
        ctypes.c_double(size**-0.5), ctypes.c_double(1), everything, everything, ctypes.c_int64(heads), b"BNSD",
        ctypes.c_int64(0), ctypes.c_int64(2 if is_causal else 0),
    )  # fmt: skip


def attention(b: int, heads: int, queries: int, keys: int, size: int, dtype: torch.dtype, is_causal: bool) -> Case:
    q, kv = Tensor((b, heads, queries, size), dtype), Tensor((b, heads, keys, size), dtype)
    rows = Tensor((b, heads, queries, OF_ROW))
    mask = above_diagonal() if is_causal else None
    return Case(
        "attention", name(dtype),
        f"{b} x {heads} heads of {size}, {queries} by {keys}" + ", causal" * is_causal, "aclnnFlashAttentionScore",
        (q, kv, kv, rows, rows, q),
        lambda q, k, v, top, total, o: (
            q, k, v, None, None, None, mask, None, *how(size, heads, is_causal), top, total, None, o
        ),
        lambda q, k, v, top, total, o: functional.scaled_dot_product_attention(q, k, v, is_causal=is_causal),
        4 * b * heads * queries * keys * size // (1 + is_causal),
    )  # fmt: skip


def attention_gradient(b: int, heads: int, tokens: int, size: int, dtype: torch.dtype, is_causal: bool) -> Case:
    one, rows = Tensor((b, heads, tokens, size), dtype), Tensor((b, heads, tokens, OF_ROW))
    logsumexps = Tensor((b, heads, tokens))
    mask = above_diagonal() if is_causal else None

    def prepare(q, k, v, grad, o, top, total, logs, *results):
        """With the results of the forward operator."""
        scores = q.float() @ k.float().transpose(-1, -2) * size**-0.5
        if is_causal:
            scores.masked_fill_(mask[:tokens, :tokens], -torch.inf)
        most = scores.amax(-1, keepdim=True)
        top.copy_(most)
        total.copy_((scores - most).exp().sum(-1, keepdim=True))
        out, of_torch = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, 0.0, is_causal)
        o.copy_(out)
        return q, k, v, grad, o, top, total, of_torch, *results

    return Case(
        "attention, gradient", name(dtype),
        f"{b} x {heads} heads of {size}, {tokens} by {tokens}" + ", causal" * is_causal, "aclnnFlashAttentionScoreGrad",
        (one, one, one, one, one, rows, rows, logsumexps, one, one, one),
        lambda q, k, v, grad, o, top, total, logs, of_q, of_k, of_v: (
            q, k, v, grad, None, None, None, mask, top, total, None, o, None, *how(size, heads, is_causal),
            of_q, of_k, of_v, None,
        ),
        lambda q, k, v, grad, o, top, total, logs, *results: (
            torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward(
                grad, q, k, v, o, logs, 0.0, is_causal
            )
        ),
        10 * b * heads * tokens * tokens * size // (1 + is_causal), prepare,
    )  # fmt: skip


def attentions():
    for dtype in (F32, BF16, F16):
        for is_causal in (False, True):
            yield attention(1, 12, 128, 128, 64, dtype, is_causal)
            yield attention(1, 12, 1024, 1024, 64, dtype, is_causal)
            yield attention(4, 8, 1024, 1024, 128, dtype, is_causal)
        yield attention(1, 16, 1, SIDE, 128, dtype, is_causal=False)
        for is_causal in (False, True):
            yield attention_gradient(1, 12, 128, 64, dtype, is_causal)
            yield attention_gradient(1, 12, 1024, 64, dtype, is_causal)


def convolutions_of(n: int, c: int, side: int, out: int, window: int, step: int, groups: int, dtype: torch.dtype):
    """One forward, and its gradients by input and weights."""
    padding, result = window // 2, (side + 2 * (window // 2) - window) // step + 1
    x, w = Tensor((n, c, side, side), dtype), Tensor((out, c // groups, window, window), dtype)
    y = Tensor((n, out, result, result), dtype)
    steps, around, apart, none = Axes((step, step)), Axes((padding, padding)), Axes((1, 1)), Axes((0, 0))
    no = ctypes.c_bool(False)
    what = f"{n} x {c} x {side}^2 to {out}, {window} x {window}" + f" by {step}" * (step > 1)
    what += f", {groups} groups" * (groups > 1)
    operations = 2 * n * out * result**2 * c // groups * window**2
    yield Case(
        "convolution", name(dtype), what, "aclnnConvolution", (x, w, y),
        lambda x, w, y: (
            x, w, None, steps, around, apart, no, none, ctypes.c_int64(groups), y, KEEP_DTYPE
        ),
        lambda x, w, y: functional.conv2d(x, w, None, step, padding, 1, groups), operations,
    )  # fmt: skip
    yield Case(
        "convolution, gradients", name(dtype), what, "aclnnConvolutionBackward", (y, x, w, x, w),
        lambda grad, x, w, of_x, of_w: (
            grad, x, w, Axes((out,)), steps, around, apart, no, none, ctypes.c_int(groups),
            Flags((True, True, False)), KEEP_DTYPE, of_x, of_w, None,
        ),
        lambda grad, x, w, of_x, of_w: torch.ops.aten.convolution_backward(
            grad, x, w, None, [step] * 2, [padding] * 2, [1, 1], False, [0, 0], groups, [True, True, False]
        ),
        2 * operations,
    )  # fmt: skip


def convolutions():
    """Layers of ResNet-18 and MobileNet."""
    for dtype in (F32, BF16):
        for layer in (
            (8, 3, 224, 64, 7, 2, 1), (8, 64, 56, 64, 3, 1, 1), (8, 128, 28, 128, 3, 1, 1), (8, 256, 14, 256, 3, 1, 1),
            (8, 512, 7, 512, 3, 1, 1), (8, 64, 56, 128, 1, 2, 1), (8, 32, 112, 64, 1, 1, 1),
            (8, 128, 56, 128, 3, 1, 128), (8, 512, 14, 512, 3, 1, 512),
        ):  # fmt: skip
            yield from convolutions_of(*layer, dtype)


CASES = [*products(), *products_of_integers(), *attentions(), *convolutions()]


if __name__ == "__main__":
    main(CASES, __doc__)
