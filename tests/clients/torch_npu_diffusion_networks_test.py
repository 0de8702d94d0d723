"""Networks, schedulers and pipelines of Hugging Face's diffusers, unmodified from PyPI, with random
weights, on npu:0 against PyTorch's CPU: run by tests/clients/run."""

import pytest
import torch
from on_npu import (
    WithLoss,
    assert_results_are_those_of_the_cpu,
    assert_step_is_that_of_the_cpu,
    in_channels_last,
    placed,
    results,
)

pytest.importorskip("torch_npu")
diffusers = pytest.importorskip("diffusers")
from diffusers.models import activations, normalization  # noqa: E402
from diffusers.models.attention_dispatch import attention_backend  # noqa: E402
from diffusers.training_utils import EMAModel  # noqa: E402

pytestmark = pytest.mark.usefixtures("gelu_by_tanh", "fused_on_npu_alone")

UNET = {
    "sample_size": 16,
    "block_out_channels": (8, 16),
    "layers_per_block": 1,
    "norm_num_groups": 4,
    "down_block_types": ("DownBlock2D", "AttnDownBlock2D"),
    "up_block_types": ("AttnUpBlock2D", "UpBlock2D"),
    "attention_head_dim": 8,
}
CONDITIONED = UNET | {
    "down_block_types": ("CrossAttnDownBlock2D", "DownBlock2D"),
    "up_block_types": ("UpBlock2D", "CrossAttnUpBlock2D"),
    "attention_head_dim": 2,
    "cross_attention_dim": 16,
}
AUTOENCODER = {
    "sample_size": 16,
    "block_out_channels": (8, 16),
    "norm_num_groups": 4,
    "latent_channels": 4,
    "shift_factor": 0.1,
    "down_block_types": ("DownEncoderBlock2D",) * 2,
    "up_block_types": ("UpDecoderBlock2D",) * 2,
}
HEADS = {"num_attention_heads": 2, "attention_head_dim": 8, "in_channels": 4, "num_layers": 2}
DIT = HEADS | {
    "out_channels": 8,
    "sample_size": 8,
    "num_embeds_ada_norm": 1000,
    "norm_num_groups": 4,
}
SD3 = HEADS | {
    "out_channels": 4,
    "sample_size": 8,
    "joint_attention_dim": 16,
    "caption_projection_dim": 16,
    "pooled_projection_dim": 16,
    "pos_embed_max_size": 8,
    "qk_norm": "rms_norm",
    "dual_attention_layers": (0,),
}
FLUX = {
    "num_attention_heads": 2,
    "attention_head_dim": 16,
    "in_channels": 4,
    "num_layers": 1,
    "num_single_layers": 1,
    "joint_attention_dim": 16,
    "pooled_projection_dim": 16,
    "axes_dims_rope": (4, 4, 8),
    "guidance_embeds": True,
}
WAN = {
    "patch_size": (1, 2, 2),
    "num_attention_heads": 2,
    "attention_head_dim": 12,
    "in_channels": 4,
    "out_channels": 4,
    "text_dim": 16,
    "freq_dim": 32,
    "ffn_dim": 32,
    "num_layers": 2,
    "cross_attn_norm": True,
    "qk_norm": "rms_norm_across_heads",
    "rope_max_seq_len": 32,
}
WAN_AUTOENCODER = {
    "base_dim": 4,
    "z_dim": 4,
    "dim_mult": [1, 2],
    "num_res_blocks": 1,
    "temperal_downsample": [True],
    "latents_mean": [0.0] * 4,
    "latents_std": [1.0] * 4,
}
OOBLECK = {
    "encoder_hidden_size": 8,
    "downsampling_ratios": [2, 4],
    "decoder_channels": 8,
    "decoder_input_channels": 4,
    "audio_channels": 2,
    "channel_multiples": [1, 2],
}


@pytest.fixture
def fused_on_npu_alone(monkeypatch):
    """Diffusers calls operators of the adapter wherever that is installed, with tensors of a CPU too."""

    def choosing(forward, part):
        def chosen(self, hidden_states, *more, **options):
            on_npu = hidden_states.device.type == "npu"
            monkeypatch.setattr(part, "is_torch_npu_available", lambda: on_npu)
            return forward(self, hidden_states, *more, **options)

        return chosen

    for kind, part in ((activations.GEGLU, activations), (normalization.RMSNorm, normalization)):
        monkeypatch.setattr(kind, "forward", choosing(kind.forward, part))


def noise(*shape, seed=5):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


# Small, as their sines and cosines are computed in float in the exact run, too.
TIMES = torch.tensor([3, 40])
SCHEDULE = {"num_train_timesteps": 50}


def pixels():
    return {"sample": noise(2, 3, 16, 16), "timestep": TIMES}


def latents():
    words = noise(2, 6, 16, seed=6)
    return pixels() | {"sample": noise(2, 4, 16, 16), "encoder_hidden_states": words}


def of_classes():
    labels = torch.tensor([1, 4])
    return {"hidden_states": noise(2, 4, 8, 8), "timestep": TIMES, "class_labels": labels}


def of_words():
    return {
        "hidden_states": noise(2, 4, 8, 8),
        "timestep": TIMES.float(),
        "encoder_hidden_states": noise(2, 6, 16, seed=6),
        "pooled_projections": noise(2, 16, seed=7),
    }


def of_words_with_positions():
    places = torch.cartesian_prod(torch.zeros(1), torch.arange(4.0), torch.arange(4.0))
    return of_words() | {
        "hidden_states": noise(2, 16, 4),
        "timestep": TIMES / 1000,
        "guidance": TIMES / 2000,
        "img_ids": places,
        "txt_ids": torch.zeros(6, 3),
    }


class Reconstruction(torch.nn.Module):
    """An autoencoder there and back, without its random numbers."""

    def __init__(self, kind="AutoencoderKL", **settings):
        super().__init__()
        self.autoencoder = getattr(diffusers, kind)(**settings)

    def forward(self, sample, return_dict):
        distribution = self.autoencoder.encode(sample).latent_dist
        image = self.autoencoder.decode(distribution.mode(), return_dict=return_dict)
        return (*image, distribution.kl())


def film():
    words = noise(2, 6, 16, seed=6)
    frames = noise(2, 4, 2, 8, 8)
    return {"hidden_states": frames, "timestep": TIMES, "encoder_hidden_states": words}


def image_and_surprise(given, target):
    image, surprise = given
    return torch.nn.functional.mse_loss(image, target) + 1e-3 * surprise.mean()


def squares(given, target):
    return torch.nn.functional.mse_loss(given[0], target)


IMAGE, LATENTS, FRAMES, SOUND = (2, 3, 16, 16), (2, 4, 16, 16), (1, 3, 5, 16, 16), (2, 2, 64)

# Network, settings, what it is given, the shape of its results, and the loss.
NETWORKS = {
    "unet": (diffusers.UNet2DModel, UNET, pixels, IMAGE, squares),
    "unet with words": (diffusers.UNet2DConditionModel, CONDITIONED, latents, LATENTS, squares),
    "autoencoder": (
        Reconstruction,
        AUTOENCODER,
        lambda: {"sample": noise(*IMAGE)},
        IMAGE,
        image_and_surprise,
    ),
    "dit": (diffusers.DiTTransformer2DModel, DIT, of_classes, (2, 8, 8, 8), squares),
    "sd3": (diffusers.SD3Transformer2DModel, SD3, of_words, (2, 4, 8, 8), squares),
    "flux": (diffusers.FluxTransformer2DModel, FLUX, of_words_with_positions, (2, 16, 4), squares),
    "wan": (diffusers.WanTransformer3DModel, WAN, film, (2, 4, 2, 8, 8), squares),
    "wan autoencoder": (
        Reconstruction,
        WAN_AUTOENCODER | {"kind": "AutoencoderKLWan"},
        lambda: {"sample": noise(*FRAMES)},
        FRAMES,
        image_and_surprise,
    ),
    "sound autoencoder": (
        Reconstruction,
        OOBLECK | {"kind": "AutoencoderOobleck"},
        lambda: {"sample": noise(*SOUND)},
        SOUND,
        image_and_surprise,
    ),
}


def make(name):
    """A network with weights that are the same on every device, and classes that are never dropped."""
    kind, settings, _, _, loss = NETWORKS[name]
    torch.manual_seed(3)
    network = kind(**settings)
    for part in network.modules():
        if hasattr(part, "dropout_prob"):
            part.dropout_prob = 0.0
    return WithLoss(network, loss)


def given(name):
    _, _, inputs, shape, _ = NETWORKS[name]
    return inputs() | {"target": noise(*shape, seed=8), "return_dict": False}


@pytest.mark.parametrize("name", NETWORKS)
def test_a_step_is_that_of_the_cpu(name):
    assert_step_is_that_of_the_cpu(lambda: make(name), given(name))


@pytest.mark.parametrize("name", NETWORKS)
def test_results_are_those_of_the_cpu(name):
    inputs = given(name)
    del inputs["target"]
    assert_results_are_those_of_the_cpu(lambda: make(name).network, inputs)


@pytest.mark.parametrize("name", ["unet", "unet with words", "autoencoder", "sd3"])
def test_a_step_under_autocast_is_that_of_the_cpu(name):
    assert_step_is_that_of_the_cpu(lambda: make(name), given(name), autocast=True)


@pytest.mark.parametrize("name", ["unet", "autoencoder", "dit", "sd3", "flux"])
def test_a_step_in_bfloat16_is_that_of_the_cpu(name):
    assert_step_is_that_of_the_cpu(lambda: make(name), given(name), dtype=torch.bfloat16)


@pytest.mark.parametrize("name", ["unet with words", "autoencoder"])
def test_a_step_in_channels_last_is_that_of_the_cpu(name):
    inputs = in_channels_last(given(name))
    assert_step_is_that_of_the_cpu(lambda: in_channels_last(make(name)), inputs)


def test_attention_of_the_adapter_is_that_of_the_cpu():
    """Diffusers calls the adapter's fused attention where it is asked to, in 16 bits."""
    inputs = given("flux")
    del inputs["target"]
    exact = results(make("flux").network, inputs, "cpu", torch.double)
    here = results(make("flux").network, inputs, "cpu", torch.bfloat16)
    with attention_backend("_native_npu"):
        there = results(make("flux").network, inputs, "npu:0", torch.bfloat16)
    assert (there - exact).norm() <= 2 * (here - exact).norm()


def losses(device, dtype, steps=12):
    """Learns to tell noise from the same two images."""
    network = make("unet").network.to(device, dtype)
    schedule = diffusers.DDPMScheduler(**SCHEDULE)
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3)
    average = EMAModel(network.parameters(), decay=0.8)
    images = noise(2, 3, 16, 16).to(device, dtype)
    times = torch.tensor([3, 40], device=device)
    result = []
    for number in range(steps):
        added = noise(2, 3, 16, 16, seed=number).to(device, dtype)
        noisy = schedule.add_noise(images, added, times)
        loss = torch.nn.functional.mse_loss(network(noisy, times).sample, added)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        average.step(network.parameters())
        result.append(loss.item())
    average.copy_to(network.parameters())
    with torch.no_grad():
        result.append(network(images, times).sample.square().mean().item())
    return torch.tensor(result, dtype=torch.double)


def test_training_follows_the_cpu():
    exact, here, there = (
        losses("cpu", torch.double),
        losses("cpu", torch.float),
        losses("npu:0", torch.float),
    )
    assert exact[-2] < 0.8 * exact[0]
    allowed = 2 * (here - exact).abs().max() + 2e-6 * exact[0]
    assert (there - exact).abs().max() <= allowed


@pytest.fixture
def noise_in_float(monkeypatch):
    """Random numbers of a pipeline in double are those of a pipeline in float."""
    draw = torch.randn

    def drawn(*shape, dtype=None, **options):
        return draw(*shape, dtype=torch.float, **options).to(dtype)

    monkeypatch.setattr(torch, "randn", drawn)


WORDS = {
    "prompt_embeds": noise(1, 6, 16, seed=6),
    "negative_prompt_embeds": noise(1, 6, 16, seed=7),
    "guidance_scale": 3.0,
}
POOLED = {
    "pooled_prompt_embeds": noise(1, 16, seed=8),
    "negative_pooled_prompt_embeds": noise(1, 16, seed=9),
}
NO_WORDS = {"text_encoder": None, "tokenizer": None}
STABLE = NO_WORDS | {"safety_checker": None, "feature_extractor": None}
STABLE3 = NO_WORDS | {
    "text_encoder_2": None,
    "tokenizer_2": None,
    "text_encoder_3": None,
    "tokenizer_3": None,
}

# Pipeline, its networks, what it has besides, the scheduler, and arguments.
PIPELINES = {
    "ddpm": ("DDPMPipeline", {"unet": "unet"}, {}, "DDPMScheduler", {}),
    "ddim": ("DDIMPipeline", {"unet": "unet"}, {}, "DDIMScheduler", {"eta": 0.5}),
    **{
        f"stable diffusion, {scheduler}": (
            "StableDiffusionPipeline",
            {"unet": "unet with words", "vae": "autoencoder"},
            STABLE,
            scheduler,
            WORDS,
        )
        for scheduler in (
            "DPMSolverMultistepScheduler",
            "EulerAncestralDiscreteScheduler",
            "EulerDiscreteScheduler",
            "HeunDiscreteScheduler",
            "LMSDiscreteScheduler",
            "PNDMScheduler",
            "UniPCMultistepScheduler",
        )
    },
    "dit": (
        "DiTPipeline",
        {"transformer": "dit", "vae": "autoencoder"},
        {},
        "DDIMScheduler",
        {"class_labels": [1, 4]},
    ),
    "sd3": (
        "StableDiffusion3Pipeline",
        {"transformer": "sd3", "vae": "autoencoder"},
        STABLE3,
        "FlowMatchEulerDiscreteScheduler",
        WORDS | POOLED,
    ),
}


def image(name, device, dtype):
    """What a pipeline paints in 6 steps, from noise of the CPU."""
    kind, networks, parts, scheduler, arguments = PIPELINES[name]
    for part, network in networks.items():
        network = make(network).network
        parts = parts | {part: getattr(network, "autoencoder", network)}
    pipeline = getattr(diffusers, kind)(
        scheduler=getattr(diffusers, scheduler)(**SCHEDULE), **parts
    ).to(device, dtype)
    pipeline.set_progress_bar_config(disable=True)
    images = pipeline(
        **placed(arguments, device, dtype),
        generator=torch.Generator().manual_seed(7),
        num_inference_steps=6,
        output_type="pt",
    ).images
    return torch.as_tensor(images).cpu().double()


@pytest.mark.usefixtures("noise_in_float")
@pytest.mark.parametrize("name", PIPELINES)
def test_a_pipeline_paints_what_it_paints_on_the_cpu(name):
    exact, here, there = (
        image(name, device, dtype)
        for device, dtype in (("cpu", torch.double), ("cpu", torch.float), ("npu:0", torch.float))
    )
    assert 0.05 < exact.std()
    assert (there - exact).norm() <= 2 * (here - exact).norm() + 1e-6 * exact.norm()
