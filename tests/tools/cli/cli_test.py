"""Runs the program openaclnn as a user does.

usage: cli_test.py PROGRAM LIBRARIES VERSION [unittest option...]
  LIBRARIES: the folder of the three libraries of the build
"""

import hashlib
import json
import math
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import npy

PROGRAM, LIBRARIES, VERSION = sys.argv[1:4]
PAGE = Path(__file__).parents[3] / "docs" / "cli.md"
PASS, DIFFERS, USAGE, BAD_DATA = range(4)
SELF = [-3.0, -0.5, 0.0, 0.5, 1.0, 2.0]

TABLE = json.loads((Path(__file__).parents[2] / "oracle/table.json").read_text())

# Whose results are functions of single elements, or of their rows: gen, sweep and bench have them
# all, except for those that take integers, or truths, alone, or are one of three functions.
KINDS = {"elementwise", "channels", "rows"}
OTHERS = {"aclnnBitwiseAndTensor", "aclnnBitwiseAndScalar", "aclnnBitwiseOrTensor",
          "aclnnBitwiseOrScalar", "aclnnBitwiseXorTensor", "aclnnBitwiseXorScalar",
          "aclnnBitwiseNot", "aclnnIsClose", "aclnnIsFinite", "aclnnIsPosInf", "aclnnIsNegInf",
          "aclnnSignbit", "aclnnGcd", "aclnnLeftShift", "aclnnLeftShifts", "aclnnRightShift",
          "aclnnIsInf", "aclnnIsInTensorScalar", "aclnnRoundDecimals",
          "aclnnDivMod", "aclnnDivMods"}  # fmt: skip
# What has whole tensors, which bench has.
WHOLE = {"aclnnCat", "aclnnFastLayerNorm", "aclnnLayerNorm", "aclnnLayerNormBackward",
         "aclnnLayerNormWithImplMode"}  # fmt: skip


class Program(unittest.TestCase):
    """Each test has a folder of its own, where the program runs."""

    def setUp(self) -> None:
        self.largest_file = resource.RLIM_INFINITY
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("OPENACLNN_", "ASCEND_", "LD_LIBRARY", "CPATH"))
        }

    def set_limit(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.largest_file, resource.RLIM_INFINITY))

    def run_program(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [PROGRAM, *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            preexec_fn=self.set_limit,
            restore_signals=False,  # too large files are to be errors, not a signal
        )

    def output(self, *arguments: str) -> str:
        """Standard output of a run that must pass and complain of nothing."""
        result = self.run_program(*arguments)
        self.assertEqual((result.returncode, result.stderr), (PASS, ""), arguments)
        return result.stdout

    def refuses(self, code: int, pattern: str, *arguments: str) -> None:
        """The run ends with the code and one line, and leaves no file."""
        before = sorted(self.folder.iterdir())
        result = self.run_program(*arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertRegex(result.stderr, rf"^openaclnn: .*{pattern}.*\n$")
        self.assertEqual(result.stdout, "")
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def save(self, name: str, values: list[float], shape: tuple[int, ...], descr="<f4") -> None:
        npy.save(self.folder / name, values, shape, descr)

    def of_elements(self) -> set[str]:
        return {
            entry["name"]
            for entry in json.loads(self.output("list", "--json"))
            if entry["kind"] in KINDS and "Inplace" not in entry["name"]
        }

    def values(self, name: str) -> list[float]:
        return npy.load(self.folder / name)[0]


class Frame(Program):
    def test_version(self) -> None:
        for words in ("--version", "-V", "version"):
            self.assertEqual(self.output(words), f"openaclnn {VERSION}\n")

    def test_wrong_commands(self) -> None:
        self.refuses(USAGE, "a command is missing")
        self.refuses(USAGE, "no command descibe, did you mean describe", "descibe")
        self.refuses(USAGE, "--frob", "list", "--frob")
        self.refuses(USAGE, "OP is required", "describe")
        self.refuses(USAGE, "--frob", "--frob", "list")
        logit = ("LogitGrad", "--x", "a.npy", "--dy", "b.npy", "--eps", "0")
        self.refuses(USAGE, "--frob", "run", "--frob", *logit)
        self.refuses(USAGE, "describe", "list", "describe", "LogitGrad")

    def test_help_names_every_command(self) -> None:
        text = self.output("--help")
        for command in ("list", "describe", "run", "gen", "compare", "sweep", "bench", "doctor"):
            self.assertRegex(text, rf"\n  {command} ")
            self.assertIn("--help", self.output(command, "--help"))

    def test_help_command(self) -> None:
        self.assertEqual(self.output("help"), self.output("--help"))
        self.assertEqual(self.output("help", "gen"), self.output("gen", "--help"))
        for name in ("LogitGrad", "logit_grad", "aclnnLogitGrad"):
            text = self.output("help", "gen", name)
            self.assertEqual(text, self.output("gen", name, "--help"))
            self.assertIn("--eps", text)
        self.refuses(USAGE, "no command gne, did you mean gen", "help", "gne")
        self.refuses(USAGE, "did you mean LogitGrad", "help", "gen", "LogitGrd")
        self.refuses(USAGE, "extra was not expected", "help", "list", "extra")

    def test_misspelt_options(self) -> None:
        logit = ("LogitGrad", "--eps", "0")
        self.refuses(USAGE, "no option --shpae of LogitGrad, did you mean --shape\\?",
                     "gen", *logit, "--shpae", "4")  # fmt: skip
        self.refuses(USAGE, "did you mean --dtype\\?", "gen", *logit, "--shape", "4", "--dtpye=float")
        self.refuses(USAGE, "no option --josn of list, did you mean --json\\?", "list", "--josn")
        self.refuses(USAGE, "did you mean --version\\?", "--versoin")
        self.refuses(USAGE, "no option --frob of list$", "list", "--frob")

    def test_values_out_of_range(self) -> None:
        gen = ("gen", "LogitGrad", "--eps", "0", "--shape", "4")
        whole = "expected a whole number from"
        self.refuses(USAGE, f"--threads 0: {whole} 1 to 1024$", *gen, "--threads", "0")
        self.refuses(USAGE, f"--threads 1.5: {whole} 1 to 1024$", *gen, "--threads", "1.5")
        self.refuses(USAGE, f"--seed -1: {whole} 0 to 18446744073709551615$", *gen, "--seed", "-1")
        self.refuses(USAGE, "--seed 1{30}: is too large for 64 bits$", *gen, "--seed", "1" * 30)
        self.refuses(USAGE, "--special 1.5: expected a number from 0 to 1$", *gen, "--special", "1.5")
        self.refuses(USAGE, "--max-ulp -1: expected a number of at least 0$",
                     "compare", "a.npy", "b.npy", "--max-ulp", "-1")  # fmt: skip
        self.refuses(USAGE, "--eps 1e999: is too large", *gen[:3], "1e999", "--shape", "4")
        self.refuses(USAGE, "--eps zero: expected a number$", *gen[:3], "zero", "--shape", "4")
        self.refuses(USAGE, "--eps is given twice", *gen, "--eps", "1")
        self.refuses(USAGE, "--standard ulps: expected one of close, .*, did you mean ulp",
                     "compare", "a.npy", "b.npy", "--standard", "ulps")  # fmt: skip

    def test_completion(self) -> None:
        script = self.folder / "completion.bash"
        script.write_text(self.output("completion", "bash"))

        def complete(*words: str) -> list[str]:
            line = " ".join(f"'{word}'" for word in words)
            command = (
                f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _openaclnn;"
                ' echo "${COMPREPLY[@]}"'
            )
            return subprocess.check_output(["bash", "-c", command], text=True).split()

        self.assertEqual(complete("openaclnn", "des"), ["describe"])
        self.assertEqual(complete("openaclnn", "run", "Logit"), ["Logit", "LogitGrad"])
        self.assertEqual(complete("openaclnn", "describe", "LogitG"), ["LogitGrad"])
        for name in ("HardtanhBackward", "hardtanh_backward"):
            self.assertEqual(complete("openaclnn", "run", name, "--mi"), ["--min"])
        self.refuses(USAGE, "fish", "completion", "fish")

    def test_manual_page(self) -> None:
        page = self.output("man")
        self.assertIn(f'"openaclnn {VERSION}"', page)
        self.assertIn(".SS openaclnn run SoftplusBackward", page)
        self.assertIn("\\-\\-threshold", page)


class Describe(Program):
    def test_list(self) -> None:
        names = [entry["name"] for entry in json.loads(self.output("list", "--json"))]
        self.assertIn("aclnnGeluBackwardV2", names)
        table = self.output("list")
        for name in names:
            self.assertIn(name.removeprefix("aclnn"), table)

    def test_every_operator_is_described_in_full(self) -> None:
        entries = json.loads(self.output("list", "--json"))
        text = self.output("describe", *(entry["name"] for entry in entries), "--json")
        for entry in entries:
            found, end = json.JSONDecoder().raw_decode(text)
            text = text[end:].lstrip()
            self.assertEqual(found["name"], entry["name"])
            self.assertEqual([argument["name"] for argument in found["arguments"]], entry["arguments"])
            self.assertEqual(found["formula"], entry["formula"])
            plan, run = found["prototypes"]
            self.assertTrue(plan.startswith(f"aclnnStatus {entry['name']}GetWorkspaceSize("))
            self.assertRegex(plan, r"uint64_t\* workspaceSize, aclOpExecutor\*\* (opE|e)xecutor\);$")
            self.assertTrue(run.startswith(f"aclnnStatus {entry['name']}(void* workspace"))
            for argument in found["arguments"]:
                self.assertGreater(len(argument["description"]), 10, argument)
                self.assertIn(f"{argument['name']}", plan)
            self.assertTrue(found["special_values"].startswith("Special values"), entry)
            self.assertTrue(found["accuracy"].startswith("Accuracy"), entry)
            self.assertGreaterEqual(len(found["rules"]), 1)
            products = [name for group in found["dtypes"] for name in group["products"]]
            self.assertEqual(sorted(products), sorted(found["products"]))

    def test_names_and_text(self) -> None:
        text = self.output("describe", "aclnnHardtanhBackward")
        self.assertEqual(text, self.output("describe", "HardtanhBackward"))
        self.assertEqual(text, self.output("describe", "hardtanh_backward"))
        self.assertEqual(text + "\n" + self.output("describe", "relu"),
                         self.output("describe", "hardtanh_backward", "relu"))  # fmt: skip
        self.assertIn("Accuracy: exact.", text)
        self.assertIn("The dtype of out is that of self.", text)
        columns = self.output("describe", "WeightQuantBatchMatmulV2")
        self.assertIn("\n    antiquantOffsetOptional FLOAT16, INT32\n", columns)
        self.assertIn("\n    weight                  INT8, INT32, INT4\n", columns)
        self.assertIn("\n    yScale        any except BFLOAT16\n",
                      self.output("describe", "QuantMatmulV5"))  # fmt: skip

    def test_dtypes_of_products(self) -> None:
        found = json.loads(self.output("describe", "GeluBackwardV2", "--json"))
        of = {p: group["tensors"] for group in found["dtypes"] for p in group["products"]}
        self.assertEqual(of["Ascend910"]["gradInput"], ["FLOAT", "FLOAT16"])
        self.assertEqual(of["Ascend910B"]["gradInput"], ["FLOAT", "FLOAT16", "BFLOAT16"])
        self.assertIn("INT64", of["Ascend910B"]["self"])
        self.assertNotIn("DOUBLE", of["Ascend910B"]["self"])

    def test_unknown_operators(self) -> None:
        for wrong, right in (
            ("gelu_backwrd_v2", "gelu_backward_v2"),
            ("aclnnLogitGrd", "aclnnLogitGrad"),
            ("SoftplusBackwards", "SoftplusBackward"),
            ("preluback", "PreluBackward"),
        ):
            self.refuses(USAGE, f"no operator {wrong}, did you mean {right}", "describe", "relu", wrong)
        self.refuses(USAGE, "no operator quaternion; openaclnn list", "describe", "quaternion")


class Moves(Program):
    def test_cast(self) -> None:
        self.save("x.npy", [-3.7, -0.5, 0.0, 0.5, 300.2, math.inf], (2, 3))
        expected = {
            "int8": [-3, 0, 0, 0, 127, 127],
            "uint16": [0, 0, 0, 0, 300, 65535],
            "bool": [1, 1, 0, 1, 1, 1],
            "double": [-3.7000000476837158, -0.5, 0.0, 0.5, 300.20001220703125, math.inf],
        }
        for dtype, values in expected.items():
            for layout in ("dense", "transposed", "strided"):
                line = self.output("run", "Cast", "--self", "x.npy", "--dtype", dtype,
                                   "--layout", layout, "-o", f"{dtype}.npy")  # fmt: skip
                self.assertIn(f"{dtype}.npy: out, {dtype.upper()} [2, 3]", line)
                self.assertEqual(self.values(f"{dtype}.npy"), values)
        # There and back; uint16 is no bfloat16 here.
        self.output("run", "cast", "--self", "uint16.npy", "--dtype", "float", "-o", "y.npy")
        self.assertEqual(self.values("y.npy"), [0, 0, 0, 0, 300, 65535])
        self.refuses(USAGE, "--dtype is required", "run", "Cast", "--self", "x.npy")
        self.refuses(USAGE, "--dtype int4: expected one of", "run", "Cast", "--self", "x.npy",
                     "--dtype", "int4")  # fmt: skip

    def test_sizes_that_a_run_finds(self) -> None:
        self.save("x.npy", [0, 1, 2, 3, 0, 5], (2, 3))
        self.save("ones.npy", [1, 0, 1], (3,))
        self.output("run", "cast", "--self", "ones.npy", "--dtype", "bool", "-o", "mask.npy")
        line = self.output("run", "nonzero", "--self", "x.npy", "-o", "out=places.npy")
        self.assertIn("places.npy: out, INT64 [4, 2]", line)
        self.assertEqual(self.values("places.npy"), [0, 1, 0, 2, 1, 0, 1, 2])
        self.output("run", "masked_select", "--self", "x.npy", "--mask", "mask.npy", "-o", "out=y.npy")
        self.assertEqual(self.values("y.npy"), [0, 2, 3, 5])

    def test_copy(self) -> None:
        self.save("x.npy", SELF, (2, 3))
        line = self.output("run", "InplaceCopy", "--src", "x.npy")
        self.assertIn("selfRef.npy: selfRef, FLOAT [2, 3]", line)
        self.assertEqual(self.values("selfRef.npy"), SELF)

    def test_complex_numbers(self) -> None:
        self.save("x.npy", SELF, (2, 3))
        line = self.output("run", "cast", "--self", "x.npy", "--dtype", "complex128", "-o", "c.npy")
        self.assertIn("c.npy: out, COMPLEX128 [2, 3]", line)
        line = self.output("run", "SigmoidBackward", "--gradOutput", "x.npy", "--output_", "c.npy",
                           "--layout", "strided", "-o", "g.npy")  # fmt: skip
        self.assertIn("g.npy: gradInput, COMPLEX128 [2, 3]", line)
        self.output("run", "cast", "--self", "g.npy", "--dtype", "float", "-o", "y.npy")
        self.assertEqual(self.values("y.npy"), [x * x * (1 - x) for x in SELF])

    def test_fills(self) -> None:
        self.save("x.npy", SELF, (2, 3))
        line = self.output("run", "InplaceFillScalar", "--selfRef", "x.npy", "--value", "0.25",
                           "-o", "y.npy")  # fmt: skip
        self.assertIn("y.npy: selfRef, FLOAT [2, 3]", line)
        self.assertEqual(self.values("y.npy"), [0.25] * 6)
        for name, number in (("InplaceZero", 0), ("inplace_one", 1)):
            self.output("run", name, "--selfRef", "x.npy", "-o", "y.npy")
            self.assertEqual(self.values("y.npy"), [number] * 6)

    def test_selection(self) -> None:
        self.save("x.npy", SELF, (2, 3))
        self.save("one.npy", [7.0], (1,))
        self.output("run", "cast", "--self", "x.npy", "--dtype", "bool", "-o", "condition.npy")
        for layout in ("dense", "transposed", "strided"):
            line = self.output("run", "SWhere", "--condition", "condition.npy", "--self", "one.npy",
                               "--other", "x.npy", "--layout", layout, "-o", "y.npy")  # fmt: skip
            self.assertIn("y.npy: out, FLOAT [2, 3]", line)
            self.assertEqual(self.values("y.npy"), [7.0 if x != 0 else x for x in SELF])

    def test_what_is_not_for_moves(self) -> None:
        self.refuses(USAGE, "aclnnCast has no formula whose errors could be measured",
                     "sweep", "Cast")  # fmt: skip
        self.refuses(USAGE, "Cast: the benchmark has no case of it", "bench", "Cast")


class Run(Program):
    def setUp(self) -> None:
        super().setUp()
        self.save("x.npy", SELF, (2, 3))
        self.save("g.npy", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], (2, 3))

    HARDTANH = ("run", "HardtanhBackward", "--self", "x.npy", "--gradOutput", "g.npy")

    def test_values(self) -> None:
        shown = self.output(*self.HARDTANH, "--min", "-1", "--max", "1", "-o", "out.npy")
        self.assertEqual(shown, "out.npy: out, FLOAT [2, 3]\n")
        values, shape, descr = npy.load(self.folder / "out.npy")
        self.assertEqual((values, shape, descr), ([0, 2, 3, 4, 0, 0], (2, 3), "<f4"))
        self.output(*self.HARDTANH, "--min", "-inf", "--max", "nan")
        self.assertEqual(self.values("out.npy"), [1, 2, 3, 4, 5, 6])

    def test_several_outputs(self) -> None:
        self.save("w.npy", [0.25], (1,))
        prelu = ("run", "prelu_backward", "--self", "x.npy", "--gradOutput", "g.npy")
        prelu += ("--weight", "w.npy")
        (self.folder / "results").mkdir()
        report = json.loads(self.output(*prelu, "--out-dir", "results", "--json"))
        self.assertEqual([entry["name"] for entry in report], ["gradInput", "gradWeight"])
        self.assertEqual(self.values("results/gradInput.npy"), [0.25, 0.5, 0.75, 4, 5, 6])
        self.assertEqual(self.values("results/gradWeight.npy"), [-3 - 1])
        self.output(*prelu, "-o", "gradWeight=w1.npy", "-o", "gradInput=i1.npy")
        self.assertEqual(self.values("w1.npy"), [-4])
        self.assertEqual(self.values("i1.npy"), [0.25, 0.5, 0.75, 4, 5, 6])
        self.refuses(USAGE, "several outputs", *prelu, "-o", "foo.npy")
        self.refuses(USAGE, "twice", *prelu, "-o", "gradInput=a", "-o", "gradWeight=a")
        # The first output could be written, the second not: none is.
        self.refuses(BAD_DATA, "nix/w", *prelu, "-o", "gradInput=a", "-o", "gradWeight=nix/w")

    def test_inputs_that_are_left_out(self) -> None:
        backward = ("run", "binary_cross_entropy_with_logits_target_backward", "--gradOutput",
                    "g.npy", "--self", "x.npy", "--target", "g.npy")  # fmt: skip
        xs, grads = self.values("x.npy"), self.values("g.npy")
        self.output(*backward, "--reduction", "2")
        expected = [-x * grad for x, grad in zip(xs, grads, strict=True)]
        self.assertEqual(self.values("gradTarget.npy"), expected)
        self.save("two.npy", [2], (1,))
        self.output(*backward, "--weightOptional", "two.npy", "--reduction", "1", "--check")
        expected = [npy.to_float(value * 2 / 6) for value in expected]
        self.assertEqual(self.values("gradTarget.npy"), expected)
        self.output(*backward, "--posWeightOptional", "two.npy", "--reduction", "0")
        for x, grad, value in zip(xs, grads, self.values("gradTarget.npy"), strict=True):
            exact = 2 * math.log1p(math.exp(-x)) - math.log1p(math.exp(x))
            self.assertAlmostEqual(value, grad * exact, delta=1e-6 * abs(grad))
        self.refuses(USAGE, "--target is required", *backward[:-2], "--reduction", "0")
        self.refuses(BAD_DATA, "reduction: is 3, expected 0, 1 or 2", *backward, "--reduction", "3")
        self.refuses(USAGE, "not available on Ascend950", *backward, "--reduction", "0", "--soc",
                     "Ascend950")  # fmt: skip

    def test_lists(self) -> None:
        self.save("a.npy", [1, 2], (1, 2))
        self.save("b.npy", [3, 4, 5, 6], (2, 2))
        run = ("run", "cat", "--dim", "0")
        self.output(*run, "--tensors", "a.npy", "--tensors", "b.npy", "-o", "ab.npy", "--check")
        self.assertEqual(self.values("ab.npy"), [1, 2, 3, 4, 5, 6])
        self.refuses(USAGE, "--tensors is required", *run)
        self.output("run", "foreach_mul_scalar_v2", "--x", "a.npy", "--x", "b.npy", "--scalar", "1.5",
                    "-o", "product.npy", "--check")  # fmt: skip
        self.assertEqual(self.values("product_0.npy"), [1.5, 3])
        self.assertEqual(self.values("product_1.npy"), [4.5, 6, 7.5, 9])
        self.refuses(USAGE, "b.npy: is the input --tensors", *run, "--tensors", "a.npy",
                     "--tensors", "b.npy", "-o", "b.npy")  # fmt: skip

    def test_layouts_checks_and_threads_change_no_bit(self) -> None:
        gelu = ("run", "gelu_backward_v2", "--self", "x.npy", "--gradOutput", "g.npy")
        gelu += ("--approximate", "none", "-o")
        self.output(*gelu, "dense.npy")
        bits = (self.folder / "dense.npy").read_bytes()
        self.assertAlmostEqual(self.values("dense.npy")[4], 5 * 1.0833154705876864, delta=5e-7)
        for i, options in enumerate(
            (["--layout", "transposed"], ["--layout", "strided"], ["--check"], ["--threads", "1"])
        ):
            self.output(*gelu, f"{i}.npy", *options)
            self.assertEqual((self.folder / f"{i}.npy").read_bytes(), bits, options)

    def test_archives_and_integers(self) -> None:
        self.save("self.npy", [-2, 0, 3], (3,), "<i8")
        self.save("g.npy", [1, 1, 1], (3,))
        with zipfile.ZipFile(self.folder / "x.npz", "w") as archive:
            for name in ("self.npy", "g.npy"):
                archive.write(self.folder / name, name)
        self.output("run", "SoftplusBackward", "--self", "x.npz:self", "--gradOutput", "x.npz:g",
                    "--beta", "1", "--threshold", "2.5")  # fmt: skip
        values = self.values("gradInput.npy")
        self.assertAlmostEqual(values[0], 0.11920292202211755, delta=1e-8)
        self.assertEqual(values[1:], [0.5, 1])

    def test_dtype_rounds_to_nearest_even(self) -> None:
        ties = [1 + 2**-11, 1 + 3 * 2**-11, 2**-25, 65519.0, 65520.0]
        self.save("x.npy", [0.0] * 5, (5,), "<f8")
        self.save("g.npy", ties, (5,), "<f8")
        keep = ("--min", "-1", "--max", "1")
        self.output(*self.HARDTANH, *keep, "--dtype", "float16")
        values, _, descr = npy.load(self.folder / "out.npy")
        self.assertEqual(descr, "<f2")
        self.assertEqual(values, [1, 1 + 2**-9, 0, 65504, float("inf")])
        self.refuses(BAD_DATA, "DOUBLE", *self.HARDTANH, *keep)

    def test_bfloat16(self) -> None:
        self.save("x.npy", [0, 0], (2,), "<u2")
        self.save("g.npy", [0x3F80, 0x4049], (2,), "<V2")
        self.output(*self.HARDTANH, "--min", "-1", "--max", "1")
        self.assertEqual(npy.load(self.folder / "out.npy"), ([0x3F80, 0x4049], (2,), "<V2"))
        self.refuses(BAD_DATA, "BFLOAT16, which is not supported on Ascend910 ", *self.HARDTANH,
                     "--min", "0", "--max", "1", "--soc", "Ascend910")  # fmt: skip

    def test_bad_files(self) -> None:
        keep = ("--min", "-1", "--max", "1")
        self.save("short.npy", [1, 2], (2,))
        with (self.folder / "short.npy").open("r+b") as file:
            file.truncate(file.seek(0, os.SEEK_END) - 1)
        self.save("other.npy", [1, 2], (2,))
        (self.folder / "text.npy").write_text("no array")
        for file, reason in (
            ("nix.npy", "nix.npy.*No such file"),
            ("short.npy", "short.npy"),
            ("text.npy", "text.npy"),
            ("other.npy", r"gradOutput: shape is \[2\], expected \[2, 3\]"),
        ):
            self.refuses(BAD_DATA, reason, "run", "HardtanhBackward", "--self", "x.npy",
                         "--gradOutput", file, *keep, "-o", "out.npy")  # fmt: skip
        self.refuses(BAD_DATA, "nix/out.npy", *self.HARDTANH, *keep, "-o", "nix/out.npy")

    def test_no_space(self) -> None:
        self.largest_file = 64  # bytes; writing more fails, as on a full disk
        self.refuses(BAD_DATA, "out.npy.*File too large", *self.HARDTANH, "--min", "-1",
                     "--max", "1", "-o", "out.npy")  # fmt: skip

    def test_standard_input_and_output(self) -> None:
        self.environment["PATH"] = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
        hardtanh = "openaclnn run HardtanhBackward --gradOutput g.npy --min -1 --max 1"

        def shell(command: str) -> tuple[int, str]:
            result = subprocess.run(
                ["bash", "-c", f"set -o pipefail; {command}"],
                cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, timeout=60, check=False,
            )  # fmt: skip
            return result.returncode, result.stdout

        for source in ("cat x.npy |", "<x.npy"):
            code, text = shell(f"{source} {hardtanh} --self - -o - | cat > out.npy")
            self.assertEqual((code, text), (PASS, ""))
            self.assertEqual(npy.load(self.folder / "out.npy"), ([0, 2, 3, 4, 0, 0], (2, 3), "<f4"))
        code, text = shell(f"{hardtanh} --self x.npy -o - | openaclnn compare - out.npy --worst 0")
        self.assertEqual(code, PASS)
        self.assertIn("- passes the standard mixed", text)
        code, text = shell(f"{hardtanh} --self x.npy -o - | openaclnn compare x.npy -")
        self.assertEqual(code, DIFFERS)
        code, text = shell(f"{hardtanh} --self - < /dev/null")
        self.assertEqual(code, BAD_DATA)
        self.assertRegex(text, "^openaclnn: -: ")
        self.refuses(USAGE, "--json and -o -", *self.HARDTANH, "--min", "-1", "--max", "1",
                     "--json", "-o", "-")  # fmt: skip

    def test_axes_and_halves(self) -> None:
        self.save("m.npy", [1, 2, 3, -1, 0, 5], (2, 3))
        self.output("run", "softmax", "--self", "m.npy", "--dim", "-2", "-o", "s.npy")
        columns = [math.exp(a) / (math.exp(a) + math.exp(b)) for a, b in ((1, -1), (2, 0), (3, 5))]
        expected = [*columns, *(1 - share for share in columns)]
        for value, exact in zip(self.values("s.npy"), expected, strict=True):
            self.assertAlmostEqual(value, exact, delta=1e-7)
        self.output("run", "glu", "--self", "m.npy", "--dim", "0", "-o", "g.npy")
        gated = [a / (1 + math.exp(-b)) for a, b in ((1, -1), (2, 0), (3, 5))]
        for value, exact in zip(self.values("g.npy"), gated, strict=True):
            self.assertAlmostEqual(value, exact, delta=1e-6)
        self.refuses(BAD_DATA, "dim: is 2, expected from -2 to 1", "run", "softmax", "--self", "m.npy",
                     "--dim", "2", "-o", "x.npy")  # fmt: skip
        self.refuses(BAD_DATA, "expected an even size along axis 1", "run", "glu", "--self", "m.npy",
                     "--dim", "1", "-o", "x.npy")  # fmt: skip
        self.refuses(USAGE, "--dim 0.5: expected a whole number", "run", "glu", "--self", "m.npy",
                     "--dim", "0.5", "-o", "x.npy")  # fmt: skip

    def test_outputs_that_there_are_not(self) -> None:
        self.save("x.npy", SELF, (6,))
        relu = ("run", "Relu", "--self", "x.npy")
        self.refuses(USAGE, "-o gradInput=y.npy: Relu has no output gradInput, only out", *relu,
                     "-o", "gradInput=y.npy")
        self.refuses(USAGE, "-o out=: a file is missing", *relu, "-o", "out=")
        self.refuses(USAGE, "--out-dir is of runs without -o", *relu, "-o", "y.npy",
                     "--out-dir", "results")
        self.output(*relu, "-o", "out=y.npy")
        self.assertEqual(self.values("y.npy"), [max(x, 0.0) for x in SELF])

    def test_an_output_replaces_no_input(self) -> None:
        self.save("x.npy", SELF, (6,))
        (self.folder / "link.npy").symlink_to("x.npy")
        for file in ("x.npy", "./x.npy", "link.npy"):
            self.refuses(USAGE, "is the input --self, which is not to be replaced", "run", "Relu",
                         "--self", "x.npy", "-o", file)
        self.assertEqual(self.values("x.npy"), SELF)

    def test_an_output_follows_no_link_out_of_its_folder(self) -> None:
        self.save("x.npy", SELF, (6,))
        (self.folder / "elsewhere").mkdir()
        other = self.folder / "elsewhere" / "y.npy"
        other.write_text("kept")
        (self.folder / "out.npy").symlink_to("elsewhere/y.npy")
        self.refuses(BAD_DATA, "cannot be replaced, it is a link to .*elsewhere/y.npy, out of its "
                     "folder", "run", "Relu", "--self", "x.npy", "-o", "out.npy")
        self.assertEqual(other.read_text(), "kept")

    def test_wrong_usage(self) -> None:
        self.refuses(USAGE, "did you mean HardtanhBackward", "run", "HardtanhBackwrd", "--self")
        self.refuses(USAGE, "an operator is missing", "run")
        self.refuses(USAGE, "--min is required", *self.HARDTANH, "--max", "1")
        self.refuses(USAGE, "--min", *self.HARDTANH, "--min", "a", "--max", "1")
        keep = ("--min", "-1", "--max", "1")
        self.refuses(USAGE, "--soc", *self.HARDTANH, *keep, "--soc", "Ascend9")
        self.refuses(USAGE, "OPENACLNN_CHECK", *self.HARDTANH, *keep, "--check", "nothing")
        self.refuses(USAGE, "--approximate", "run", "GeluBackwardV2", "--self", "x.npy",
                     "--gradOutput", "g.npy", "--approximate", "erf")  # fmt: skip
        self.refuses(USAGE, "LogitGrad is not available on Ascend910 ", "run", "LogitGrad", "--x",
                     "x.npy", "--dy", "g.npy", "--eps", "0", "--soc", "Ascend910")  # fmt: skip


class Page(Program):
    def test_console_blocks_of_the_page(self) -> None:
        """Each "$ command" of docs/cli.md prints what follows it there."""
        self.save("x.npy", SELF, (2, 3))
        self.save("g.npy", [1.0] * 6, (2, 3))
        path = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
        blocks = re.findall(r"^```console\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
        steps = [step for block in blocks for step in block.split("$ ") if step]
        self.assertGreater(len(steps), 8)
        for step in steps:
            command, expected = step.split("\n", 1)
            result = subprocess.run(
                ["bash", "-c", command],
                cwd=self.folder,
                env={**self.environment, "PATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                check=False,
            )
            self.assertEqual(result.stdout, expected, command)


class Case(Program):
    """A generated case: inputs, golden outputs, and runs that are compared with them."""

    GELU = ("gen", "gelu_backward_v2", "--approximate", "none")

    def gen(self, *arguments: str) -> dict:
        return json.loads(self.output("gen", *arguments, "--json"))

    def run_and_compare(self, manifest: dict, folder: str, output: str, ulp: float) -> dict:
        """Runs the operator on the case, and compares an output with its golden values."""
        arrays = manifest["arrays"]
        inputs = [array for array in arrays if array["kind"] == "input"]
        # What is named as an option of run has a name of its own; members of a list are "name[0]".
        names = [array["name"].split("[")[0] for array in inputs]
        options = ["output_" if name == "output" else name for name in names]
        files = [
            text
            for option, array in zip(options, inputs)
            for text in (f"--{option}", f"{folder}/{array['file']}")
        ]
        numbers = [
            text
            for name, value in manifest["attributes"].items()
            for text in (
                f"--{name}",
                json.dumps(value).strip("[]").replace(" ", "")
                if isinstance(value, (bool, list))
                else str(value).replace("Infinity", "inf"),
            )
        ]
        self.output("run", manifest["operator"], *files, *numbers, "--out-dir", folder)
        return json.loads(
            self.output("compare", f"{folder}/{output}.npy", f"{folder}/{output}.golden.npy",
                        "--standard", "ulp", "--max-ulp", str(ulp), "--json")
        )  # fmt: skip


def options_of(call: dict) -> list[str]:
    """The options of `openaclnn gen` for a call of the table: a number in a list is a tensor."""
    options = []
    for name, value in call.items():
        if isinstance(value, list):
            options += ["--shape", f"{name}=1"]
        elif value is not None:
            options.append(f"--{name}={json.dumps(value) if isinstance(value, bool) else value}")
    return options


class Gen(Case):
    def keeps(self, manifest: dict, folder: str, output: str, limit: float) -> None:
        result = self.run_and_compare(manifest, folder, output, limit)
        whole = next(array for array in manifest["arrays"] if array["name"] == output)
        self.assertEqual(result["shape"], whole["shape"])
        self.assertIn(result["shape"], ([38, 60], [19, 60], [38, 30]))
        self.assertEqual(result["candidates"][0]["mismatches"]["sign"], 0)

    def test_results_keep_the_promises(self) -> None:
        # Each row of the operators' table: a case for each of its calls, in 16 bits for the first, of
        # either dtype in turn. tests/ops has all numbers of both.
        tested = set()
        of_sixteen = (("float16", 10), ("bfloat16", 7))
        for i, row in enumerate(row for row in TABLE if row["has_golden"]):
            axes = [(f"--{row['axis']}", axis) for axis in ("-1", "0")] if row["axis"] else [()]
            for k, (call, axis) in enumerate((call, axis) for call in row["calls"] for axis in axes):
                for dtype, bits in (("float", 23), of_sixteen[i % 2]):
                    if (k > 0 and bits != 23) or dtype.upper() not in row["dtypes"]:
                        continue
                    folder = f"{row['name']}_{dtype}{k}"
                    manifest = self.gen(row["name"], *options_of(call), *axis, "--shape", "38,60",
                                        "--dtype", dtype, "--out-dir", folder)  # fmt: skip
                    tested.add(manifest["operator"])
                    limit = row["ulp"]
                    if limit > 0.5 and bits != 23:  # a result of 16 bits is rounded again
                        limit = 0.5 + row["half_ulp"] * 2.0 ** (bits - 23)
                    for output in row["results"]:
                        with self.subTest(row=row["name"], call=call, axis=axis, dtype=dtype):
                            self.keeps(manifest, folder, output, limit)
        self.assertEqual(self.of_elements() - tested, OTHERS)  # tests/oracle has no row of others
        self.refuses(BAD_DATA, "golden values are of floating-point dtypes, out is INT32", "gen", "selu",
                     "--shape", "4", "--dtype", "self=int32", "--out-dir", "none")  # fmt: skip
        self.refuses(BAD_DATA, "golden values are of floating-point dtypes, out is INT32", "gen", "muls",
                     "--shape", "4", "--dtype", "self=int32", "--other", "3", "--out-dir", "none")  # fmt: skip
        for other in ("3.0", "inf"):  # which are no integers
            self.gen("muls", "--shape", "4", "--dtype", "self=int32", "--other", other, "--out-dir",
                     f"times {other}")  # fmt: skip
        self.refuses(USAGE, "gen: .* computes in place", "gen", "inplace_relu")
        for name in ("Cast", "inplace_copy", "InplaceZero", "SWhere"):  # nothing but moves
            self.refuses(USAGE, "gen: .* only moves elements", "gen", name)
        manifest = self.gen("softplus_backward", "--beta", "-1.7", "--threshold", "0", "--shape",
                            "5000", "--dtype", "double", "--out-dir", "double")  # fmt: skip
        self.run_and_compare(manifest, "double", "gradInput", 1)

    def test_golden_values(self) -> None:
        self.output(*self.GELU, "--shape", "self=3,1,50", "--shape", "gradOutput=4,1", "--special",
                    "0", "--out-dir", "t")  # fmt: skip
        xs, grads = self.values("t/self.npy"), self.values("t/gradOutput.npy")
        golden, shape, _ = npy.load(self.folder / "t/gradInput.golden.npy")
        self.assertEqual(shape, (3, 4, 50))
        rounded = self.values("t/gradInput.rounded.npy")
        for i, value in enumerate(golden):
            x, grad = xs[i // 200 * 50 + i % 50], grads[i // 50 % 4]
            slope = math.erfc(-x / math.sqrt(2)) / 2
            slope += x * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
            self.assertAlmostEqual(value, grad * slope, delta=1e-14)
            self.assertEqual(rounded[i], npy.to_float(value))

    def test_rows(self) -> None:
        """Along an axis in the middle, and a number for each row."""
        self.output("gen", "log_softmax", "--dim", "-2", "--shape", "2,5,3", "--out-dir", "t")
        xs = self.values("t/self.npy")
        golden, shape, _ = npy.load(self.folder / "t/out.golden.npy")
        self.assertEqual(shape, (2, 5, 3))
        rounded = self.values("t/out.rounded.npy")
        for i, value in enumerate(golden):
            row = [xs[i // 15 * 15 + k * 3 + i % 3] for k in range(5)]
            self.assertAlmostEqual(value, xs[i] - math.log(math.fsum(map(math.exp, row))), delta=1e-14)
            self.assertEqual(rounded[i], npy.to_float(value))
        manifest = self.gen("softmax_cross_entropy_with_logits", "--shape", "70,9", "--out-dir", "c")
        self.run_and_compare(manifest, "c", "loss", 1)
        xs, labels = self.values("c/features.npy"), self.values("c/labels.npy")
        loss, shape, _ = npy.load(self.folder / "c/loss.golden.npy")
        self.assertEqual(shape, (70,))
        for i, value in enumerate(loss):
            row = xs[9 * i : 9 * i + 9]
            log = math.log(math.fsum(map(math.exp, row)))
            exact = math.fsum(y * (log - x) for x, y in zip(row, labels[9 * i : 9 * i + 9], strict=True))
            self.assertAlmostEqual(value, exact, delta=1e-13)

    def test_halves(self) -> None:
        """Which half is which, and where their gradients go."""
        for left in ("false", "true"):
            options = ("--dim", "1", "--approximate", "0", "--activateLeft", left, "--shape", "2,6,3",
                       "--special", "0", "--out-dir")  # fmt: skip
            self.output("gen", "ge_glu_v3", *options, left)
            xs = self.values(f"{left}/self.npy")
            out, shape, _ = npy.load(self.folder / left / "out.golden.npy")
            gelus, _, _ = npy.load(self.folder / left / "outGelu.golden.npy")
            self.assertEqual(shape, (2, 3, 3))
            for i, value in enumerate(out):
                u, z = xs[i // 9 * 18 + i % 9], xs[i // 9 * 18 + 9 + i % 9]
                if left == "true":
                    u, z = z, u
                gelu = z * math.erfc(-z / math.sqrt(2)) / 2
                self.assertAlmostEqual(gelus[i], gelu, delta=1e-14)
                self.assertAlmostEqual(value, u * gelu, delta=1e-13)
            self.output("gen", "ge_glu_v3_backward", *options, left + "_backward")
            grads, gelus = (self.values(f"{left}_backward/{name}.npy") for name in ("gradOutput", "gelu"))
            gradients, shape, _ = npy.load(self.folder / f"{left}_backward/gradInput.golden.npy")
            self.assertEqual(shape, (2, 6, 3))
            for i, grad in enumerate(grads):
                u = gradients[i // 9 * 18 + i % 9 + (9 if left == "true" else 0)]
                self.assertAlmostEqual(u, grad * gelus[i], delta=1e-13)

    def test_layer_norms(self) -> None:
        weights = ("--shape", "weightOptional=4,9", "--shape", "biasOptional=4,9")
        norm = ("--normalizedShape", "4,9", "--eps", "1e-5", "--shape", "7,4,9")
        for dtype, bits in (("float", 23), ("float16", 10), ("bfloat16", 7)):
            # Results of 16 bits meet no near-ties here.
            limit = 0.51 if bits == 23 else 0.5
            for name in ("layer_norm", "fast_layer_norm", "layer_norm_with_impl_mode"):
                mode = ("--implMode", "0") if name.endswith("mode") else ()
                folder = f"{name}_{dtype}"
                case = self.gen(name, *mode, *norm, *weights, "--dtype", dtype, "--out-dir", folder)
                for output in ("out", "meanOutOptional", "rstdOutOptional"):
                    self.run_and_compare(case, folder, output, limit)
            mask = ("--normalizedShape", "4,9", "--outputMask", "true,true,true", "--shape", "7,4,9")
            folder = f"backward_{dtype}"
            case = self.gen("layer_norm_backward", *mask, *weights[:2], "--dtype", dtype, "--out-dir", folder)
            shapes = {array["name"]: array["shape"] for array in case["arrays"]}
            self.assertEqual(shapes["mean"], [7, 1, 1])  # which follows from that of input
            self.assertEqual(shapes["gradBiasOut"], [4, 9])
            for output in ("gradInputOut", "gradWeightOut", "gradBiasOut"):
                self.run_and_compare(case, folder, output, limit)
        # By double arithmetic, from the same inputs.
        x, weight, bias = (self.values(f"layer_norm_float/{name}.npy")
                           for name in ("input", "weightOptional", "biasOptional"))  # fmt: skip
        out = self.values("layer_norm_float/out.golden.npy")
        for i, value in enumerate(out):
            row = x[i // 36 * 36 : i // 36 * 36 + 36]
            mean = math.fsum(row) / 36
            rstd = 1 / math.sqrt(math.fsum((v - mean) ** 2 for v in row) / 36 + 1e-5)
            expected = (x[i] - mean) * rstd * weight[i % 36] + bias[i % 36]
            self.assertAlmostEqual(value, expected, delta=1e-13)
        x, grads, means, rstds = (self.values(f"backward_float/{name}.npy")
                                  for name in ("input", "gradOut", "mean", "rstd"))  # fmt: skip
        for k, value in enumerate(self.values("backward_float/gradWeightOut.golden.npy")):
            terms = [grads[i] * (x[i] - means[i // 36]) * rstds[i // 36] for i in range(k, 252, 36)]
            self.assertAlmostEqual(value, math.fsum(terms), delta=1e-12)

    def test_quantised(self) -> None:
        """Integers are the golden ones; INT4 has no arrays, as NumPy has none."""
        columns = ("--shape", "x=6,16", "--shape", "scale=16", "--shape", "offset=16")
        quantise = ("--sqrtMode", "false", "--roundMode", "floor", "--axis", "-1", "--dstType")
        of_integers = ("--dtype", "x=int8", "--dtype", "scale=float", "--dtype", "offset=float")
        for folder, name, shapes, dtypes, options in (
            ("int8", "ascend_quant_v3", columns, (), (*quantise, "2")),
            ("int32", "ascend_quant_v3", columns, (), (*quantise, "3")),
            ("back", "ascend_anti_quant", columns, of_integers, ("--dstType", "1", "--sqrtMode", "true")),
            ("rows", "dynamic_quant", ("--shape", "x=6,16"), ("--dtype", "float16"), ()),
            ("pack", "convert_weight_to_int4_pack", ("--shape", "6,16"), ("--dtype", "int32"), ()),
        ):
            case = self.gen(name, *options, *shapes, *dtypes, "--out-dir", folder)
            inputs = [text for array in case["arrays"] if array["kind"] == "input"
                      for text in (f"--{array['name']}", f"{folder}/{array['file']}")]  # fmt: skip
            self.output("run", name, *options, *inputs, "--out-dir", folder)
            outputs = [array["name"] for array in case["arrays"] if array["kind"] == "rounded"]
            for output in outputs:
                made = npy.load(self.folder / folder / f"{output}.npy")
                self.assertEqual(made, npy.load(self.folder / folder / f"{output}.rounded.npy"))
        inputs = ("--x", "int8/x.npy", "--scale", "int8/scale.npy")
        self.refuses(BAD_DATA, "y would be INT4, which arrays here cannot be; INT32 holds eight",
                     "run", "ascend_quant_v3", *inputs, *quantise, "29", "-o", "y.npy")  # fmt: skip

    def test_integers_that_are_choices_say_which(self) -> None:
        help_of_mode = self.output("run", "layer_norm_with_impl_mode", "--help")
        self.assertRegex(help_of_mode, "--implMode NUMBER REQUIRED +A whole number: 0, 1 or 2")
        self.assertRegex(self.output("gen", "gelu_v2", "--help"), "A whole number: 0 or 1")
        self.assertRegex(help_of_mode, "--weightOptional FILE .*; without it 1\n")
        self.assertRegex(help_of_mode, "--biasOptional FILE .*; without it 0\n")

    def test_masked_outputs_are_left_out(self) -> None:
        options = ("--normalizedShape", "8", "--outputMask", "true,false,true")
        self.gen("layer_norm_backward", *options, "--shape", "5,8", "--out-dir", "t")
        made = {path.name for path in (self.folder / "t").glob("grad*Out.golden.npy")}
        self.assertEqual(made, {"gradInputOut.golden.npy", "gradBiasOut.golden.npy"})
        inputs = [text for name in ("gradOut", "input", "mean", "rstd")
                  for text in (f"--{name}", f"t/{name}.npy")]  # fmt: skip
        self.output("run", "layer_norm_backward", *options, *inputs)
        found = {path.name for path in self.folder.glob("*.npy")}
        self.assertEqual(found, {"gradInputOut.npy", "gradBiasOut.npy"})
        self.refuses(USAGE, "-o gradWeightOut=w.npy: the call does not compute it", "run",
                     "layer_norm_backward", *options, *inputs, "-o", "gradWeightOut=w.npy")  # fmt: skip
        self.assertFalse((self.folder / "w.npy").exists())

    def test_lists(self) -> None:
        shapes = ("--shape", "tensors=4,3", "--shape", "tensors=4,1", "--shape", "tensors=4,2")
        case = self.gen("cat", "--dim", "-1", *shapes, "--dtype", "tensors=float16", "--dtype",
                        "tensors=bool", "--dtype", "tensors=float", "--out-dir", "t")  # fmt: skip
        names = [(array["name"], array["file"], array["dtype"]) for array in case["arrays"]]
        self.assertEqual(names, [("tensors[0]", "tensors_0.npy", "FLOAT16"),
                                 ("tensors[1]", "tensors_1.npy", "BOOL"),
                                 ("tensors[2]", "tensors_2.npy", "FLOAT"),
                                 ("out", "out.golden.npy", "DOUBLE"),
                                 ("out", "out.rounded.npy", "FLOAT")])  # fmt: skip
        self.run_and_compare(case, "t", "out", 0)
        members = [self.values(f"t/tensors_{k}.npy") for k in range(3)]
        expected = [v for i in range(4) for k, size in enumerate((3, 1, 2))
                    for v in members[k][i * size : i * size + size]]  # fmt: skip
        self.assertEqual(list(map(repr, self.values("t/out.golden.npy"))),
                         [repr(float(v)) for v in expected])  # fmt: skip
        case = self.gen("foreach_div_scalar_list", "--shape", "x=4,3", "--shape", "x=5", "--scalars",
                        "3,0.7", "--out-dir", "d")  # fmt: skip
        files = [array["file"] for array in case["arrays"]]
        self.assertEqual(files, ["x_0.npy", "x_1.npy", "out_0.golden.npy", "out_0.rounded.npy",
                                 "out_1.golden.npy", "out_1.rounded.npy"])  # fmt: skip
        self.output("run", "foreach_div_scalar_list", "--x", "d/x_0.npy", "--x", "d/x_1.npy",
                    "--scalars", "3,0.7", "-o", "o.npy")  # fmt: skip
        for k in range(2):
            self.output("compare", f"o_{k}.npy", f"d/out_{k}.golden.npy", "--standard", "ulp",
                        "--max-ulp", "0.5")  # fmt: skip
        # One dtype is that of all, and one shape that of one member.
        case = self.gen("cat", "--dim", "0", "--shape", "3", "--dtype", "bfloat16", "--out-dir", "one")
        self.assertEqual([array["dtype"] for array in case["arrays"]], ["BFLOAT16", "DOUBLE", "BFLOAT16"])
        self.refuses(USAGE, "--dtype tensors=...: given 2 times, expected once, or once for each of 3",
                     "gen", "cat", "--dim", "0", *shapes, "--dtype", "tensors=float", "--dtype",
                     "tensors=int8")  # fmt: skip
        self.refuses(BAD_DATA, "tensors\\[1\\]: shape is \\[4, 1\\], expected \\[4, 3\\]", "gen", "cat",
                     "--dim", "0", *shapes)  # fmt: skip

    def test_axes_that_there_are_not(self) -> None:
        small = ("--shape", "4,6")
        self.refuses(BAD_DATA, "dim: is 5, expected from -2 to 1", "gen", "softmax", "--dim", "5", *small)
        self.refuses(USAGE, "--dim 1.5: expected a whole number", "gen", "softmax", "--dim", "1.5", *small)
        self.refuses(USAGE, "--dim is required", "gen", "softmax", *small)
        self.refuses(BAD_DATA, "expected an even size along axis 1", "gen", "glu_backward", "--dim", "-1",
                     "--shape", "4,5")  # fmt: skip
        self.refuses(BAD_DATA, "gelu: shape is \\[4, 6\\], expected \\[4, 3\\]", "gen", "ge_glu_backward",
                     "--dim", "1", "--approximate", "0", *small, "--shape", "gelu=4,6")  # fmt: skip
        self.output("gen", "softmax", "--dim", "0", "--shape", "", "--out-dir", "one")
        self.assertEqual(self.values("one/out.golden.npy"), [1])
        self.output("gen", "softmax", "--dim", "1", "--shape", "3,0", "--out-dir", "none")
        self.assertEqual(self.values("none/out.golden.npy"), [])

    def test_sums_are_exact(self) -> None:
        for shape, channels in (("6,5,70", 5), ("2000", 1)):
            folder = f"sum{channels}"
            manifest = self.gen("prelu_backward", "--shape", shape, "--out-dir", folder)
            xs, grads = self.values(f"{folder}/self.npy"), self.values(f"{folder}/gradOutput.npy")
            self.assertEqual(len(self.values(f"{folder}/weight.npy")), channels)
            terms = [0 if x > 0 else x * g for x, g in zip(xs, grads, strict=True)]
            golden = self.values(f"{folder}/gradWeight.golden.npy")
            self.run_and_compare(manifest, folder, "gradInput", 0.5)
            found = self.values(f"{folder}/gradWeight.npy")
            for channel in range(channels):
                own = [term for i, term in enumerate(terms) if i // 70 % channels == channel]
                self.assertEqual(golden[channel], math.fsum(own))
                limit = 0.51 * 2.0**-23 * abs(golden[channel]) + 2.0**-40 * math.fsum(map(abs, own))
                self.assertAlmostEqual(found[channel], golden[channel], delta=limit)

    def test_distribution(self) -> None:
        self.output(*self.GELU, "--shape", "100000", "--special", "0", "--out-dir", "t")
        for name in ("self", "gradOutput"):
            values = self.values(f"t/{name}.npy")
            mean = math.fsum(values) / len(values)
            variance = math.fsum(value * value for value in values) / len(values)
            self.assertAlmostEqual(mean, 0, delta=0.03)
            self.assertAlmostEqual(variance, 25 / 6 + 0.5, delta=0.07)
            for limit in (0.5, 1, 2, 3, 4):  # as both distributions have it
                share = sum(abs(value) < limit for value in values) / len(values)
                self.assertAlmostEqual(share, limit / 10 + math.erf(limit / math.sqrt(2)) / 2,
                                       delta=0.006)  # fmt: skip
        self.output(*self.GELU, "--shape", "1000", "--special", "0", "--uniform", "2", "3",
                    "--normal", "-7", "0.01", "--out-dir", "u")  # fmt: skip
        values = self.values("u/self.npy")
        uniform = [value for value in values if value > 0]
        self.assertTrue(400 < len(uniform) < 600 and min(uniform) >= 2 and max(uniform) <= 3)
        self.assertTrue(all(abs(value + 7) < 0.06 for value in values if value < 0))

    def test_special_values(self) -> None:
        self.output("gen", "hardtanh_backward", "--min", "-1", "--max", "2", "--shape", "2000",
                    "--special", "1", "--dtype", "float16", "--out-dir", "t")  # fmt: skip
        ordinary = {0.0, 2**-24, 2**-14 - 2**-24, 2**-14, 65504.0, math.inf}
        ordinary |= {-value for value in ordinary}
        kinks = {-1.0, -1 - 2**-10, -1 + 2**-10, 2.0, 2 - 2**-9, 2 + 2**-9}
        for name, expected in (("self", ordinary | kinks), ("gradOutput", ordinary)):
            values = self.values(f"t/{name}.npy")
            self.assertEqual({value for value in values if not math.isnan(value)}, expected)
            self.assertTrue(any(math.isnan(value) for value in values))
            self.assertTrue(any(math.copysign(1, value) < 0 for value in values if value == 0))
        self.output("gen", "softplus_backward", "--beta", "1", "--threshold", "20", "--shape",
                    "500", "--dtype", "self=int64", "--special", "0.5", "--out-dir", "i")  # fmt: skip
        integers = self.values("i/self.npy")
        self.assertEqual((min(integers), max(integers)), (-(2**63), 2**63 - 1))
        self.assertGreater(len(set(integers)), 8)
        self.assertAlmostEqual(self.share_of_specials(), 2**-6, delta=0.004)

    def share_of_specials(self) -> float:
        self.output(*self.GELU, "--shape", "20000", "--out-dir", "s")
        values = self.values("s/gradOutput.npy")
        return sum(not 2**-100 < abs(value) < 100 for value in values) / len(values)

    def test_same_bytes_everywhere(self) -> None:
        options = ("gen", "logit_grad", "--eps", "0.25", "--shape", "3,50000", "--seed", "7")
        manifest = json.loads(self.output(*options, "--threads", "1", "--out-dir", "a", "--json"))
        self.output(*options, "--threads", "5", "--out-dir", "b")
        self.output(*options[:-1], "8", "--out-dir", "c")
        files = sorted(path.name for path in (self.folder / "a").iterdir())
        self.assertEqual(
            files, ["dy.npy", "manifest.json", "out.golden.npy", "out.rounded.npy", "x.npy"]
        )
        for name in files:
            content = (self.folder / "a" / name).read_bytes()
            self.assertEqual((self.folder / "b" / name).read_bytes(), content)
            self.assertNotEqual((self.folder / "c" / name).read_bytes(), content)
        self.assertEqual(json.loads((self.folder / "a/manifest.json").read_text()), manifest)
        self.assertEqual((manifest["openaclnn"], manifest["seed"]), (VERSION, 7))
        self.assertEqual(manifest["attributes"], {"eps": 0.25})
        for array in manifest["arrays"]:
            content = (self.folder / "a" / array["file"]).read_bytes()
            self.assertEqual(array["sha256"], hashlib.sha256(content).hexdigest())
        self.assertEqual(
            manifest["arrays"][0]["sha256"],
            "24dace64808ab8a2f03d4377e80c47ab627921b80f831dc7c39057ea07ac734c",
        )

    def test_empty_and_single(self) -> None:
        self.output("gen", "prelu_backward", "--shape", "0,2", "--out-dir", "t")
        self.assertEqual(self.values("t/gradInput.golden.npy"), [])
        self.assertEqual(self.values("t/gradWeight.golden.npy"), [0, 0])

    def test_operators_without_golden_values_say_so(self) -> None:
        for name, why in (("Cast", "only moves elements"), ("InplaceZero", "only moves elements"),
                          ("ReduceSum", "is of the kind reduction"), ("Mm", "is of the kind product"),
                          ("InplaceRelu", "computes in place; Relu has the same values")):
            self.refuses(USAGE, f"gen: {name} {why}", "gen", name, "--shape", "4")
            self.assertIn(why, " ".join(self.output("gen", name, "--help").split()))

    def test_wrong_input(self) -> None:
        small = (*self.GELU, "--shape", "4")
        self.refuses(USAGE, "no operator gelu_bakward, did you mean", "gen", "gelu_bakward")
        self.refuses(USAGE, "gen: an operator is missing", "gen")
        self.refuses(USAGE, "--shape is required", *self.GELU)
        self.refuses(USAGE, "--approximate is required", "gen", "gelu_backward_v2", "--shape", "4")
        for shape in ("4,", "4,,4", "-4", "4x4", ",", "x=4", "9999999999,9999999999"):
            self.refuses(USAGE, f"--shape {shape}: ", *self.GELU, "--shape", shape)
        self.refuses(USAGE, "given twice", *small, "--shape", "5")
        self.refuses(USAGE, "no such dtype, did you mean float16", *small, "--dtype", "flaot16")
        self.refuses(USAGE, "no interval", *small, "--uniform", "2", "-2")
        self.refuses(USAGE, "no mean and deviation", *small, "--normal", "0", "-1")
        self.refuses(USAGE, "--special", *small, "--special", "1.5")
        self.refuses(BAD_DATA, "the shape of self is missing", *self.GELU, "--shape",
                     "gradOutput=4")  # fmt: skip
        self.refuses(BAD_DATA, "no common broadcast shape", *small, "--shape", "self=3")
        self.refuses(BAD_DATA, "DOUBLE", *small, "--dtype", "double")
        (self.folder / "gelu_backward_v2").mkdir()
        self.refuses(BAD_DATA, "gelu_backward_v2: cannot be made: File exists", *small)
        self.refuses(BAD_DATA, "nix/t: cannot be made: No such file", *small, "--out-dir", "nix/t")

    def test_too_large_for_the_disk(self) -> None:
        self.refuses(BAD_DATA, "t: needs 2[0-9.]* EB, but the disk has only .*B free", *self.GELU,
                     "--shape", "100000000,1000000000", "--out-dir", "t")  # fmt: skip
        self.refuses(USAGE, "--out-dir -: a test case has several files", *self.GELU, "--shape",
                     "4", "--out-dir", "-")  # fmt: skip

    def test_interrupted(self) -> None:
        """Signals leave nothing; what SIGKILL leaves, the next run for that name removes."""

        def run_until(number: int) -> None:
            process = subprocess.Popen(
                [PROGRAM, *self.GELU, "--shape", "4000,4000", "--out-dir", "t", "--quiet"],
                cwd=self.folder, env=self.environment, stderr=subprocess.PIPE,
            )  # fmt: skip
            while not list(self.folder.glob(".t.*/.*")):
                self.assertIsNone(process.poll())
            process.send_signal(number)
            self.assertEqual(process.communicate(timeout=60)[1], b"")
            self.assertEqual(process.returncode, -number)

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            run_until(number)
            self.assertEqual(list(self.folder.iterdir()), [])
        run_until(signal.SIGKILL)
        self.assertEqual(len(list(self.folder.iterdir())), 1)
        others = self.folder / ".t.notes"
        others.touch()
        self.output(*self.GELU, "--shape", "4", "--out-dir", "t")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), [".t.notes", "t"])

    def test_no_space(self) -> None:
        self.largest_file = 20000  # the inputs fit, the golden values do not
        self.refuses(BAD_DATA, "File too large", *self.GELU, "--shape", "4000")


class Compare(Program):
    def setUp(self) -> None:
        super().setUp()
        self.save("g.npy", [1, 2, -4, 8, 16, 32], (2, 3), "<f8")
        self.save("a.npy", [1, 2, -4, 8 + 2**-19, 16, 32], (2, 3))
        self.save("b.npy", [1, 2, -4, 8.5, 16, 32], (2, 3))

    def differs(self, *arguments: str) -> str:
        result = self.run_program("compare", *arguments)
        self.assertEqual((result.returncode, result.stderr), (DIFFERS, ""))
        return result.stdout

    def test_verdicts(self) -> None:
        text = self.output("compare", "a.npy", "g.npy")
        self.assertIn("a.npy passes the standard mixed", text)
        self.assertIn("[1, 0]  8.00000191       8    2", text)
        text = self.differs("b.npy", "g.npy")
        self.assertIn("b.npy fails the standard mixed", text)
        self.assertIn("FAIL max absolute error 0.5 is not <= 0.01", text)
        text = self.differs("b.npy", "g.npy", "--standard", "mere")
        self.assertIn("b.npy fails the standard mere", text)
        ulp = ("a.npy", "g.npy", "--standard", "ulp", "--max-ulp")
        self.output("compare", *ulp, "2")
        self.assertIn("max ULP error 2 is not <= 1.5", self.differs(*ulp, "1.5"))

    def test_two_results(self) -> None:
        text = self.differs("a.npy", "b.npy", "--golden", "g.npy")
        self.assertIn("a.npy passes the standard mixed", text)
        self.assertIn("b.npy fails the standard mixed", text)
        double = ("--golden", "g.npy", "--standard", "double", "--level")
        self.assertIn("passes the standard double L2",
                      self.output("compare", "a.npy", "b.npy", *double, "L2"))  # fmt: skip
        self.differs("b.npy", "a.npy", *double, "L0")
        report = json.loads(self.differs("b.npy", "a.npy", *double, "L1", "--json"))
        self.assertEqual([c["file"] for c in report["candidates"]], ["b.npy", "a.npy"])
        self.assertEqual(report["verdicts"][0]["criteria"][0]["found"], 2**18)

    def test_inputs_broadcast(self) -> None:
        self.save("x.npy", [10, 20, 30], (3,))
        self.save("y.npy", [-1, -2], (2, 1), "<i8")
        report = json.loads(self.differs("b.npy", "g.npy", "--input", "self=x.npy", "--input",
                                         "y=y.npy", "--json"))  # fmt: skip
        (worst,) = report["candidates"][0]["worst"]
        self.assertEqual((worst["index"], worst["inputs"]), ([1, 0], {"self": 10, "y": -2}))
        self.save("z.npy", [1, 2], (2,))
        self.refuses(BAD_DATA, r"z.npy: has the shape \[2\], which does not broadcast",
                     "compare", "a.npy", "g.npy", "--input", "z=z.npy")  # fmt: skip
        self.refuses(USAGE, "expected NAME=FILE", "compare", "a.npy", "g.npy", "--input", "x.npy")

    def test_mismatches(self) -> None:
        nan, inf = math.nan, math.inf
        self.save("n.npy", [1, 2, nan, 8, 16, inf], (2, 3))
        text = self.differs("n.npy", "g.npy")
        self.assertIn("mismatches: 1 NaN, 1 Inf, 0 sign", text)
        self.assertIn("FAIL NaN and Inf mismatches 2 is not <= 0", text)
        self.assertIn("[0, 2]     nan      -4  inf", text)
        self.output("compare", "n.npy", "n.npy")

    def test_tolerance(self) -> None:
        """As numpy.allclose has it: |a - b| <= atol + rtol |b|."""
        text = self.output("compare", "b.npy", "g.npy", "--rtol", "0.0625", "--atol", "0")
        self.assertIn("b.npy passes the standard close (rtol 0.0625, atol 0)", text)
        self.output("compare", "b.npy", "g.npy", "--rtol", "0", "--atol", "0.5")
        text = self.differs("b.npy", "g.npy", "--rtol", "0.06", "--atol", "0")
        self.assertIn("FAIL elements not close 1 is not <= 0", text)
        self.differs("b.npy", "g.npy", "--standard", "close")
        self.output("compare", "a.npy", "g.npy", "--standard", "close")  # 1e-5 and 1e-8
        self.output("compare", "g.npy", "g.npy", "--rtol", "0", "--atol", "0")  # DOUBLE
        self.save("h.npy", [1, 2, -4, 8 + 2**-40, 16, 32], (2, 3), "<f8")
        self.differs("h.npy", "g.npy", "--rtol", "0", "--atol", "0")
        self.refuses(USAGE, "--rtol is of --standard close", "compare", "a.npy", "g.npy",
                     "--standard", "ulp", "--rtol", "1")  # fmt: skip

    def test_tolerance_of_specials(self) -> None:
        self.save("n.npy", [math.nan, math.inf, -math.inf], (3,))
        self.save("m.npy", [math.nan, math.inf, math.inf], (3,))
        self.assertIn("not close 1 is", self.differs("n.npy", "n.npy", "--rtol", "1"))
        self.output("compare", "n.npy", "n.npy", "--rtol", "0", "--equal-nan")
        self.assertIn("not close 1 is", self.differs("n.npy", "m.npy", "--equal-nan"))

    def test_integers(self) -> None:
        close = ("--rtol", "0", "--atol")
        for descr, values in (
            ("<i8", [-(2**63), 2**63 - 1, 2**60]),
            ("<u8", [0, 2**64 - 1, 2**63]),
            ("<i4", [-(2**31), 2**31 - 1, 0]),
            ("<u2", [0, 65535, 32768]),
            ("|i1", [-128, 127, 5]),
        ):
            self.save("i.npy", values, (3,), descr)
            self.save("k.npy", [*values[:2], values[2] + 1], (3,), descr)
            self.output("compare", "i.npy", "i.npy", *close, "0")
            text = self.differs("k.npy", "i.npy", *close, "0")
            self.assertIn("FAIL elements not close 1 is not <= 0", text)
            self.assertIn("largest 1,", text)
            self.output("compare", "k.npy", "i.npy", *close, "1")
        self.save("t.npy", [1, 0, 1], (3,), "|b1")
        self.save("f.npy", [1, 1, 1], (3,), "|b1")
        self.save("n.npy", [1, 0, 1], (3,))
        self.output("compare", "t.npy", "t.npy", *close, "0")
        self.differs("t.npy", "f.npy", *close, "0.5")
        self.refuses(BAD_DATA, "t.npy: holds BOOL, for which the precision standards have no numb"
                     ".*--rtol", "compare", "t.npy", "t.npy")  # fmt: skip
        self.refuses(BAD_DATA, "t.npy: holds BOOL, which cannot be golden for FLOAT", "compare",
                     "n.npy", "t.npy")  # fmt: skip

    def test_pictures(self) -> None:
        shown = self.output("compare", "a.npy", "g.npy", "--histogram", "--plot", "a.svg")
        self.assertRegex(shown, r"\n +0 │█+ +5 +83.3 %\n")
        self.assertIn("<svg", (self.folder / "a.svg").read_text())
        self.output("compare", "a.npy", "g.npy", "--plot", "a.png")
        self.assertEqual((self.folder / "a.png").read_bytes()[:4], b"\x89PNG")
        self.refuses(USAGE, "x.png or x.svg", "compare", "a.npy", "g.npy", "--plot", "a.gif")
        self.refuses(BAD_DATA, "nix/a.png", "compare", "a.npy", "g.npy", "--plot", "nix/a.png")

    def test_bfloat16(self) -> None:
        self.save("u.npy", [0x3F80, 0x4000], (2,), "<u2")
        self.save("v.npy", [1, 2.03125], (2,))
        self.refuses(BAD_DATA, "for UINT16 of u.npy; UINT16 may be BFLOAT16", "compare", "u.npy",
                     "v.npy")  # fmt: skip
        text = self.output("compare", "u.npy", "v.npy", "--bfloat16")
        self.assertIn("2 elements of BFLOAT16", text)
        self.assertIn("largest 2,", text)

    def test_wrong_input(self) -> None:
        self.refuses(USAGE, "B is required", "compare", "a.npy")
        self.refuses(USAGE, "--golden, which is missing", "compare", "a.npy", "b.npy",
                     "--standard", "double")  # fmt: skip
        self.refuses(USAGE, "--level is of", "compare", "a.npy", "g.npy", "--level", "L1")
        self.refuses(USAGE, "--max-ulp is of", "compare", "a.npy", "g.npy", "--max-ulp", "1")
        self.refuses(USAGE, "--standard", "compare", "a.npy", "g.npy", "--standard", "mix")
        self.refuses(BAD_DATA, "nix.npy: cannot be read", "compare", "a.npy", "nix.npy")
        self.save("other.npy", [1, 2], (2,))
        self.refuses(BAD_DATA, r"a.npy: has the shape \[2, 3\], but other.npy has \[2\]",
                     "compare", "a.npy", "other.npy")  # fmt: skip
        self.refuses(BAD_DATA, "a.npy: holds FLOAT, which cannot be golden for DOUBLE",
                     "compare", "g.npy", "a.npy", "--standard", "ulp")  # fmt: skip
        self.refuses(BAD_DATA, "g.npy: holds DOUBLE, for which the precision standards have no",
                     "compare", "g.npy", "g.npy")  # fmt: skip
        with (self.folder / "a.npy").open("r+b") as file:
            file.truncate(file.seek(0, os.SEEK_END) - 1)
        self.refuses(BAD_DATA, "a.npy: ", "compare", "a.npy", "g.npy")


class Measure(Program):
    def test_sweep_keeps_the_promises(self) -> None:
        # A few thousand floats for each operator and binade; tests/ops has all numbers of 16 bits.
        thin = ("sweep", "--quiet", "--threads", "1", "--step", "130003", "--samples", "2000",
                "--out-dir", "results")  # fmt: skip
        wide = ("--dtype", "float", "--dtype", "double")
        lines = self.output(*thin, *wide, "--grad", "none", "--grad", "one").splitlines()
        lines += self.output(*thin, "--grad", "random", "--dtype", "float").splitlines()
        lines += self.output(*thin, "logit", "silu", "--grad", "none", "--dtype", "float16", "--dtype",
                             "bfloat16").splitlines()  # fmt: skip
        self.assertGreater(len(lines), 50)
        for line in lines:
            self.assertRegex(line, " 0 mismatches  ok$")
        self.assertEqual(len(list((self.folder / "results").iterdir())), len(lines))

    def test_sweep_of_an_operator(self) -> None:
        text = self.output("sweep", "gelu_backward_v2", "--dtype", "float16", "--grad", "one",
                           "--quiet")  # fmt: skip
        names = [line.split()[0] for line in text.splitlines()]
        self.assertEqual(names, ["gelu-none", "gelu-tanh"])
        self.refuses(USAGE, "no operator gelu_bckward, did you mean", "sweep", "gelu_bckward")
        self.refuses(USAGE, "--low is above --high", "sweep", "--low", "2", "--high", "1")

    def test_sweep_has_every_operator(self) -> None:
        operators = self.of_elements()
        swept = {name for name in operators if self.run_program("sweep", name, "--list").returncode == PASS}
        # The kernels of aclnnGeGluV3 are those of aclnnGeGlu; docs/accuracy.md says what of rows is swept.
        others = {"aclnnGeGluV3", "aclnnGeGluV3Backward", "aclnnLogSoftmaxBackward",
                  "aclnnSoftmaxCrossEntropyWithLogits", "aclnnNanToNum"}  # fmt: skip
        self.assertEqual(operators - swept, others | OTHERS)

    def test_sweep_in_pieces(self) -> None:
        options = ["--operator", "hardtanh", "--step", "1000003", "--low=-1.5", "--seed", "3"]
        self.output("sweep", "--quiet", *options, "--out-dir", "whole")
        pieces = self.output("sweep", "--list", *options).splitlines()
        self.assertEqual(len(pieces), 6)  # three dtypes, each with two kinds of gradients
        for piece in pieces:
            self.output(*piece.split(), "--quiet", "--out-dir", "pieces")
        files = sorted(path.name for path in (self.folder / "whole").iterdir())
        self.assertEqual(files, sorted(path.name for path in (self.folder / "pieces").iterdir()))
        for name in files:
            texts = [(self.folder / part / name).read_text() for part in ("whole", "pieces")]
            self.assertEqual(*texts)
        self.assertEqual(self.output("sweep", "--list", "logit", "--dtype", "bfloat16"),
                         "sweep logit --dtype bfloat16 --grad one\n"
                         "sweep logit --dtype bfloat16 --grad random\n")  # fmt: skip
        self.refuses(USAGE, "no such operator takes that dtype", "sweep", "--list", "logit",
                     "--dtype", "double")  # fmt: skip

    def test_bench(self) -> None:
        rows = json.loads(self.output("bench", "logit_grad", "--elements", "65536", "--json"))
        text = self.output("bench", "logit_grad", "--elements", "8", "--dtype", "bfloat16")
        self.assertRegex(text.splitlines()[1], "^logit +bfloat16 +dense +8 ")
        self.assertEqual(len(text.splitlines()), 2)
        self.assertEqual([row["dtype"] for row in rows], ["FLOAT", "BFLOAT16", "FLOAT16"])
        for row in rows:
            self.assertEqual(row["operator"], "aclnnLogitGrad")
            # Two arrays read, one written: the table's figures agree with each other.
            size = 4 if row["dtype"] == "FLOAT" else 2
            speed = 3 * size * 65536 / row["nanoseconds"]
            self.assertAlmostEqual(row["gigabytes_per_second"], speed, delta=1e-6 * speed)

    def test_bench_has_every_operator(self) -> None:
        rows = json.loads(self.output("bench", "--elements", "8", "--dtype", "float", "--seconds", "0.001",
                                      "--json", "--quiet"))  # fmt: skip
        benched = {row["operator"] for row in rows}
        self.assertEqual((self.of_elements() | WHOLE) - benched, OTHERS)

    def test_bench_beside_an_earlier_result(self) -> None:
        bench = ("bench", "logit_grad", "--elements", "8")
        rows = json.loads(self.output(*bench, "--dtype", "float", "--json"))
        for row in rows:
            row["nanoseconds"] *= 1000
        (self.folder / "old.json").write_text(json.dumps(rows))
        again = json.loads(self.output(*bench, "--compare", "old.json", "--json"))
        self.assertEqual(again[0]["earlier_nanoseconds"], rows[0]["nanoseconds"])
        ratio = again[0]["nanoseconds"] / rows[0]["nanoseconds"]
        self.assertAlmostEqual(again[0]["time_ratio"], ratio, delta=1e-6 * ratio)
        self.assertTrue(1e-5 < ratio < 0.1)
        self.assertNotIn("time_ratio", again[1])  # not in the earlier result
        lines = self.output(*bench, "--compare", "old.json").splitlines()
        self.assertRegex(lines[0], "GB/s +earlier +ratio$")
        self.assertRegex(lines[1], rf" {rows[0]['nanoseconds'] / 1000:.3f} +0\.0\d\d$")
        self.assertRegex(lines[2], " - +-$")
        (self.folder / "bad.json").write_text("[{}]")
        self.refuses(BAD_DATA, "bad.json: is no result of openaclnn bench --json", *bench,
                     "--compare", "bad.json")  # fmt: skip
        self.refuses(BAD_DATA, "nix.json: cannot be read: No such", *bench, "--compare", "nix.json")

    def test_bench_of_what_there_is_not(self) -> None:
        self.refuses(USAGE, "no operator logit_grd", "bench", "logit_grd")
        self.refuses(USAGE, "no case", "bench", "LogitGrad", "--elements", "7")


class Doctor(Program):
    def report(self) -> tuple[int, dict]:
        result = self.run_program("doctor", "--json")
        self.assertEqual(result.stderr, "")
        return result.returncode, json.loads(result.stdout)

    def complains(self, pattern: str) -> None:
        code, report = self.report()
        self.assertEqual(code, DIFFERS)
        problems = [problem["problem"] for problem in report["problems"]]
        self.assertEqual(len(problems), 1, problems)
        self.assertRegex(problems[0], pattern)
        self.assertTrue(report["problems"][0]["remedy"])
        text = self.run_program("doctor")
        self.assertEqual(text.returncode, DIFFERS)
        self.assertIn(f"* {problems[0]}\n    Remedy: ", text.stdout)

    def with_library(self, name: str, source: str) -> None:
        """Compiles a library into a folder that the loader searches first."""
        file = self.folder / f"{name}.c"
        file.write_text(source)
        library = self.folder / f"{name}.so"
        subprocess.check_call(["cc", "-shared", "-fPIC", "-o", str(library), str(file)])
        self.environment["LD_LIBRARY_PATH"] = f"{self.folder}:{LIBRARIES}"

    def with_adapter(self, source: str) -> Path:
        """Puts a library in the place of the adapter's."""
        folder = self.folder / "venv/lib/python3.9/site-packages/torch_npu/lib"
        folder.mkdir(parents=True)
        (folder.parents[1] / "torch_npu-1.2.3.dist-info").mkdir()
        library = folder / "libtorch_npu.so"
        file = self.folder / "adapter.c"
        file.write_text(source)
        subprocess.check_call(["cc", "-shared", "-fPIC", "-o", str(library), str(file)])
        self.environment["VIRTUAL_ENV"] = str(self.folder / "venv")
        self.environment["LD_LIBRARY_PATH"] = LIBRARIES
        return library

    def with_driver(self, init: int) -> None:
        """Puts a driver of one GPU in the place of NVIDIA's; `init`: what its cuInit returns."""
        self.with_library("libcuda", f"""
            #include <string.h>
            int cuInit(unsigned flags) {{ return {init}; }}
            int cuDriverGetVersion(int *version) {{ *version = 13020; return 0; }}
            int cuDeviceGetCount(int *count) {{ *count = 1; return 0; }}
            int cuDeviceGet(int *device, int number) {{ *device = number + 7; return 0; }}
            int cuDeviceGetName(char *name, int size, int device) {{
                strcpy(name, device == 7 ? "a GPU" : "?");
                return 0;
            }}
        """)
        (self.folder / "libcuda.so").rename(self.folder / "libcuda.so.1")

    def with_device_code(self, version: str) -> None:
        """Puts device code of a version in the place of what may be built here."""
        self.with_library("libopenaclnn_cuda", f'const char openaclnn_cuda_code[] = "{version}";')
        (self.folder / "libopenaclnn_cuda.so").rename(self.folder / "libopenaclnn_cuda.so.0")

    def test_gpus(self) -> None:
        self.with_driver(0)
        code, report = self.report()
        self.assertEqual((code, report["machine"]["cuda_used"]), (PASS, False))
        self.with_device_code(VERSION)
        self.assertEqual(report["machine"]["cuda"], "driver 13.2, 1 device: a GPU")
        self.environment["OPENACLNN_DEVICE"] = "cuda:0"
        code, report = self.report()
        self.assertEqual((code, report["machine"]["cuda_used"]), (PASS, True))
        text = self.run_program("doctor").stdout
        self.assertIn(f"1 device: a GPU; device code {VERSION}; OPENACLNN_DEVICE asks", text)

    def test_device_code_of_another_version(self) -> None:
        self.with_driver(0)
        self.with_device_code("9.9")
        self.environment["OPENACLNN_DEVICE"] = "cuda"
        self.complains("OPENACLNN_DEVICE asks for a GPU, but the device code is 9.9")

    def test_a_gpu_that_is_not_there(self) -> None:
        self.with_driver(100)
        self.environment["OPENACLNN_DEVICE"] = "cuda"
        self.with_device_code(VERSION)
        self.complains("OPENACLNN_DEVICE asks for a GPU, but there is none: a driver library, but cuInit returns 100")

    def test_an_adapter_of_pytorch(self) -> None:
        library = self.with_adapter("""
            int aclrtMalloc(void); int aclopCompileAndExecute(void); int rtlib(void);
            int f(void) { return aclrtMalloc() + aclopCompileAndExecute() + rtlib(); }
            const char *names[] = {"aclnnLogitGrad", "aclnnLogitGradGetWorkspaceSize", "aclnnNix",
                                   "aclnnNixGetWorkspaceSize", "aclnnHardtanhBackward"};
        """)
        code, report = self.report()
        self.assertEqual((code, report["problems"]), (PASS, []))
        self.assertEqual(report["torch_npu"], {
            "version": "1.2.3", "path": str(library), "missing_libraries": [],
            "missing_functions": [], "operators": 2, "operators_here": 1})  # fmt: skip
        self.assertIn("1 of its 2 operators are here", self.run_program("doctor").stdout)

    def test_an_adapter_that_misses_something(self) -> None:
        self.with_adapter("int aclNix(void); int f(void) { return aclNix(); }")
        self.complains("import torch_npu would fail for want of the functions aclNix")

    def test_an_adapter_that_is_no_library(self) -> None:
        self.with_adapter("").write_bytes(b"\x7fELF\x02" + bytes(60))
        code, report = self.report()
        self.assertEqual((code, report["torch_npu"]["operators"]), (PASS, 0))

    def test_healthy(self) -> None:
        self.environment["LD_LIBRARY_PATH"] = LIBRARIES
        self.environment["OPENACLNN_NUM_THREADS"] = "3"
        self.environment["OPENACLNN_SIMD"] = "baseline"
        code, report = self.report()
        self.assertEqual((code, report["problems"]), (PASS, []))
        for library in report["libraries"]:
            path = Path(LIBRARIES, library["name"]).resolve()
            self.assertEqual(library["path"], str(path))
            self.assertEqual(library["openaclnn_version"], VERSION)
        self.assertEqual(report["machine"]["threads_used"], 3)
        least = "neon" if platform.machine() == "aarch64" else "baseline"
        self.assertEqual(report["machine"]["simd_used"], least)
        self.assertEqual(report["settings"]["OPENACLNN_SIMD"], "baseline")

    def test_libraries_not_found(self) -> None:
        self.complains("for want of libascendcl.so, libnnopbase.so, libopapi.so")

    def test_foreign_library(self) -> None:
        self.with_library("libopapi", "int vendor;")
        self.complains("libopapi.so is not openaclnn's, as others are")

    def test_other_version(self) -> None:
        self.with_library("libopapi", 'const char openaclnn_version[] = "0.0.9";')
        code, report = self.report()
        self.assertEqual(code, DIFFERS)
        problems = [problem["problem"] for problem in report["problems"]]
        self.assertRegex(problems[0], "libopapi.so is of openaclnn 0.0.9, this program of")
        self.assertRegex(problems[1], "from several installations")

    def test_library_that_crashes(self) -> None:
        crash = "__attribute__((constructor)) static void f(void) { __builtin_trap(); }"
        self.with_library("libnnopbase", crash)
        _, report = self.report()
        error = report["libraries"][1]["error"]
        self.assertRegex(error, "loading it ends the process: Illegal instruction|Trap")

    def test_wrong_settings(self) -> None:
        self.environment["LD_LIBRARY_PATH"] = LIBRARIES
        self.environment["OPENACLNN_SOC"] = "Ascend9"
        self.complains('OPENACLNN_SOC: is "Ascend9", expected Ascend910, ')
        del self.environment["OPENACLNN_SOC"]
        self.environment["OPENACLNN_THREADS"] = "2"
        self.complains("OPENACLNN_THREADS is no setting, did you mean OPENACLNN_NUM_THREADS")

    def test_headers_elsewhere(self) -> None:
        self.environment["LD_LIBRARY_PATH"] = LIBRARIES
        self.environment["ASCEND_HOME_PATH"] = str(self.folder)
        self.complains("ASCEND_HOME_PATH is .*, where there is no include/acl/acl.h")
        (self.folder / "include/acl").mkdir(parents=True)
        (self.folder / "include/acl/acl.h").touch()
        del self.environment["ASCEND_HOME_PATH"]
        self.environment["CPATH"] = str(self.folder / "include")
        self.complains("CPATH names .*include, which has another acl/acl.h")
        self.environment["ASCEND_HOME_PATH"] = str(self.folder)
        _, report = self.report()
        problems = [problem["problem"] for problem in report["problems"]]
        self.assertRegex(problems[0], r"the headers of .* \(ASCEND_HOME_PATH\) are not openaclnn's")
        self.assertRegex(problems[1], "headers would be taken from .*, but the libraries from")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
