"""llama.cpp, unmodified: models write on CANN0 what they write on its CPU back end.

Needs llama_cpp with the CANN back end, and gguf: tests/clients/llama installs them.
"""

import numpy as np
import pytest

llama_cpp = pytest.importorskip("llama_cpp", reason="tests/clients/llama installs llama.cpp")
pytest.importorskip("gguf")
from llama_models import KINDS, TYPES, write_model  # noqa: E402

PROMPT = list(range(40, 57))
TOKENS = 12
# Errors of the logits, squared and relative. The CPU back end quantises what it multiplies with quantised weights; this one
# does not.
BOUNDS = {"f32": 1e-6, "f16": 1e-5, "q8_0": 1e-3, "q4_0": 2e-3}


ON_CPU = {"n_gpu_layers": 0, "op_offload": False, "offload_kqv": False}
ON_DEVICE = {"n_gpu_layers": 99}


def logits_of(path, place, tokens=None, flash_attn=False):
    """The logits of each step, and the tokens: those given, or the likeliest of each step."""
    model = llama_cpp.Llama(str(path), n_ctx=256, n_batch=64, logits_all=True, verbose=False, flash_attn=flash_attn,
                            **place)
    model.eval(PROMPT)
    rows, chosen = [model.scores[: model.n_tokens].copy()], []
    for step in range(TOKENS):
        chosen.append(int(np.argmax(rows[-1][-1])) if tokens is None else tokens[step])
        model.eval([chosen[-1]])
        rows.append(model.scores[model.n_tokens - 1 : model.n_tokens].copy())
    model.close()
    return np.concatenate(rows).astype(np.float64), chosen


def error_of(result, reference):
    return float(np.sum((result - reference) ** 2) / np.sum(reference**2))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    written = {}

    def path_of(kind, dtype):
        if (kind, dtype) not in written:
            written[kind, dtype] = folder / f"{kind}-{dtype}.gguf"
            write_model(written[kind, dtype], kind, dtype)
        return written[kind, dtype]

    return path_of


@pytest.mark.parametrize("flash", [False, True], ids=["products", "flash"])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", KINDS)
def test_writes_what_the_cpu_writes(models, kind, dtype, flash):
    path = models(kind, dtype)
    reference, tokens = logits_of(path, ON_CPU)
    result, _ = logits_of(path, ON_DEVICE, tokens, flash_attn=flash)
    assert np.isfinite(result).all()
    assert error_of(result, reference) < BOUNDS[dtype]
    if dtype in ("f32", "f16"):  # the same tokens, except where two are as likely
        for row, token in zip(result[len(PROMPT) - 1 :], tokens):
            assert row[token] > row.max() - 1e-2


def test_two_runs_give_the_same_bits(models):
    path = models("llama", "f16")
    first, tokens = logits_of(path, ON_DEVICE)
    again, others = logits_of(path, ON_DEVICE)
    assert tokens == others
    assert np.array_equal(first, again)
