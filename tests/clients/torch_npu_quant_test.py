"""Integers of eight and four bits through PyTorch's Ascend adapter, unmodified from PyPI, on this
library: run by tests/clients/run."""

import pytest
import torch
from on_npu import VIEWS, numbers

torch_npu = pytest.importorskip("torch_npu")

HALVES = [torch.half, torch.bfloat16]


def unpacked(packed):
    """The integers of four bits in an INT32, the first in the lowest bits."""
    shifts = torch.arange(0, 32, 4, dtype=torch.int32)
    return (packed.unsqueeze(-1) << (28 - shifts) >> 28).flatten(-2)


def rounded(values, highest):
    return values.round().clamp(-highest - 1, highest)


# The adapter calls aclnnDynamicQuant as there is no aclnnDynamicQuantV2.
@pytest.mark.parametrize("dtype", HALVES)
@pytest.mark.parametrize("smooths", [False, True])
@pytest.mark.parametrize("packs", [False, True])
def test_dynamic_quant(dtype, smooths, packs):
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(3, 40, 16, generator=generator).to(dtype)
    smooth = torch.rand(16, generator=generator).to(dtype) if smooths else None
    there, scale = torch_npu.npu_dynamic_quant(
        x.npu(),
        smooth_scales=smooth.npu() if smooths else None,
        **({"dst_type": torch.quint4x2} if packs else {}),
    )
    highest = 7 if packs else 127
    here = x.double() * smooth.double() if smooths else x.double()
    scale = scale.cpu()
    assert torch.equal(scale, (here.abs().amax(-1) / highest).float())
    there = unpacked(there.cpu()) if packs else there.cpu()
    assert torch.equal(there.double(), rounded(here / scale.unsqueeze(-1).double(), highest))


@pytest.mark.parametrize("view", VIEWS)
def test_quantize(view):
    x = VIEWS[view](numbers(torch.float, 1)) * 16
    columns = x.shape[-1]
    generator = torch.Generator().manual_seed(2)
    scale, offset = torch.randn(2, columns, generator=generator)
    there = torch_npu.npu_quantize(x.npu(), scale.npu(), offset.npu(), torch.qint8, -1, False)
    here = rounded(x.double() * scale.double() + offset.double(), 127)
    assert torch.equal(there.cpu().double(), here)


def test_quantize_to_four_bits():
    generator = torch.Generator().manual_seed(3)
    x, scale = 4 * torch.randn(6, 24, generator=generator), torch.randn(1, generator=generator)
    there = torch_npu.npu_quantize(x.npu(), scale.npu(), None, torch.quint4x2, -1, False)
    here = rounded(x.double() * scale.double(), 7)
    assert torch.equal(unpacked(there.cpu()).double(), here)


@pytest.mark.parametrize("dtype", HALVES)
def test_anti_quant(dtype):
    x = torch.arange(-128, 128, dtype=torch.int8).reshape(8, 32)
    generator = torch.Generator().manual_seed(4)
    scale, offset = torch.randn(2, 32, generator=generator)
    there = torch_npu.npu_anti_quant(x.npu(), scale.npu(), offset=offset.npu(), dst_dtype=dtype)
    here = (x.double() + offset.double()) * scale.double()
    assert torch.equal(there.cpu(), here.to(dtype))


def test_anti_quant_of_four_bits():
    x = torch.tensor([[0x76543210, -0x12345678]], dtype=torch.int32)
    there = torch_npu.npu_anti_quant(
        x.npu(), torch.ones(1).npu(), dst_dtype=torch.half, src_dtype=torch.quint4x2
    )
    assert torch.equal(there.cpu().double(), unpacked(x).double())


# The weight lies by columns, as a transposed one, or by rows; groups of 32 rows share a scale.
@pytest.mark.parametrize("dtype", HALVES)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("group", [0, 32])
def test_weight_quant_batchmatmul(dtype, turned, group):
    generator = torch.Generator().manual_seed(5)
    x = torch.randn(5, 96, generator=generator).to(dtype)
    weight = torch.randint(-128, 128, (96, 40), generator=generator, dtype=torch.int8)
    scale, offset = torch.randn(2, 3 if group else 1, 40, generator=generator).to(dtype)
    placed = weight.t().contiguous().npu().t() if turned else weight.npu()
    there = torch_npu.npu_weight_quant_batchmatmul(
        x.npu(), placed, scale.npu(), antiquant_offset=offset.npu(), antiquant_group_size=group
    )
    of_rows = scale.repeat_interleave(group or 96, 0).float()
    offsets = offset.repeat_interleave(group or 96, 0).float()
    here = ((weight.float() + offsets) * of_rows).to(dtype)
    assert torch.equal(there.cpu(), torch.mm(x.npu(), here.npu()).cpu())


@pytest.mark.parametrize("dtype", HALVES)
def test_quant_matmul(dtype):
    generator = torch.Generator().manual_seed(6)
    a = torch.randint(-128, 128, (5, 70), generator=generator, dtype=torch.int8)
    b = torch.randint(-128, 128, (70, 24), generator=generator, dtype=torch.int8)
    scale, of_rows = torch.rand(24, generator=generator), torch.rand(5, generator=generator)
    there = torch_npu.npu_quant_matmul(
        a.npu(), b.npu(), scale.npu(), pertoken_scale=of_rows.npu(), output_dtype=dtype
    )
    here = (a.int() @ b.int()).float() * scale * of_rows.unsqueeze(-1)
    assert torch.equal(there.cpu(), here.to(dtype))


# Three groups of rows; the adapter passes lists without tensors for what is not given.
@pytest.mark.parametrize("dtype", [torch.float, *HALVES])
def test_grouped_matmul(dtype):
    generator = torch.Generator().manual_seed(7)
    x = torch.randn(8, 40, generator=generator).to(dtype).npu()
    weight = torch.randn(3, 40, 24, generator=generator).to(dtype).npu()
    there = torch_npu.npu_grouped_matmul(
        [x], [weight], group_list=torch.tensor([3, 3, 8]).npu(), split_item=3, group_type=0
    )
    here = torch.cat([torch.mm(x[:3], weight[0]), torch.mm(x[3:], weight[2])])
    assert torch.equal(there[0].cpu(), here.cpu())


def test_grouped_matmul_of_integers():
    generator = torch.Generator().manual_seed(8)
    x = torch.randint(-128, 128, (8, 40), generator=generator, dtype=torch.int8)
    weight = torch.randint(-128, 128, (2, 40, 24), generator=generator, dtype=torch.int8)
    scale, rows = torch.rand(2, 24, generator=generator), torch.rand(8, generator=generator)
    there = torch_npu.npu_grouped_matmul(
        [x.npu()],
        [weight.npu()],
        scale=[scale.npu()],
        per_token_scale=[rows.npu()],
        group_list=torch.tensor([3, 5]).npu(),
        group_list_type=1,
        split_item=3,
        group_type=0,
        output_dtype=torch.half,
    )
    sums = torch.cat([x[:3].int() @ weight[0].int(), x[3:].int() @ weight[1].int()]).float()
    here = sums * scale[[0] * 3 + [1] * 5] * rows.unsqueeze(-1)
    assert torch.equal(there[0].cpu(), here.half())
