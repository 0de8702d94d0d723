"""Attention and its gradients through PyTorch's Ascend adapter, unmodified from PyPI, on this library:
run by tests/clients/run. Errors are those next to the CPU in double, compared with the CPU's own."""

import pytest
import torch
from on_npu import FLOATS

torch_npu = pytest.importorskip("torch_npu")

F = torch.nn.functional
HEADS, QUERIES, KEYS, SIZE = 4, 33, 40, 16


def causal_mask():
    """What the adapter calls a compressed mask: 1 above the diagonal."""
    return torch.ones(2048, 2048, dtype=torch.bool).triu(1).npu()


# The function on npu:0, and what of the keys a query sees on the CPU: all, those up to its place, or
# those up to its place counted from the last one.
def plain(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, enable_gqa=q.shape[1] != k.shape[1])


def from_the_left(q, k, v):
    mask = causal_mask()
    return torch_npu.npu_fusion_attention(
        q, k, v, HEADS, "BNSD", atten_mask=mask, scale=SIZE**-0.5, sparse_mode=2
    )[0]


def from_the_right(q, k, v):
    mask = causal_mask()
    return torch_npu.npu_fusion_attention_v2(
        q, k, v, HEADS, "BNSD", atten_mask=mask, scale=SIZE**-0.5, sparse_mode=3, pse_type=1
    )[0]


SEEN = {
    plain: torch.ones(QUERIES, KEYS, dtype=torch.bool),
    from_the_left: torch.ones(QUERIES, KEYS, dtype=torch.bool).tril(),
    from_the_right: torch.ones(QUERIES, KEYS, dtype=torch.bool).tril(KEYS - QUERIES),
}


def with_gradients(function, tensors, grad):
    leaves = [x.detach().requires_grad_() for x in tensors]
    out = function(*leaves)
    return [out.detach(), *torch.autograd.grad(out, leaves, grad)]


@pytest.mark.parametrize("kv_heads", [HEADS, 2])
@pytest.mark.parametrize("function", SEEN, ids=lambda function: function.__name__)
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_attention(dtype, function, kv_heads):
    generator = torch.Generator().manual_seed(1)

    def normal(*shape):
        return torch.randn(*shape, generator=generator).to(dtype)

    q, grad = normal(2, HEADS, QUERIES, SIZE), normal(2, HEADS, QUERIES, SIZE)
    k, v = normal(2, kv_heads, KEYS, SIZE), normal(2, kv_heads, KEYS, SIZE)

    def on_cpu(*tensors):
        return F.scaled_dot_product_attention(
            *tensors, attn_mask=SEEN[function], enable_gqa=kv_heads != HEADS
        )

    exact = with_gradients(on_cpu, [x.double() for x in (q, k, v)], grad.double())
    here = with_gradients(on_cpu, [q, k, v], grad)
    there = with_gradients(function, [x.npu() for x in (q, k, v)], grad.npu())
    for one, other, best in zip(there, here, exact, strict=True):
        assert one.device == torch.device("npu", 0)
        error = (one.cpu().double() - best).square().mean().sqrt()
        assert error <= 1.1 * (other.double() - best).square().mean().sqrt()
