"""Declares two operators of torchvision, whose compiled half does not load.

PyPI has torchvision for GPUs. Its compiled half does not load beside PyTorch for CPUs, and without that it
cannot be imported, nor can what looks for it, such as transformers: it describes shapes of these two
operators. So they are declared here, and nothing computes them. Networks of torchvision are Python alone,
and run.
"""

from importlib.util import find_spec

if find_spec("torchvision"):
    import torch

    for name in ("nms", "qnms"):
        torch.library.define(
            f"torchvision::{name}", "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
        )
