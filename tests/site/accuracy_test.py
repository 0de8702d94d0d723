"""The tables of docs/accuracy.md: what a sweep finds replaces its rows, under their headings.

usage: accuracy_test.py SUMMARY    tools/sweep/summary.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COLUMNS = (
    "family,function,operator,variant,dtype,grad,low,high,count,max_ulp,at_x,"
    "not_correctly_rounded,mismatches"
)
HEAD = (
    "| operator | variant | dtype | gradOutput | inputs | max ULP | at self | correctly rounded "
    "| mismatches |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
)
PAGE = f"""# Accuracy

<!-- sweep: begin -->
Measured then.

## Activations

### Gelu

{HEAD}| gelu |  | float | none | 10 | 0.70000 | 3 | 100 % | 0 |
| gelu |  | float16 | none | 65,536 | 0.50000 | 2 | 100 % | 0 |

## Sums

### Mean

{HEAD}| mean |  | float | none | 10 | 0.50000 | 1 | 100 % | 0 |
<!-- sweep: end -->
The end.
"""
RENEWED = f"""
## Activations

### Elu

{HEAD}| elu | alpha 1 | double | one | 1,004 | 0.60000 | 0.25 | 99.9003 % | 0 |

### Gelu

{HEAD}| gelu |  | float | none | 4,294,967,296 | 0.80000 | -1.5 | 100 % | 2 |
| gelu |  | float16 | none | 65,536 | 0.50000 | 2 | 100 % | 0 |

## Sums

### Mean

{HEAD}| mean |  | float | none | 10 | 0.50000 | 1 | 100 % | 0 |
<!-- sweep: end -->
The end.
"""


class AccuracyTest(unittest.TestCase):
    def test_rows_are_renewed_under_their_headings(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "accuracy.md")
            page.write_text(PAGE, encoding="utf-8")
            for name, rows in (
                ("gelu", 'Activations,Gelu,gelu,"",float,none,-inf,0,4294967296,0.799991,-1.5,0,2\n'),
                (
                    "elu",
                    'Activations,Elu,elu,"alpha 1",double,one,0,1,4,0.5,0.5,0,0\n'
                    'Activations,Elu,elu,"alpha 1",double,one,1,2,1000,0.6,0.25,1,0\n',
                ),
            ):
                Path(folder, f"{name}.csv").write_text(f"{COLUMNS}\n{rows}", encoding="utf-8")
            subprocess.run([sys.executable, SUMMARY, folder, page], check=True)
            text = page.read_text(encoding="utf-8")
            self.assertTrue(text.startswith("# Accuracy\n\n<!-- sweep: begin -->\nMeasured on "))
            self.assertIn("some of them elsewhere.\n", text)
            self.assertEqual(text.split("elsewhere.\n")[1], RENEWED)


if __name__ == "__main__":
    SUMMARY = sys.argv.pop(1)
    unittest.main()
