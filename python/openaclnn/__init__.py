"""The CANN aclnn operators for NumPy arrays, PyTorch tensors and whatever speaks DLPack.

Every function is an operator of the C API, with its argument names. It works on the memory of the
arrays without copying them, whatever their strides are.
"""

from . import operators
from ._core import version as __version__
from ._errors import ArgumentError, Error
from .operators import *  # noqa: F403

__all__ = ["ArgumentError", "Error", "__version__"]
__all__ += operators.__all__
