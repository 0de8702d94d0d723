"""Networks of torchvision, unmodified from PyPI, and three that are written here, with random weights, on
npu:0 against PyTorch's CPU: run by tests/clients/run. Torchvision's own operators, which are compiled, are
not there; conftest.py says why."""

from importlib import import_module
from types import SimpleNamespace

import pytest
import torch
from on_npu import (
    WithLoss,
    assert_results_are_those_of_the_cpu,
    assert_step_is_that_of_the_cpu,
    in_channels_last,
    placed,
)
from torch import nn
from torch.nn import functional

pytest.importorskip("torch_npu")
torchvision = pytest.importorskip("torchvision")
from torchvision import models  # noqa: E402
from torchvision.models import detection, segmentation  # noqa: E402

pytestmark = pytest.mark.usefixtures("gelu_by_tanh")


class ImagesOnly(nn.Module):
    """A network that takes its images by a name."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, images):
        return self.network(images)


def vgg():
    """Without the wide layers at its end, which have 120 million weights."""
    layers = models.vgg.make_layers([8, "M", 16, 16, "M", 32, 32, "M"], batch_norm=True)
    network = models.VGG.__new__(models.VGG)
    nn.Module.__init__(network)
    network.features, network.avgpool = layers, nn.AdaptiveAvgPool2d((7, 7))
    network.classifier = nn.Linear(32 * 7 * 7, 10)
    return network


def convnext():
    setting = models.convnext.CNBlockConfig
    return models.ConvNeXt(
        [setting(16, 32, 1), setting(32, 64, 1), setting(64, None, 1)], layer_scale=0.5, num_classes=10
    )


def swin():
    return models.SwinTransformer([4, 4], 16, [2, 2], [2, 4], [4, 4], num_classes=10)


def vit():
    return models.VisionTransformer(64, 16, 2, 4, 32, 64, num_classes=10)


def segments(kind):
    return kind(weights=None, weights_backbone=None, num_classes=10)


NETWORKS = {
    "convnext": convnext,
    "deeplab v3": lambda: segments(segmentation.deeplabv3_mobilenet_v3_large),
    "densenet": lambda: models.DenseNet(8, (2, 2, 2), 16, num_classes=10),
    "efficientnet": lambda: models.efficientnet_b0(num_classes=10),
    "googlenet": lambda: models.googlenet(num_classes=10, init_weights=False),
    "lr-aspp": lambda: segments(segmentation.lraspp_mobilenet_v3_large),
    "mnasnet": lambda: models.mnasnet0_5(num_classes=10),
    "mobilenet v2": lambda: models.mobilenet_v2(num_classes=10),
    "mobilenet v3": lambda: models.mobilenet_v3_small(num_classes=10),
    "regnet": lambda: models.regnet_y_400mf(num_classes=10),
    "resnet": lambda: models.resnet18(num_classes=10),
    "resnext": lambda: models.ResNet(
        models.resnet.Bottleneck, [1, 1, 1, 1], num_classes=10, groups=8, width_per_group=4
    ),
    "shufflenet": lambda: models.shufflenet_v2_x0_5(num_classes=10),
    "squeezenet": lambda: models.squeezenet1_1(num_classes=10),
    "swin": swin,
    "vgg": vgg,
    "vit": vit,
}


def cost(results, target):
    """Cross entropy of one class for an image, or for each pixel, of all heads of a network."""
    if torch.is_tensor(results):
        results = [results]
    elif isinstance(results, dict):
        results = list(results.values())
    total = 0.0
    for scores in results:
        # Under autocast the adapter's cross_entropy takes logarithms in bfloat16, PyTorch's in float.
        scores = scores.float() if scores.dtype == torch.bfloat16 else scores
        labels = target[:, None, None].expand(-1, *scores.shape[2:]) if scores.dim() > 2 else target
        total = total + functional.cross_entropy(scores, labels)
    return total


# With these weights no number is so near a bend of relu that roundings on npu:0 move it across.
SEED = 5


def make(name):
    """A network without dropout, with weights that are the same on every device."""
    torch.manual_seed(SEED)
    network = NETWORKS[name]()
    for part in network.modules():
        if isinstance(part, (nn.Dropout, torchvision.ops.StochasticDepth)):
            part.p = 0.0
    return WithLoss(ImagesOnly(network), cost)


def noise(*shape, seed=5):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def given():
    return {"images": noise(4, 3, 64, 64), "target": torch.tensor([1, 0, 3, 9])}


@pytest.mark.parametrize("name", NETWORKS)
def test_a_step_is_that_of_the_cpu(name):
    assert_step_is_that_of_the_cpu(lambda: make(name), given())


@pytest.mark.parametrize("name", NETWORKS)
def test_results_are_those_of_the_cpu(name):
    assert_results_are_those_of_the_cpu(lambda: make(name).network, {"images": noise(2, 3, 64, 64)})


@pytest.mark.parametrize("name", ["convnext", "vgg", "vit"])
def test_a_step_under_autocast_is_that_of_the_cpu(name):
    assert_step_is_that_of_the_cpu(lambda: make(name), given(), autocast=True)


@pytest.mark.parametrize("name", ["convnext", "swin", "vgg"])
def test_a_step_in_bfloat16_is_that_of_the_cpu(name):
    assert_step_is_that_of_the_cpu(lambda: make(name), given(), dtype=torch.bfloat16)


@pytest.mark.parametrize("name", ["deeplab v3", "mobilenet v3", "resnet"])
def test_a_step_in_channels_last_is_that_of_the_cpu(name):
    inputs = in_channels_last(given())
    assert_step_is_that_of_the_cpu(lambda: in_channels_last(make(name)), inputs)


def assert_follows(train):
    """Losses of training on npu:0 follow those in double as closely as the CPU's in float do."""
    exact, here, there = (
        torch.tensor(train(device, dtype), dtype=torch.double)
        for device, dtype in (("cpu", torch.double), ("cpu", torch.float), ("npu:0", torch.float))
    )
    allowed = 2 * (here - exact).abs().max() + 2e-6 * exact[0].max()
    assert (there - exact).abs().max() <= allowed
    return exact


def losses(network, inputs, optimizer, steps=12):
    result = []
    for _ in range(steps):
        loss = network(**inputs).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        result.append(loss.item())
    return result


@pytest.mark.parametrize("name", ["resnext", "vgg"])
def test_training_follows_the_cpu(name):
    def train(device, dtype):
        network = make(name).to(device, dtype).train()
        optimizer = torch.optim.SGD(network.parameters(), lr=1e-2, momentum=0.9, weight_decay=1e-4)
        return losses(network, placed(given(), device, dtype), optimizer)

    exact = assert_follows(train)
    assert exact[-1] < 0.8 * exact[0]


class DetectorLoss(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, images, targets):
        return SimpleNamespace(loss=sum(self.network(images, targets).values()))


def boxes_that_stay(boxes, scores, iou_threshold):
    """The operator nms, which is one of those that are compiled: the best boxes, of which no two overlap."""
    overlaps = torchvision.ops.box_iou(boxes, boxes).cpu()
    left = scores.argsort(descending=True, stable=True).tolist()
    stay = []
    while left:
        stay.append(left[0])
        left = [box for box in left[1:] if overlaps[left[0], box] <= iou_threshold]
    return torch.tensor(stay, dtype=torch.int64, device=boxes.device)


@pytest.fixture
def operators_in_python(monkeypatch):
    """In the place of two operators that are compiled: nms above, and torchvision's own roi_align in Python,
    which it keeps for devices that it compiles for."""
    monkeypatch.setattr(torchvision.ops.boxes, "nms", boxes_that_stay)
    part = import_module("torchvision.ops.roi_align")
    monkeypatch.setattr(part, "is_compile_supported", lambda device: True)
    monkeypatch.setattr(part, "_roi_align", part._roi_align.__wrapped__)


def pyramid():
    return detection.backbone_utils.mobilenet_backbone(
        "mobilenet_v3_large",
        weights=None,
        fpn=True,
        trainable_layers=6,
        norm_layer=nn.BatchNorm2d,
    )


SIZE = {"num_classes": 4, "min_size": 96, "max_size": 96}
# Few boxes, all of which take part, in place of some at random.
FEW = {"rpn_post_nms_top_n_train": 16, "rpn_batch_size_per_image": 10**6, "box_batch_size_per_image": 10**6}


def anchors(shapes):
    sizes = detection.anchor_utils.AnchorGenerator
    return sizes(((8,), (16,), (32,)), ((1.0, 0.5, 2.0)[:shapes],) * 3)


def regions(size):
    return torchvision.ops.MultiScaleRoIAlign(["0", "1", "pool"], size, sampling_ratio=1)


DETECTORS = {
    "fcos": lambda: detection.FCOS(pyramid(), anchor_generator=anchors(1), **SIZE),
    "mask r-cnn": lambda: detection.MaskRCNN(
        pyramid(),
        rpn_anchor_generator=anchors(3),
        box_roi_pool=regions(3),
        mask_roi_pool=regions(5),
        **SIZE,
        **FEW,
    ),
    "retinanet": lambda: detection.RetinaNet(
        pyramid(), anchor_generator=anchors(3), score_thresh=0.005, **SIZE
    ),
    "ssdlite": lambda: detection.ssdlite320_mobilenet_v3_large(
        weights=None, weights_backbone=None, num_classes=4
    ),
}


def detector(name):
    torch.manual_seed(SEED)
    return DETECTORS[name]()


def scenes():
    boxes = torch.tensor([[20.0, 24.0, 50.0, 50.0], [4.0, 10.0, 60.0, 50.0]])
    masks = torch.zeros(2, 64, 64, dtype=torch.uint8)
    masks[0, 24:50, 20:50] = masks[1, 10:50, 4:60] = 1
    target = {"boxes": boxes, "labels": torch.tensor([1, 3]), "masks": masks}
    return {"images": list(noise(2, 3, 64, 64).sigmoid()), "targets": [target, target]}


@pytest.mark.usefixtures("operators_in_python")
@pytest.mark.parametrize("name", DETECTORS)
def test_a_step_of_a_detector_is_that_of_the_cpu(name):
    assert_step_is_that_of_the_cpu(lambda: DetectorLoss(detector(name)), scenes())


@pytest.mark.usefixtures("operators_in_python")
def test_what_a_detector_finds_is_what_it_finds_on_the_cpu():
    def trained():
        """With the statistics of the images, and scores that differ."""
        network = detector("retinanet")
        for name, part in network.named_modules():
            if isinstance(part, nn.BatchNorm2d):
                part.momentum = 1.0
            elif isinstance(part, nn.Conv2d) and ("fpn" in name or "head" in name):
                nn.init.kaiming_normal_(part.weight)
        network.backbone.train()(torch.stack(scenes()["images"]))
        return network

    assert_results_are_those_of_the_cpu(trained, {"images": scenes()["images"]})


class UNet(nn.Module):
    """Downwards with pooling, upwards with transposed convolutions, and beside it."""

    def __init__(self):
        super().__init__()
        self.first, self.deep, self.last = self.block(3, 8), self.block(8, 16), self.block(16, 8)
        self.down, self.up = nn.MaxPool2d(2), nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.classes = nn.Conv2d(8, 10, 1)

    @staticmethod
    def block(channels, features):
        layers = []
        for count in (channels, features):
            layers += [nn.Conv2d(count, features, 3, padding=1), nn.BatchNorm2d(features), nn.ReLU()]
        return nn.Sequential(*layers)

    def forward(self, images):
        wide = self.first(images)
        deep = self.up(self.deep(self.down(wide)))
        return self.classes(self.last(torch.cat([wide, deep], 1)))


class VAE(nn.Module):
    """Its random numbers are given, as those of npu:0 are not those of the CPU."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(3, 8, 4, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(8, 16, 4, stride=2, padding=1),
            nn.Flatten(),
            nn.Linear(16 * 64, 16),
        )
        self.decoder = nn.Sequential(
            nn.Linear(8, 16 * 64),
            nn.Unflatten(1, (16, 8, 8)),
            nn.ReLU(),
            nn.Upsample(scale_factor=2, mode="bilinear"),
            nn.Conv2d(16, 8, 3, padding=1, padding_mode="reflect"),
            nn.LeakyReLU(0.2),
            nn.Upsample(scale_factor=2, mode="nearest"),
            nn.Conv2d(8, 3, 3, padding=1),
            nn.Sigmoid(),
        )

    def forward(self, images, numbers):
        mean, logarithm = self.encoder(images).chunk(2, 1)
        image = self.decoder(mean + numbers * (0.5 * logarithm).exp())
        surprise = -0.5 * (1 + logarithm - mean.square() - logarithm.exp()).sum(1)
        return image, surprise


def evidence(results, target):
    image, surprise = results
    return functional.binary_cross_entropy(image, target) + 1e-2 * surprise.mean()


def segmenting():
    torch.manual_seed(3)
    inputs = {"images": noise(4, 3, 32, 32), "target": torch.tensor([1, 0, 3, 9])}
    return WithLoss(UNet(), cost), inputs


def imagining():
    torch.manual_seed(3)
    images = functional.interpolate(4 * noise(4, 3, 4, 4), scale_factor=8.0).sigmoid()
    return WithLoss(VAE(), evidence), {
        "images": images,
        "numbers": noise(4, 8, seed=6),
        "target": images,
    }


@pytest.mark.parametrize("written", [segmenting, imagining])
def test_training_of_a_network_written_here_follows_the_cpu(written):
    assert_step_is_that_of_the_cpu(lambda: written()[0], written()[1])

    def train(device, dtype):
        network, inputs = written()
        network = network.to(device, dtype).train()
        optimizer = torch.optim.Adam(network.parameters(), lr=1e-2)
        return losses(network, placed(inputs, device, dtype), optimizer)

    exact = assert_follows(train)
    assert exact[-1] < 0.9 * exact[0]


def dcgan():
    generator = nn.Sequential(
        nn.ConvTranspose2d(8, 16, 4),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.ConvTranspose2d(16, 8, 4, stride=2, padding=1),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.ConvTranspose2d(8, 3, 4, stride=2, padding=1),
        nn.Tanh(),
    )
    critic = nn.Sequential(
        nn.Conv2d(3, 8, 4, stride=2, padding=1),
        nn.LeakyReLU(0.2),
        nn.Conv2d(8, 16, 4, stride=2, padding=1),
        nn.BatchNorm2d(16),
        nn.LeakyReLU(0.2),
        nn.Conv2d(16, 1, 4),
        nn.Flatten(0),
    )
    return generator, critic


def test_training_of_a_dcgan_follows_the_cpu():
    def train(device, dtype, steps=12):
        torch.manual_seed(3)
        generator, critic = (network.to(device, dtype) for network in dcgan())
        optimizers = [
            torch.optim.Adam(network.parameters(), lr=2e-3, betas=(0.5, 0.999))
            for network in (generator, critic)
        ]
        true = noise(8, 3, 16, 16).tanh().to(device, dtype)
        one, zero = torch.ones(8, device=device, dtype=dtype), torch.zeros(8, device=device, dtype=dtype)
        loss = functional.binary_cross_entropy_with_logits
        result = []
        for number in range(steps):
            made = generator(noise(8, 8, 1, 1, seed=number).to(device, dtype))
            doubt = loss(critic(true), one) + loss(critic(made.detach()), zero)
            optimizers[1].zero_grad()
            doubt.backward()
            optimizers[1].step()
            deceit = loss(critic(made), one)
            optimizers[0].zero_grad()
            deceit.backward()
            optimizers[0].step()
            result.append([doubt.item(), deceit.item()])
        return result

    exact = assert_follows(train)
    assert exact[-1, 0] < 0.8 * exact[0, 0]
