"""Attention and its gradients through PyTorch's Ascend adapter, unmodified from PyPI, on this library:
run by tests/clients/run. Errors are those next to the CPU in double, compared with the CPU's own."""

import pytest
import torch
from on_npu import FLOATS
from torch.nn.attention import SDPBackend, sdpa_kernel

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


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("pse_type", [2, 3])
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_slopes(dtype, pse_type, is_packed):
    """A bias that is made of slopes of the heads, and of distances or their roots."""
    generator = torch.Generator().manual_seed(5)
    slopes, starts = 2.0 ** -torch.arange(1, HEADS + 1), {"q_start_idx": [3], "kv_start_idx": [8]}
    distance = (torch.arange(KEYS)[:, None] - torch.arange(KEYS) + 3 - 8).abs().double()
    bias = -slopes.double()[:, None, None] * (distance if pse_type == 2 else distance.sqrt())

    def normal(heads):
        return torch.randn(1, heads, KEYS, SIZE, generator=generator).to(dtype)

    def on_npu(*tensors):
        how = {"pse": slopes.npu(), "pse_type": pse_type, "scale": SIZE**-0.5, **starts}
        fusion = torch_npu.npu_fusion_attention_v2
        if not is_packed:
            return fusion(*tensors, HEADS, "BNSD", **how)[0]
        rows = [x[0].transpose(0, 1) for x in tensors]
        ends = {"actual_seq_qlen": [KEYS], "actual_seq_kvlen": [KEYS]}
        return fusion(*rows, HEADS, "TND", **ends, **how)[0].transpose(0, 1)[None]

    def on_cpu(*tensors):
        # As the operator does, it takes the gradients from a result that is rounded.
        mask = bias.to(tensors[0].dtype)[None]
        with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
            return F.scaled_dot_product_attention(*tensors, attn_mask=mask)

    tensors, grad = [normal(HEADS) for _ in range(3)], normal(HEADS)
    exact = with_gradients(on_cpu, [x.double() for x in tensors], grad.double())
    here = with_gradients(on_cpu, tensors, grad)
    there = with_gradients(on_npu, [x.npu() for x in tensors], grad.npu())
    for one, other, best in zip(there, here, exact, strict=True):
        error = (one.cpu().double() - best).square().mean().sqrt()
        assert error <= 1.1 * (other.double() - best).square().mean().sqrt()


@pytest.mark.parametrize("sparse_mode", [3, 6, 7, 8])
def test_bias_and_prefixes_of_batches(sparse_mode):
    """Three batches of different lengths: with a bias, prefixes, or a band in one of them."""
    generator = torch.Generator().manual_seed(9)
    lengths, key_lengths, prefixes = (4, 9, 6), (6, 9, 11), (2, 5, 8)
    ends = [torch.tensor(x).cumsum(0).tolist() for x in (lengths, key_lengths)]
    sizes = list(zip(lengths, key_lengths, strict=True))
    has_bias = sparse_mode in (3, 6)

    def normal(*shape):
        return torch.randn(*shape, generator=generator)

    bias = [normal(HEADS, q, k) for q, k in sizes]
    tensors = [normal(ends[i][-1], HEADS, SIZE) for i in (0, 1, 1)]
    grad = normal(ends[0][-1], HEADS, SIZE)
    before, after = 11, -1 if sparse_mode == 7 else 1

    def sees(batch, q, k):
        i, j = torch.arange(q)[:, None], torch.arange(k)
        shift = 0 if sparse_mode == 8 else k - q
        if batch == {7: 2, 8: 0}.get(sparse_mode):
            return (j >= i + k - q - before) & (j <= i + k - q + after)
        seen = j <= i + shift
        return seen | (j < prefixes[batch]) if sparse_mode == 6 else seen

    def by_batch(q, k, v):
        parts = []
        for n, (x, y, z) in enumerate(
            zip(q.split(lengths), k.split(key_lengths), v.split(key_lengths), strict=True)
        ):
            scores = torch.einsum("qhd,khd->hqk", x, y) * SIZE**-0.5
            if has_bias:
                scores = scores + bias[n].to(scores) * SIZE**-0.5
            scores = scores.masked_fill(~sees(n, *sizes[n]), -torch.inf)
            parts.append(torch.einsum("hqk,khd->qhd", scores.softmax(-1), z))
        return torch.cat(parts)

    def on_npu(*given):
        mask = torch.ones(3072 if sparse_mode == 6 else 2048, 2048, dtype=torch.bool)
        return torch_npu.npu_fusion_attention(
            *given,
            HEADS,
            "TND",
            pse=torch.cat([x.flatten() for x in bias]).npu() if has_bias else None,
            atten_mask=mask.npu(),
            scale=SIZE**-0.5,
            prefix=prefixes if sparse_mode == 6 else None,
            pre_tockens=before,
            next_tockens=after,
            sparse_mode=sparse_mode,
            actual_seq_qlen=ends[0],
            actual_seq_kvlen=ends[1],
        )[0]

    here = with_gradients(by_batch, [x.double() for x in tensors], grad.double())
    there = with_gradients(on_npu, [x.npu() for x in tensors], grad.npu())
    for one, other in zip(there, here, strict=True):
        torch.testing.assert_close(one.cpu().double(), other, rtol=1e-5, atol=1e-5)


def test_rotated_elements_apart():
    generator = torch.Generator().manual_seed(7)
    ends = (5, QUERIES)

    def normal(heads, size):
        return torch.randn(QUERIES, heads, size, generator=generator)

    def on_npu(q, k, v, q_rope, k_rope):
        return torch_npu.npu_fusion_attention_v2(
            q,
            k,
            v,
            HEADS,
            "TND",
            query_rope=q_rope,
            key_rope=k_rope,
            atten_mask=causal_mask(),
            sparse_mode=3,
            scale=SIZE**-0.5,
            actual_seq_qlen=ends,
            actual_seq_kvlen=ends,
        )[0]

    def on_cpu(q, k, v, q_rope, k_rope):
        heads = [torch.cat(x, -1).transpose(0, 1) for x in ((q, q_rope), (k, k_rope), (v,))]
        parts = [[x[:, a:b][None] for x in heads] for a, b in ((0, 5), (5, QUERIES))]
        how = {"is_causal": True, "scale": SIZE**-0.5, "enable_gqa": True}
        outs = [F.scaled_dot_product_attention(*part, **how)[0] for part in parts]
        return torch.cat(outs, 1).transpose(0, 1)

    tensors = [normal(HEADS, SIZE), normal(2, SIZE), normal(2, SIZE), normal(HEADS, 8), normal(2, 8)]
    grad = normal(HEADS, SIZE)
    exact = with_gradients(on_cpu, [x.double() for x in tensors], grad.double())
    here = with_gradients(on_cpu, tensors, grad)
    there = with_gradients(on_npu, [x.npu() for x in tensors], grad.npu())
    for one, other, best in zip(there, here, exact, strict=True):
        # The CPU takes these gradients from weights, and not from a result that is rounded.
        error = (one.cpu().double() - best).square().mean().sqrt()
        assert error <= 1.3 * (other.double() - best).square().mean().sqrt()


def test_layout_of_maxima():
    generator = torch.Generator().manual_seed(6)
    q, k, v = (torch.randn(QUERIES, HEADS, SIZE, generator=generator) for _ in range(3))
    ends = {"actual_seq_qlen": [7, QUERIES], "actual_seq_kvlen": [7, QUERIES]}
    leaves = [x.npu().requires_grad_() for x in (q, k, v)]
    out, maxima, sums, *_ = torch_npu.npu_fusion_attention(
        *leaves, HEADS, "TND", scale=SIZE**-0.5, softmax_layout="TND", **ends
    )
    for part in (slice(0, 7), slice(7, QUERIES)):
        scores = torch.einsum("qnd,knd->qnk", q[part].double(), k[part].double()) * SIZE**-0.5
        most = scores.amax(-1)
        total = (scores - most[..., None]).exp().sum(-1)
        torch.testing.assert_close(maxima[part, :, 0].cpu().double(), most, rtol=1e-6, atol=1e-6)
        torch.testing.assert_close(sums[part, :, 0].cpu().double(), total, rtol=1e-5, atol=0)
    out.sum().backward()
    same = [x.detach().clone().requires_grad_() for x in leaves]
    packed(*same, ends["actual_seq_qlen"], torch_npu.npu_fusion_attention).sum().backward()
    assert all(one.grad.equal(other.grad) for one, other in zip(leaves, same))


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
