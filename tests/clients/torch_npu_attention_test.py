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


# Attention for inference: the function on npu:0.
def of_prompt(q, k, v):
    return torch_npu.npu_prompt_flash_attention(
        q,
        k,
        v,
        num_heads=HEADS,
        num_key_value_heads=k.shape[1],
        input_layout="BNSD",
        scale_value=SIZE**-0.5,
        next_tokens=2147483647,
    )


def of_one_query(q, k, v):
    return torch_npu.npu_incre_flash_attention(
        q,
        k,
        v,
        num_heads=HEADS,
        num_key_value_heads=k.shape[1],
        input_layout="BNSD",
        scale_value=SIZE**-0.5,
    )


def of_any(q, k, v):
    return torch_npu.npu_fused_infer_attention_score(
        q,
        k,
        v,
        num_heads=HEADS,
        num_key_value_heads=k.shape[1],
        input_layout="BNSD",
        scale=SIZE**-0.5,
    )[0]


def of_any_v2(q, k, v):
    return torch_npu.npu_fused_infer_attention_score_v2(
        q,
        k,
        v,
        num_query_heads=HEADS,
        num_key_value_heads=k.shape[1],
        input_layout="BNSD",
        softmax_scale=SIZE**-0.5,
    )[0]


@pytest.mark.parametrize("function", [of_prompt, of_one_query, of_any, of_any_v2], ids=lambda f: f.__name__)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_inference(dtype, function):
    generator = torch.Generator().manual_seed(2)

    def normal(*shape):
        return torch.randn(*shape, generator=generator).to(dtype)

    q = normal(2, HEADS, 1 if function is of_one_query else QUERIES, SIZE)
    k, v = normal(2, 2, KEYS, SIZE), normal(2, 2, KEYS, SIZE)
    exact = plain(q.double(), k.double(), v.double())
    there = function(q.npu(), k.npu(), v.npu()).cpu()
    here = plain(q, k, v)
    error = (there.double() - exact).square().mean().sqrt()
    assert error <= 1.1 * (here.double() - exact).square().mean().sqrt()


def packed(q, k, v, ends, fusion, **more):
    return fusion(
        q,
        k,
        v,
        HEADS,
        "TND",
        scale=SIZE**-0.5,
        actual_seq_qlen=ends,
        actual_seq_kvlen=ends,
        **more,
    )[0]


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_batches_one_after_another(dtype, version):
    generator = torch.Generator().manual_seed(3)
    ends = (7, 20, QUERIES)
    fusion = torch_npu.npu_fusion_attention if version == 1 else torch_npu.npu_fusion_attention_v2
    more = {} if version == 1 else {"pse_type": 1}

    def normal(*shape):
        return torch.randn(*shape, generator=generator).to(dtype)

    tensors = [normal(QUERIES, heads, SIZE) for heads in (HEADS, 2, 2)]
    grad = normal(QUERIES, HEADS, SIZE)

    def batch_by_batch(q, k, v):
        parts = [slice(a, b) for a, b in zip((0, *ends), ends, strict=False)]
        return torch.cat([plain(*(x[p].transpose(0, 1)[None] for x in (q, k, v)))[0].transpose(0, 1) for p in parts])

    exact = with_gradients(batch_by_batch, [x.double() for x in tensors], grad.double())
    here = with_gradients(batch_by_batch, tensors, grad)
    there = with_gradients(
        lambda *given: packed(*given, ends, fusion, **more), [x.npu() for x in tensors], grad.npu()
    )
    for one, other, best in zip(there, here, exact, strict=True):
        error = (one.cpu().double() - best).square().mean().sqrt()
        assert error <= 1.1 * (other.double() - best).square().mean().sqrt()


def test_projections():
    generator = torch.Generator().manual_seed(4)
    qkv = torch.randn(2, 5, 3 * HEADS * SIZE, generator=generator)
    bias = torch.randn(3 * HEADS * SIZE, generator=generator)
    exact = torch._transform_bias_rescale_qkv(qkv.double(), bias.double(), HEADS)
    there = torch._transform_bias_rescale_qkv(qkv.npu(), bias.npu(), HEADS)
    for one, best in zip(there, exact, strict=True):
        torch.testing.assert_close(one.cpu().double(), best, rtol=2e-7, atol=1e-7)


@pytest.mark.parametrize("dtype", FLOATS)
def test_masked_softmax(dtype):
    x = torch.randn(2, 3, 4, 5, generator=torch.Generator().manual_seed(9)).to(dtype)
    mask = torch.rand(2, 3, 4, 5, generator=torch.Generator().manual_seed(10)) > 0.6
    mask[..., 0] = False  # no row is masked as a whole
    there = torch._masked_softmax(x.npu(), mask.npu(), -1, 2)
    here = x.double().masked_fill(mask, -torch.inf).softmax(-1)
    torch.testing.assert_close(
        there.cpu().double(), here, rtol=torch.finfo(dtype).eps, atol=torch.finfo(dtype).tiny
    )
