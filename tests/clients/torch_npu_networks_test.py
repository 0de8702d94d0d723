"""Networks for images and sound of Hugging Face's transformers, unmodified from PyPI, with random
weights, on npu:0 against PyTorch's CPU: run by tests/clients/run."""

import pytest
import torch
from on_npu import WithLoss, assert_step_is_that_of_the_cpu, placed

pytest.importorskip("torch_npu")
transformers = pytest.importorskip("transformers")

# The adapter's gelu is the form by tanh, whatever is asked for (docs/porting.md).
GELU = "gelu_pytorch_tanh"
LAYERS = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "hidden_act": GELU,
}
PATCHES = LAYERS | {"image_size": 32, "patch_size": 8}
STAGES = {"hidden_sizes": [8, 16, 16, 32], "depths": [1, 1, 1, 1]}
WINDOWS = {
    "image_size": 32,
    "patch_size": 4,
    "embed_dim": 16,
    "depths": [2, 2],
    "num_heads": [2, 4],
    "window_size": 4,
    "hidden_act": GELU,
}
SEGFORMER = STAGES | {
    "num_attention_heads": [1, 2, 2, 4],
    "decoder_hidden_size": 32,
    "num_labels": 5,
    "hidden_act": GELU,
}
CLIP = {
    "text_config": LAYERS
    | {"vocab_size": 97, "max_position_embeddings": 16, "bos_token_id": 1, "eos_token_id": 2},
    "vision_config": PATCHES,
    "projection_dim": 16,
}
WHISPER = {
    "vocab_size": 97,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "activation_function": GELU,
    "num_mel_bins": 8,
    "max_source_positions": 32,
    "max_target_positions": 32,
    "pad_token_id": 2,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "decoder_start_token_id": 3,
    "suppress_tokens": None,
    "begin_suppress_tokens": None,
}
AST = LAYERS | {
    "patch_size": 8,
    "max_length": 32,
    "num_mel_bins": 16,
    "frequency_stride": 8,
    "time_stride": 8,
}
MOBILENET = {"depth_multiplier": 0.25, "min_depth": 8}
MOBILEVIT = {
    "hidden_sizes": [16, 24, 32],
    "neck_hidden_sizes": [8, 8, 16, 16, 24, 32, 64],
    "image_size": 64,
}
PVT = STAGES | {
    "image_size": 32,
    "num_attention_heads": [1, 2, 2, 4],
    "sequence_reduction_ratios": [4, 2, 1, 1],
    "hidden_act": GELU,
}
REGNET = {
    "embedding_size": 8,
    "hidden_sizes": [8, 16, 16, 16],
    "depths": [1, 1, 1, 1],
    "groups_width": 8,
}
RESNET = {"embedding_size": 8, "hidden_sizes": [16, 32], "depths": [1, 2]}
QUERIES = {
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "num_queries": 6,
    "num_labels": 5,
}
DETR = QUERIES | {
    "use_timm_backbone": False,
    "use_pretrained_backbone": False,
    "backbone": None,
    "backbone_config": transformers.ResNetConfig(**RESNET, out_features=["stage2"]),
}
RT_DETR = QUERIES | {
    "encoder_hidden_dim": 32,
    "encoder_in_channels": [16, 16, 32],
    "encoder_layers": 1,
    "decoder_in_channels": [32, 32, 32],
    "num_denoising": 0,
    "hidden_expansion": 0.5,
    "freeze_backbone_batch_norms": False,
    "backbone_config": transformers.RTDetrResNetConfig(
        embedding_size=8,
        hidden_sizes=[8, 16, 16, 32],
        depths=[1, 1, 1, 1],
        layer_type="basic",
        out_features=["stage2", "stage3", "stage4"],
    ),
}
YOLOS = PATCHES | {"image_size": [32, 32], "num_detection_tokens": 6, "num_labels": 5}
MASK2FORMER = {
    "backbone_config": transformers.SwinConfig(
        image_size=64,
        embed_dim=8,
        depths=[1, 1, 1, 1],
        num_heads=[2, 2, 2, 2],
        window_size=2,
        drop_path_rate=0.0,
        hidden_act=GELU,
        out_features=["stage1", "stage2", "stage3", "stage4"],
    ),
    "feature_size": 32,
    "mask_feature_size": 32,
    "hidden_dim": 32,
    "encoder_feedforward_dim": 64,
    "dim_feedforward": 64,
    "encoder_layers": 1,
    "decoder_layers": 2,
    "num_attention_heads": 4,
    "num_queries": 5,
    "num_labels": 4,
}
DPT = PATCHES | {
    "num_hidden_layers": 4,
    "backbone_out_indices": [0, 1, 2, 3],
    "neck_hidden_sizes": [8, 16, 16, 32],
    "fusion_hidden_size": 16,
    "num_labels": 5,
    "is_hybrid": False,
}
SAM_PARTS = {"image_size": 64, "patch_size": 16, "hidden_act": GELU}
SAM = {
    "vision_config": LAYERS
    | SAM_PARTS
    | {
        "output_channels": 16,
        "global_attn_indexes": [1],
        "window_size": 2,
        "num_pos_feats": 8,
        "mlp_dim": 64,
    },
    "prompt_encoder_config": SAM_PARTS | {"hidden_size": 16, "mask_input_channels": 4},
    "mask_decoder_config": {
        "hidden_size": 16,
        "mlp_dim": 32,
        "num_attention_heads": 2,
        "iou_head_hidden_dim": 16,
    },
}
SMOOTH_STAGES = STAGES | {"hidden_act": GELU}


def images(size=32):
    generator = torch.Generator().manual_seed(5)
    pixels = torch.randn(4, 3, size, size, generator=generator)
    return {"pixel_values": pixels, "labels": torch.tensor([1, 0, 0, 1])}


def larger_images():
    return images(64)


def classes_of_pixels():
    labels = torch.randint(5, (4, 32, 32), generator=torch.Generator().manual_seed(6))
    return images() | {"labels": labels}


def captions():
    words = torch.randint(3, 97, (4, 8), generator=torch.Generator().manual_seed(6))
    pixels = images()["pixel_values"]
    return {"pixel_values": pixels, "input_ids": words, "return_loss": True}


def sound():
    generator = torch.Generator().manual_seed(5)
    words = torch.randint(3, 97, (2, 8), generator=generator)
    return {"input_features": torch.randn(2, 8, 64, generator=generator), "labels": words}


def spectra():
    generator = torch.Generator().manual_seed(5)
    values = torch.randn(4, 32, 16, generator=generator)
    return {"input_values": values, "labels": images()["labels"]}


def things():
    """Two in each image, of some class and somewhere."""
    boxes = torch.tensor([[0.3, 0.4, 0.2, 0.3], [0.6, 0.5, 0.4, 0.6]])
    return images() | {"labels": [{"class_labels": torch.tensor([1, 3]), "boxes": boxes}] * 4}


def things_in_larger_images():
    return things() | {"pixel_values": larger_images()["pixel_values"]}


def points():
    return {
        "pixel_values": larger_images()["pixel_values"],
        "input_points": torch.tensor([[[[10.0, 12.0]]], [[[40.0, 50.0]]]] * 2),
        "input_labels": torch.ones(4, 1, 1, dtype=torch.long),
        "target": None,
    }


def larger_images_alone():
    return {"pixel_values": larger_images()["pixel_values"], "target": None}


# Those whose loss is not theirs.
LOSSES = {
    "mask2former": lambda given, _: given.class_queries_logits.square().mean()
    + given.masks_queries_logits.sigmoid().mean(),
    "sam": lambda given, _: given.pred_masks.square().mean() + given.iou_scores.square().mean(),
}
# Those whose loss matches what is found with what is there, with SciPy.
MATCHED = ("detr", "rt-detr", "yolos")

# Model, settings, and what it is given.
NETWORKS = {
    "ast": ("ASTForAudioClassification", AST, spectra),
    "beit": ("BeitForImageClassification", PATCHES, images),
    "clip": ("CLIPModel", CLIP, captions),
    "convnext": ("ConvNextForImageClassification", SMOOTH_STAGES, images),
    "deit": ("DeiTForImageClassification", PATCHES, images),
    "detr": ("DetrForObjectDetection", DETR, things),
    "dinov2": ("Dinov2ForImageClassification", PATCHES, images),
    "dpt": ("DPTForSemanticSegmentation", DPT, classes_of_pixels),
    "mask2former": ("Mask2FormerForUniversalSegmentation", MASK2FORMER, larger_images_alone),
    "mobilenet v1": ("MobileNetV1ForImageClassification", MOBILENET, images),
    "mobilenet v2": ("MobileNetV2ForImageClassification", MOBILENET, images),
    "mobilevit": ("MobileViTForImageClassification", MOBILEVIT, larger_images),
    "poolformer": ("PoolFormerForImageClassification", SMOOTH_STAGES, images),
    "pvt": ("PvtForImageClassification", PVT, images),
    "regnet": ("RegNetForImageClassification", REGNET, images),
    "resnet": ("ResNetForImageClassification", RESNET, images),
    "rt-detr": ("RTDetrForObjectDetection", RT_DETR, things_in_larger_images),
    "sam": ("SamModel", SAM, points),
    "segformer": ("SegformerForSemanticSegmentation", SEGFORMER, classes_of_pixels),
    "swin": ("SwinForImageClassification", WINDOWS, images),
    "swin v2": ("Swinv2ForImageClassification", WINDOWS, images),
    "vit": ("ViTForImageClassification", PATCHES, images),
    "yolos": ("YolosForObjectDetection", YOLOS, things),
    "whisper": ("WhisperForConditionalGeneration", WHISPER, sound),
}
TRAINED = ("convnext", "resnet", "vit", "whisper")


def make(name):
    """A network without dropout, with weights that are the same on every device."""
    model, arguments, _ = NETWORKS[name]
    kind = getattr(transformers, model)
    config = kind.config_class(**arguments)
    for part in (config, *(getattr(config, f"{of}_config", config) for of in ("text", "vision"))):
        for setting, value in vars(part).items():
            if "drop" in setting and isinstance(value, float):
                setattr(part, setting, 0.0)
    torch.manual_seed(3)
    network = kind(config)
    for part in network.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = 0.0
    if name == "sam":
        # The adapter refuses gelu of a tensor of four axes that is permuted.
        network.mask_decoder.activation.register_forward_pre_hook(
            lambda _, given: (given[0].contiguous(),)
        )
    return WithLoss(network, LOSSES[name]) if name in LOSSES else network


def make_exact(name):
    """A network whose loss makes weights of its own in double, too."""
    network = make(name)
    forward = network.forward

    def in_double(**inputs):
        torch.set_default_dtype(torch.double)
        try:
            return forward(**inputs)
        finally:
            torch.set_default_dtype(torch.float)

    network.forward = in_double
    return network


@pytest.mark.usefixtures("gelu_by_tanh")
@pytest.mark.parametrize("name", NETWORKS)
def test_a_step_is_that_of_the_cpu(name):
    if name in MATCHED:
        pytest.importorskip("scipy")
    exact = make_exact if name in MATCHED else make
    assert_step_is_that_of_the_cpu(lambda: make(name), NETWORKS[name][2](), lambda: exact(name))


def losses(name, device, dtype, steps=12):
    network = make(name).to(device, dtype).train()
    inputs = placed(NETWORKS[name][2](), device, dtype)
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3)
    result = []
    for _ in range(steps):
        loss = network(**inputs).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        result.append(loss.item())
    return torch.tensor(result, dtype=torch.double)


@pytest.mark.parametrize("name", TRAINED)
def test_training_follows_the_cpu(name):
    exact, here, there = (
        losses(name, "cpu", torch.double),
        losses(name, "cpu", torch.float),
        losses(name, "npu:0", torch.float),
    )
    assert exact[-1] < 0.8 * exact[0]
    allowed = 2 * (here - exact).abs().max() + 2e-6 * exact[0]
    assert (there - exact).abs().max() <= allowed


def test_whisper_writes_the_words_of_the_cpu():
    network, spectrum = make("whisper").eval(), sound()["input_features"]
    length = {"min_new_tokens": 8, "max_new_tokens": 12, "do_sample": False}
    with torch.no_grad():
        here = network.generate(spectrum, **length)
        there = network.npu().generate(spectrum.npu(), **length).cpu()
    assert torch.equal(there, here)
