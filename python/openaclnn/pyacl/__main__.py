"""Prints the folder in which `import acl` finds the module, for PYTHONPATH."""

from pathlib import Path

print(Path(__file__).parent)
