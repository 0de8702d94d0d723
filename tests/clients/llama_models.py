"""Small models with random weights, as files that llama.cpp reads.

Each is of two blocks. Its words are the 256 bytes and three marks, so that any text has tokens.
"""

import numpy as np

import gguf

WIDTH, HEADS, KV_HEADS, FEED_FORWARD, BLOCKS, CONTEXT, EXPERTS = 256, 8, 4, 512, 2, 256, 4
MARKS = ["<unk>", "<s>", "</s>"]
WORDS = len(MARKS) + 256
HEAD = WIDTH // HEADS
KV_WIDTH = KV_HEADS * HEAD

# What the blocks of each kind have: the names of matrices with their shapes, of biases, of norms.
SEPARATE = {"attn_q": (WIDTH, WIDTH), "attn_k": (KV_WIDTH, WIDTH), "attn_v": (KV_WIDTH, WIDTH),
            "attn_output": (WIDTH, WIDTH)}
GATED = {"ffn_gate": (FEED_FORWARD, WIDTH), "ffn_up": (FEED_FORWARD, WIDTH), "ffn_down": (WIDTH, FEED_FORWARD)}
KINDS = {
    "llama": {"arch": "llama", "matrices": SEPARATE | GATED},
    "mixtral": {"arch": "llama", "matrices": SEPARATE | {
        "ffn_gate_inp": (EXPERTS, WIDTH), "ffn_gate_exps": (EXPERTS, FEED_FORWARD, WIDTH),
        "ffn_up_exps": (EXPERTS, FEED_FORWARD, WIDTH), "ffn_down_exps": (EXPERTS, WIDTH, FEED_FORWARD)}},
    "qwen": {"arch": "qwen2", "matrices": SEPARATE | GATED, "biases": {"attn_q", "attn_k", "attn_v"}},
    "gemma": {"arch": "gemma", "matrices": SEPARATE | GATED, "shares_words": True},
    "phi": {"arch": "phi3", "kv_heads": HEADS, "matrices": {
        "attn_qkv": (3 * WIDTH, WIDTH), "attn_output": (WIDTH, WIDTH),
        "ffn_up": (2 * FEED_FORWARD, WIDTH), "ffn_down": (WIDTH, FEED_FORWARD)}},
    "gpt2": {"arch": "gpt2", "kv_heads": HEADS, "layer_norm": True,
             "matrices": {"attn_qkv": (3 * WIDTH, WIDTH), "attn_output": (WIDTH, WIDTH),
                          "ffn_up": (FEED_FORWARD, WIDTH), "ffn_down": (WIDTH, FEED_FORWARD)},
             "biases": {"attn_qkv", "attn_output", "ffn_up", "ffn_down"}},
}
TYPES = {"f32": gguf.GGMLQuantizationType.F32, "f16": gguf.GGMLQuantizationType.F16,
         "q8_0": gguf.GGMLQuantizationType.Q8_0, "q4_0": gguf.GGMLQuantizationType.Q4_0}


class Writer:
    """A model's file, whose weights are drawn as they are added."""

    def __init__(self, path, kind, dtype):
        self.kind = KINDS[kind]
        self.type = TYPES[dtype]
        self.random = np.random.default_rng(1)
        self.file = gguf.GGUFWriter(path, self.kind["arch"])
        self._add_sizes()
        self._add_words()

    def _add_sizes(self):
        file = self.file
        file.add_context_length(CONTEXT)
        file.add_embedding_length(WIDTH)
        file.add_block_count(BLOCKS)
        file.add_feed_forward_length(FEED_FORWARD)
        file.add_head_count(HEADS)
        file.add_head_count_kv(self.kind.get("kv_heads", KV_HEADS))
        file.add_layer_norm_rms_eps(1e-5)
        file.add_layer_norm_eps(1e-5)
        file.add_rope_dimension_count(HEAD)
        file.add_vocab_size(WORDS)
        if "ffn_gate_inp" in self.kind["matrices"]:
            file.add_expert_count(EXPERTS)
            file.add_expert_used_count(2)

    def _add_words(self):
        types = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
        self.file.add_tokenizer_model("llama")
        self.file.add_token_list(MARKS + [f"<0x{byte:02X}>" for byte in range(256)])
        self.file.add_token_scores([0.0] * WORDS)
        self.file.add_token_types(types + [gguf.TokenType.BYTE] * 256)
        self.file.add_bos_token_id(1)
        self.file.add_eos_token_id(2)

    def add_matrix(self, name, shape):
        """Weights that keep the sizes of what they multiply."""
        weights = self.random.normal(0, shape[-1] ** -0.5, shape).astype(np.float32)
        self.add(name, gguf.quants.quantize(weights, self.type), self.type)

    def add_numbers(self, name, size, around):
        self.add(name, (around + self.random.normal(0, 0.1, size)).astype(np.float32))

    def add(self, name, data, type=None):
        self.file.add_tensor(name, data, raw_dtype=type)

    def add_norm(self, name):
        self.add_numbers(f"{name}.weight", WIDTH, 1)
        if self.kind.get("layer_norm"):
            self.add_numbers(f"{name}.bias", WIDTH, 0)

    def close(self):
        self.file.write_header_to_file()
        self.file.write_kv_data_to_file()
        self.file.write_tensors_to_file()
        self.file.close()


def write_model(path, kind, dtype):
    """Writes a model of one of KINDS whose matrices are of one of TYPES."""
    writer = Writer(path, kind, dtype)
    writer.add_matrix("token_embd.weight", (WORDS, WIDTH))
    if KINDS[kind]["arch"] == "gpt2":
        writer.add_numbers("position_embd.weight", (CONTEXT, WIDTH), 0)
    for block in range(BLOCKS):
        for name, shape in KINDS[kind]["matrices"].items():
            if name == "ffn_gate_inp":  # is never quantised
                writer.add_numbers(f"blk.{block}.{name}.weight", shape, 0)
            else:
                writer.add_matrix(f"blk.{block}.{name}.weight", shape)
        for name in KINDS[kind].get("biases", ()):
            writer.add_numbers(f"blk.{block}.{name}.bias", KINDS[kind]["matrices"][name][0], 0)
        writer.add_norm(f"blk.{block}.attn_norm")
        writer.add_norm(f"blk.{block}.ffn_norm")
    writer.add_norm("output_norm")
    if not KINDS[kind].get("shares_words"):
        writer.add_matrix("output.weight", (WORDS, WIDTH))
    writer.close()
