"""Prints how many GPUs NVIDIA's driver finds. Fails, and says why, if there is none.

usage: find_gpus.py
"""

import ctypes
import sys

try:
    driver = ctypes.CDLL("libcuda.so.1")
except OSError:
    sys.exit("there is no driver of NVIDIA's, libcuda.so.1")
count = ctypes.c_int()
error = driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count))
if error or count.value == 0:
    sys.exit(f"NVIDIA's driver finds no GPU (error {error})")
print(f"GPUs: {count.value}")
