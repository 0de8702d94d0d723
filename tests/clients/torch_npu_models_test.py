"""Whole models of Hugging Face's transformers, unmodified from PyPI, with random weights, on npu:0
against PyTorch's CPU: run by tests/clients/run."""

import runpy
from pathlib import Path

import pytest
import torch
from on_npu import assert_step_is_that_of_the_cpu

pytest.importorskip("torch_npu")
transformers = pytest.importorskip("transformers")

WORDS = 97

SIZES = {
    "vocab_size": WORDS,
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": 64,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "pad_token_id": 2,
}
# Keys and values of two heads serve four of queries.
GROUPED = SIZES | {"num_key_value_heads": 2}
GPT2 = {
    "vocab_size": WORDS,
    "n_positions": 64,
    "n_embd": 32,
    "n_layer": 2,
    "n_head": 4,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "pad_token_id": 2,
}
NO_DROPOUT = {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
NO_BERT_DROPOUT = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}

T5 = {
    "vocab_size": WORDS,
    "d_model": 32,
    "d_kv": 8,
    "d_ff": 64,
    "num_layers": 2,
    "num_heads": 4,
    "dropout_rate": 0.0,
    "decoder_start_token_id": 2,
    "pad_token_id": 2,
    "eos_token_id": 1,
}
BART = {
    "vocab_size": WORDS,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "max_position_embeddings": 64,
    "dropout": 0.0,
    "pad_token_id": 2,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "decoder_start_token_id": 1,
    "forced_eos_token_id": None,
}
DISTILBERT = {
    "vocab_size": WORDS,
    "dim": 32,
    "n_layers": 2,
    "n_heads": 4,
    "hidden_dim": 64,
    "max_position_embeddings": 64,
    "pad_token_id": 2,
    "dropout": 0.0,
    "attention_dropout": 0.0,
}
ROBERTA = SIZES | NO_BERT_DROPOUT | {"max_position_embeddings": 70}

# The adapter's gelu is the form by tanh, whatever is asked for (docs/porting.md).
GELU = {"hidden_act": "gelu_pytorch_tanh"}
FALCON = SIZES | {"activation": "gelu_pytorch_tanh"}
NO_GPT_DROPOUT = {"hidden_dropout": 0.0, "attention_dropout": 0.0}
BLOOM = {"vocab_size": WORDS, "hidden_size": 32, "n_layer": 2, "n_head": 4, "eos_token_id": 1}
OPT = SIZES | {"ffn_dim": 64, "word_embed_proj_dim": 32, "dropout": 0.0}
# Products of the mean and the distance of words, in both directions.
DEBERTA = SIZES | GELU | NO_BERT_DROPOUT
DEBERTA |= {"relative_attention": True, "pos_att_type": ["p2c", "c2p"]}
ALBERT = SIZES | NO_BERT_DROPOUT | {"embedding_size": 16}
GATED = {"num_experts": 4, "moe_intermediate_size": 16, "shared_expert_intermediate_size": 16}
MAMBA = {
    "vocab_size": WORDS,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "state_size": 4,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "pad_token_id": 2,
}

MODELS = {
    "albert": ("AlbertForMaskedLM", "AlbertConfig", ALBERT),
    "bart": ("BartForConditionalGeneration", "BartConfig", BART),
    "bert": ("BertForMaskedLM", "BertConfig", SIZES | NO_BERT_DROPOUT),
    "bloom": ("BloomForCausalLM", "BloomConfig", BLOOM),
    "deberta": ("DebertaV2ForMaskedLM", "DebertaV2Config", DEBERTA),
    "falcon": ("FalconForCausalLM", "FalconConfig", FALCON | NO_GPT_DROPOUT),
    "gemma2": ("Gemma2ForCausalLM", "Gemma2Config", GROUPED | {"head_dim": 8}),
    "gpt-neox": ("GPTNeoXForCausalLM", "GPTNeoXConfig", SIZES | GELU | NO_GPT_DROPOUT),
    "mamba": ("MambaForCausalLM", "MambaConfig", MAMBA),
    "mixtral": ("MixtralForCausalLM", "MixtralConfig", GROUPED | {"num_local_experts": 4}),
    "opt": ("OPTForCausalLM", "OPTConfig", OPT),
    "qwen2-moe": ("Qwen2MoeForCausalLM", "Qwen2MoeConfig", GROUPED | GATED),
    "distilbert": ("DistilBertForMaskedLM", "DistilBertConfig", DISTILBERT),
    "gemma": ("GemmaForCausalLM", "GemmaConfig", GROUPED | {"head_dim": 8}),
    "gpt2": ("GPT2LMHeadModel", "GPT2Config", GPT2 | NO_DROPOUT),
    "llama": ("LlamaForCausalLM", "LlamaConfig", GROUPED),
    "mistral": ("MistralForCausalLM", "MistralConfig", GROUPED),
    "phi": ("PhiForCausalLM", "PhiConfig", SIZES),
    "phi3": ("Phi3ForCausalLM", "Phi3Config", GROUPED),
    "qwen2": ("Qwen2ForCausalLM", "Qwen2Config", GROUPED),
    "qwen3": ("Qwen3ForCausalLM", "Qwen3Config", GROUPED | {"head_dim": 8}),
    "roberta": ("RobertaForMaskedLM", "RobertaConfig", ROBERTA),
    "t5": ("T5ForConditionalGeneration", "T5Config", T5),
}
# Attention as products and softmax, or as one operator.
TRAINED = [
    ("gpt2", "eager"),
    ("bert", "eager"),
    *((name, "sdpa") for name in ("gpt2", "bert", "roberta", "distilbert", "t5", "bart", "llama")),
]
WRITERS = ("gpt2", "llama", "qwen2", "qwen3", "mistral", "gemma", "phi", "phi3", "t5", "bart")
OTHER_WRITERS = ("falcon", "gpt-neox", "mixtral", "opt", "qwen2-moe")
EAGER_WRITERS = ("gpt2", "llama", "bloom", "gemma2", "mamba")
GENERATING = [
    *((name, "eager") for name in EAGER_WRITERS),
    *((name, "sdpa") for name in WRITERS + OTHER_WRITERS),
]
# Only their loss and their gradients are compared, not a training.
STEPPING = [
    *((name, "eager") for name in ("bloom", "deberta", "gemma2", "mamba")),
    *((name, "sdpa") for name in ("albert", "falcon", "gpt-neox", "opt")),
    *((name, "sdpa") for name in ("mixtral", "qwen2-moe")),
]
OF_EXPERTS = ("mixtral", "qwen2-moe")  # whose products of groups PyTorch has in float alone


def make(name, attention="sdpa", experts=None):
    """A model with weights that are the same on every device."""
    model, config, arguments = MODELS[name]
    torch.manual_seed(3)
    settings = getattr(transformers, config)(**arguments)
    settings._attn_implementation = attention
    if experts is not None:
        settings._experts_implementation = experts
    return getattr(transformers, model)(settings)


def words(rows, columns):
    generator = torch.Generator().manual_seed(5)
    return torch.randint(3, WORDS, (rows, columns), generator=generator)


def losses(model, device, dtype=torch.float, steps=20):
    model = model.to(device, dtype).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    text = words(4, 24).to(device)
    result = []
    for _ in range(steps):
        loss = model(text, labels=text).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        result.append(loss.item())
    return torch.tensor(result, dtype=torch.double)


@pytest.mark.parametrize(("name", "attention"), TRAINED)
def test_training_follows_the_cpu(name, attention):
    exact, here, there = (
        losses(make(name, attention), device, dtype)
        for device, dtype in (
            ("cpu", torch.double),
            ("cpu", torch.float),
            ("npu:0", torch.float),
        )
    )
    assert exact[-1] < 0.8 * exact[0]
    allowed = 2 * (here - exact).abs().max() + 1e-6 * exact[0]
    assert (there - exact).abs().max() <= allowed


@pytest.mark.parametrize(("name", "attention"), STEPPING)
def test_a_step_is_that_of_the_cpu(name, attention):
    experts = "eager" if name in OF_EXPERTS else None
    inputs = {"input_ids": words(2, 8), "labels": words(2, 8)}
    assert_step_is_that_of_the_cpu(
        lambda: make(name, attention), inputs, lambda: make(name, attention, experts)
    )


def answer(model, device, dtype, **options):
    model = model.to(device, dtype).eval()
    text = words(1, 6).to(device)
    with torch.no_grad():
        length = {"min_new_tokens": 8, "max_new_tokens": 12}
        return model.generate(text, do_sample=False, **length, **options).cpu()


@pytest.mark.parametrize(("name", "attention"), GENERATING)
def test_generates_the_words_of_the_cpu(name, attention):
    model = make(name, attention)
    here = answer(model, "cpu", torch.float)
    assert here.shape[1] > 6
    assert torch.equal(answer(model, "npu:0", torch.float), here)


OPTIONS = {
    "beams": {"num_beams": 3},
    "a static cache": {"cache_implementation": "static"},
    "a penalty": {"repetition_penalty": 1.3},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_generates_with(name):
    model = make("llama")
    here = answer(model, "cpu", torch.float, **OPTIONS[name])
    assert torch.equal(answer(model, "npu:0", torch.float, **OPTIONS[name]), here)


@pytest.mark.parametrize("name", ["gpt2", "llama", "qwen3"])
def test_generates_in_bfloat16(name):
    model = make(name)
    here = answer(model, "cpu", torch.bfloat16)
    assert torch.equal(answer(model, "npu:0", torch.bfloat16), here)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.half])
def test_trains_under_autocast(dtype):
    model, text = make("gpt2").npu(), words(4, 24).npu()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    scaler = torch.amp.GradScaler("npu", enabled=dtype == torch.half)
    result = []
    for _ in range(8):
        with torch.autocast("npu", dtype=dtype):
            loss = model(text, labels=text).loss
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
        result.append(loss.item())
    # As in float, within what 8 bits of a product leave.
    exact = losses(make("gpt2"), "cpu", torch.double, steps=8)
    assert result[-1] < 0.9 * result[0]
    assert abs(result[-1] - exact[-1]) < 0.02


def test_weights_are_saved_and_loaded(tmp_path):
    model = make("llama").npu()
    torch.save(model.state_dict(), tmp_path / "weights")
    other = make("llama").npu()
    with torch.no_grad():
        for weight in other.parameters():
            weight.zero_()
    other.load_state_dict(torch.load(tmp_path / "weights"))
    for name, weight in model.state_dict().items():
        assert torch.equal(other.state_dict()[name].cpu(), weight.cpu())


def test_prints():
    x = torch.tensor([[0.5, -1.25], [torch.nan, 3.0]])
    assert repr(x.npu()) == repr(x)[:-1] + ", device='npu:0')"


def test_an_encoder_of_pytorch_itself():
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(16, 4, 32, dropout=0.0, batch_first=True)
    encoder, x = torch.nn.TransformerEncoder(layer, 2).eval(), torch.rand(2, 5, 16)
    exact = encoder.double()(x.double())
    torch.testing.assert_close(encoder.float().npu()(x.npu()).cpu().double(), exact, rtol=1e-5, atol=1e-6)


def test_the_example_of_the_documentation(capsys):
    root = Path(__file__).parents[2]
    program = runpy.run_path(str(root / "examples/language_models_npu.py"))
    program["main"]([str(root / "README.md"), "--steps", "20", "--words", "4"])
    said = capsys.readouterr().out.splitlines()
    losses = [line.split()[1:] for line in said if line.lstrip()[:1].isdigit()]
    assert float(losses[-1][0]) < 0.9 * float(losses[0][0])
    assert len([line for line in said if line.startswith("Both say")][0].split()) == 2 + 4
