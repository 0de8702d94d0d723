"""Recurrent networks through PyTorch's Ascend adapter, unmodified from PyPI, on this library: run
by tests/clients/run."""

import copy

import pytest
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

pytest.importorskip("torch_npu")

# The adapter hands a call of LSTM to aclnnLSTM if it has four weights and biases, and a call of GRU
# to aclnnGRU, whatever it has. All else goes to operators of the older interface, layer after layer,
# and so does bfloat16.
HOWS = [
    {"bias": True},
    {"bias": True, "batch_first": True},
    {"bias": False, "bidirectional": True},
    {"bias": False, "num_layers": 2},
    {"num_layers": 2},
    {"num_layers": 3, "bidirectional": True, "batch_first": True},
    {"bias": False},
]
NETWORKS = [(kind, how) for kind in (torch.nn.LSTM, torch.nn.GRU) for how in HOWS]
DTYPES = [torch.float, torch.half, torch.bfloat16]

# An ULP of 1, or more where that is less than what sums of floats lose.
ULP = {torch.float: 2**-22, torch.half: 2**-10, torch.bfloat16: 2**-7}

INPUTS, HIDDEN, STEPS, BATCH = 11, 20, 9, 6


def named(value):
    if isinstance(value, dict):
        return "-".join(f"{key}={number}" for key, number in value.items())
    return getattr(value, "__name__", str(value))


def modules(kind, how, dtype):
    """A network on npu:0, and the same on the CPU in double."""
    torch.manual_seed(5)
    here = kind(INPUTS, HIDDEN, **how).to(dtype)
    return copy.deepcopy(here).npu(), copy.deepcopy(here).double()


def sequence(how, dtype):
    generator = torch.Generator().manual_seed(6)
    shape = (BATCH, STEPS) if how.get("batch_first") else (STEPS, BATCH)
    return torch.randn(*shape, INPUTS, generator=generator).to(dtype)


def states(kind, network, dtype):
    """First states: one, or for LSTM two."""
    generator = torch.Generator().manual_seed(7)
    cells = network.num_layers * (2 if network.bidirectional else 1)
    shape = (cells, BATCH, HIDDEN)
    made = [torch.randn(shape, generator=generator).to(dtype) for _ in range(2)]
    return made if kind is torch.nn.LSTM else made[:1]


def given(tensors):
    return tuple(tensors) if len(tensors) == 2 else tensors[0]


def listed(result):
    output, last = result
    return [output, *(last if isinstance(last, tuple) else (last,))]


def roundings(kind, how, dtype):
    """How often what is between is rounded to the dtype, in one place after the other: the sum of
    both biases, and what one layer gives to the next one."""
    layers, biased = how.get("num_layers", 1), how.get("bias", True)
    if kind is torch.nn.GRU:
        return layers - 1 if dtype == torch.bfloat16 else 0
    weights = layers * (2 if how.get("bidirectional") else 1) * (4 if biased else 2)
    by_name = weights != 4 or dtype == torch.bfloat16
    return layers - 1 + layers * biased if by_name else 0


def assert_near(actual, exact, dtype, times=0):
    assert actual.device == torch.device("npu", 0) and actual.dtype == dtype
    size = max(1.0, exact.abs().max().item())
    allowed = ULP[dtype] * exact.abs() + (2**-20 + times * ULP[dtype] / 2) * size
    assert ((actual.detach().cpu().double() - exact.detach()).abs() <= allowed).all()


def assert_slope(actual, exact, dtype):
    error = (actual.cpu().double() - exact).norm()
    # What is kept for the gradients is rounded to the dtype.
    assert error <= (2**-20 if dtype == torch.float else 8 * ULP[dtype]) * exact.norm()


@pytest.mark.parametrize("dtype", DTYPES, ids=named)
@pytest.mark.parametrize(("kind", "how"), NETWORKS, ids=named)
def test_forward_and_gradients(kind, how, dtype):
    there, here = modules(kind, how, dtype)
    x = sequence(how, dtype)
    first = states(kind, here, dtype)
    inputs = [x.npu().requires_grad_(), *(s.npu().requires_grad_() for s in first)]
    exact_inputs = [x.double().requires_grad_(), *(s.double().requires_grad_() for s in first)]
    results = listed(there(inputs[0], given(inputs[1:])))
    exact = listed(here(exact_inputs[0], given(exact_inputs[1:])))
    for actual, expected in zip(results, exact):
        assert_near(actual, expected, dtype, roundings(kind, how, dtype))
    generator = torch.Generator().manual_seed(8)
    grads = [torch.randn(r.shape, generator=generator).to(dtype) for r in results]
    torch.autograd.backward(results, [g.npu() for g in grads])
    torch.autograd.backward(exact, [g.double() for g in grads])
    pairs = [*zip(inputs, exact_inputs), *zip(there.parameters(), here.parameters())]
    for actual, expected in pairs:
        assert_slope(actual.grad, expected.grad, dtype)


@pytest.mark.parametrize(("kind", "how"), NETWORKS, ids=named)
def test_inference(kind, how):
    there, here = modules(kind, how, torch.float)
    x = sequence(how, torch.float)
    with torch.no_grad():
        for actual, expected in zip(listed(there.eval()(x.npu())), listed(here.eval()(x.double()))):
            assert_near(actual, expected, torch.float)


@pytest.mark.parametrize("kind", [torch.nn.LSTM, torch.nn.GRU], ids=named)
def test_views(kind):
    there, here = modules(kind, {}, torch.float)
    x = sequence({"batch_first": True}, torch.float)
    view, exact_view = x.npu().transpose(0, 1), x.double().transpose(0, 1)
    for actual, expected in zip(listed(there(view)), listed(here(exact_view))):
        assert_near(actual, expected, torch.float)


# The adapter's gradient by what is packed takes padded rows for packed ones; so it is not compared.
@pytest.mark.parametrize("dtype", DTYPES, ids=named)
@pytest.mark.parametrize("how", [HOWS[0], {"num_layers": 2}], ids=named)
def test_packed_sequences(how, dtype):
    there, here = modules(torch.nn.LSTM, how, dtype)
    x, lengths = sequence({}, dtype), torch.tensor([9, 7, 7, 4, 2, 1])
    outputs = []
    for network, values in ((there, x.npu()), (here, x.double())):
        packed, last = network(pack_padded_sequence(values, lengths))
        output, _ = pad_packed_sequence(packed)
        outputs.append([output, *last])
        (output.square().sum() + sum(s.square().sum() for s in last)).backward()
    for actual, expected in zip(*outputs):
        assert_near(actual, expected, dtype, roundings(torch.nn.LSTM, how, dtype))
    for actual, expected in zip(there.parameters(), here.parameters()):
        assert_slope(actual.grad, expected.grad, dtype)


@pytest.mark.parametrize("dtype", DTYPES[1:], ids=named)
@pytest.mark.parametrize("kind", [torch.nn.LSTM, torch.nn.GRU], ids=named)
def test_autocast(kind, dtype):
    torch.manual_seed(12)
    before, network = torch.nn.Linear(INPUTS, INPUTS), kind(INPUTS, HIDDEN, num_layers=2)
    here = torch.nn.ModuleList([before, network])
    there, here = copy.deepcopy(here).npu(), here.double()
    x = sequence({}, torch.float)
    with torch.autocast("npu", dtype=dtype):
        actual = there[1](there[0](x.npu()))[0]
    actual.float().square().sum().backward()
    exact = here[1](here[0](x.double()))[0]
    exact.square().sum().backward()
    # Inputs, weights and biases are rounded as well.
    assert_near(actual, exact, dtype, 8)
    for parameter, expected in zip(there.parameters(), here.parameters()):
        assert_slope(parameter.grad, expected.grad, dtype)


@pytest.mark.parametrize("dtype", DTYPES, ids=named)
@pytest.mark.parametrize("biased", [False, True])
def test_cells(dtype, biased):
    torch.manual_seed(11)
    here = torch.nn.LSTMCell(INPUTS, HIDDEN, bias=biased).to(dtype)
    there, here = copy.deepcopy(here).npu(), here.double()
    x, h, c = (torch.randn(BATCH, n).to(dtype) for n in (INPUTS, HIDDEN, HIDDEN))
    inputs = [t.npu().requires_grad_() for t in (x, h, c)]
    exact_inputs = [t.double().requires_grad_() for t in (x, h, c)]
    results, exact = inputs[1:], exact_inputs[1:]
    for step in range(3):
        results, exact = there(inputs[0], results), here(exact_inputs[0], exact)
        for actual, expected in zip(results, exact):
            assert_near(actual, expected, dtype, step + (1 + step) * biased)
    grads = [torch.randn(BATCH, HIDDEN).to(dtype) for _ in results]
    torch.autograd.backward(results, [g.npu() for g in grads])
    torch.autograd.backward(exact, [g.double() for g in grads])
    pairs = [*zip(inputs, exact_inputs), *zip(there.parameters(), here.parameters())]
    for actual, expected in pairs:
        assert_slope(actual.grad, expected.grad, dtype)


# What torch.nn.LSTMCell consists of elsewhere.
@pytest.mark.parametrize("dtype", DTYPES[:2], ids=named)
@pytest.mark.parametrize("biased", [False, True])
def test_a_step_of_lstm(dtype, biased):
    generator = torch.Generator().manual_seed(10)
    by_input, by_hidden = torch.randn(2, BATCH, 4 * HIDDEN, generator=generator).to(dtype)
    cell, by_h, by_c = torch.randn(3, BATCH, HIDDEN, generator=generator).to(dtype)
    biases = torch.randn(2, 4 * HIDDEN, generator=generator).to(dtype) if biased else (None, None)
    there = [x.npu() for x in (by_input, by_hidden, cell)]
    on_npu = [None if bias is None else bias.npu() for bias in biases]
    results = torch.ops.aten._thnn_fused_lstm_cell(*there, *on_npu)
    gates = (by_input.double() + by_hidden.double()).requires_grad_()
    before = cell.double().requires_grad_()
    total = gates + (sum(bias.double() for bias in biases) if biased else 0)
    i, f, g, o = total.chunk(4, 1)
    i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
    c = f * before + i * g
    exact = [o * c.tanh(), c, torch.cat([i, f, g, o], 1)]
    for actual, expected in zip(results, exact):
        assert_near(actual, expected, dtype)
    torch.autograd.backward(exact[:2], [by_h.double(), by_c.double()])
    by_gates, by_cell, by_bias = torch.ops.aten._thnn_fused_lstm_cell_backward_impl(
        by_h.npu(), by_c.npu(), there[2], results[1], results[2], biased
    )
    factor = 4 if dtype == torch.half else 1
    pairs = [(by_gates, gates.grad), (by_cell, before.grad)]
    if biased:
        pairs.append((by_bias, gates.grad.sum(0)))
    for actual, expected in pairs:
        error = (actual.cpu().double() - expected).norm()
        assert error <= factor * (2**-10 if dtype == torch.half else 2**-20) * expected.norm()


class Tagger(torch.nn.Module):
    """A word for each word of a sentence."""

    def __init__(self, kind, how):
        super().__init__()
        self.words = torch.nn.Embedding(30, 16)
        self.network = kind(16, 24, **how)
        self.tags = torch.nn.Linear(48 if self.network.bidirectional else 24, 5)

    def forward(self, sentence):
        return self.tags(self.network(self.words(sentence))[0])


def losses(model, sentences, tags, steps=20):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    found = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(sentences).flatten(0, 1), tags.flatten())
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


@pytest.mark.parametrize("how", [HOWS[0], {"num_layers": 2, "bidirectional": True}], ids=named)
@pytest.mark.parametrize("kind", [torch.nn.LSTM, torch.nn.GRU], ids=named)
def test_training(kind, how):
    torch.manual_seed(9)
    model = Tagger(kind, how)
    sentences = torch.randint(0, 30, (12, 8))
    tags = (sentences * 7 + sentences.roll(1, 0)) % 5
    exact = losses(copy.deepcopy(model).double(), sentences, tags)
    there = losses(copy.deepcopy(model).npu(), sentences.npu(), tags.npu())
    assert exact[-1] < 0.5 * exact[0]
    for actual, expected in zip(there, exact):
        assert abs(actual - expected) <= 1e-5
