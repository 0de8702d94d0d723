"""Says which operators of the registry the tests of PyTorch on npu:0 have not called.

usage: reached.py LOG    the log of their run with OPENACLNN_LOG=info

Fails if one is missing that is not listed here with its reason, or if one listed here was called.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

# Operators that the adapter does not call, and what it does in their place.
BEYOND_PYTORCH = {
    "aclnnBinaryCrossEntropyWithLogitsTargetBackward": "PyTorch differentiates the loss by parts",
    "aclnnFastLayerNorm": "aclnnLayerNorm",
    "aclnnFatreluMul": "no function",
    "aclnnGeGlu": "aclnnGeGluV3",
    "aclnnGeGluBackward": "aclnnGeGluV3Backward",
    "aclnnHardswishBackward": "aclnnHardswishBackwardV2",
    "aclnnHeaviside": "the CPU",
    "aclnnInplaceNeg": "aclnnNeg into self",
    "aclnnInplaceSelu": "aclnnInplaceElu",
    "aclnnLayerNormWithImplMode": "aclnnLayerNorm",
    "aclnnLogSigmoid": "aclnnLogSigmoidForward",
    "aclnnSelu": "aclnnElu",
    "aclnnSeluBackward": "aclnnEluBackward",
    "aclnnShrink": "aclnnHardshrink and aclnnSoftshrink",
    "aclnnSoftmaxCrossEntropyWithLogits": "aclnnLogSoftmax and aclnnNLLLoss",
    "aclnnSquaredRelu": "no function",
    "aclnnSwish": "npu_silu runs an operator of the older interface",
    "aclnnSwishBackward": "npu_silu runs an operator of the older interface",
}


def main() -> None:
    listed = subprocess.run(["openaclnn", "list", "--json"], check=True, stdout=subprocess.PIPE)
    operators = {operator["name"] for operator in json.loads(listed.stdout)}
    called = set(re.findall(r" (aclnn\w+)GetWorkspaceSize\(", Path(sys.argv[1]).read_text()))
    beyond = BEYOND_PYTORCH.keys()
    complaints = [
        *(f"{name}: no test calls it" for name in operators - called - beyond),
        *(f"{name}: called, though listed as beyond PyTorch" for name in beyond & called),
        *(f"{name}: listed, but no operator" for name in beyond - operators),
    ]
    if complaints:
        sys.exit("\n".join(sorted(complaints)))
    print(f"{len(operators & called)} of {len(operators)} operators called")


if __name__ == "__main__":
    main()
