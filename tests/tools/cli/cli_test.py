"""Runs the program openaclnn as a user does.

usage: cli_test.py PROGRAM LIBRARIES VERSION [unittest option...]
  LIBRARIES: the folder of the three libraries of the build
"""

import json
import os
import re
import resource
import shutil
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

    def values(self, name: str) -> list[float]:
        return npy.load(self.folder / name)[0]


class Frame(Program):
    def test_version(self) -> None:
        self.assertEqual(self.output("--version"), f"openaclnn {VERSION}\n")

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
        for command in ("list", "describe", "run", "sweep", "bench", "doctor"):
            self.assertRegex(text, rf"\n  {command} ")
            self.assertIn("--help", self.output(command, "--help"))

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
        self.assertEqual(complete("openaclnn", "run", "Logit"), ["LogitGrad"])
        self.assertEqual(complete("openaclnn", "describe", "Gelu"), ["GeluBackwardV2"])
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
        for entry in json.loads(self.output("list", "--json")):
            found = json.loads(self.output("describe", entry["name"], "--json"))
            self.assertEqual(found["formula"], entry["formula"])
            plan, run = found["prototypes"]
            self.assertTrue(plan.startswith(f"aclnnStatus {entry['name']}GetWorkspaceSize("))
            self.assertTrue(plan.endswith("uint64_t* workspaceSize, aclOpExecutor** executor);"))
            self.assertTrue(run.startswith(f"aclnnStatus {entry['name']}(void* workspace"))
            for argument in found["arguments"]:
                self.assertGreater(len(argument["description"]), 10, argument)
                self.assertIn(f"{argument['name']}", plan)
            self.assertTrue(found["special_values"].startswith("Special values"), entry)
            self.assertTrue(found["accuracy"].startswith("Accuracy"), entry)
            self.assertGreater(len(found["rules"]), 3)
            products = [name for group in found["dtypes"] for name in group["products"]]
            self.assertEqual(sorted(products), sorted(found["products"]))

    def test_names_and_text(self) -> None:
        text = self.output("describe", "aclnnHardtanhBackward")
        self.assertEqual(text, self.output("describe", "HardtanhBackward"))
        self.assertEqual(text, self.output("describe", "hardtanh_backward"))
        self.assertIn("Accuracy: exact.", text)
        self.assertIn("The dtype of out is that of self.", text)

    def test_dtypes_of_products(self) -> None:
        found = json.loads(self.output("describe", "GeluBackwardV2", "--json"))
        of = {p: group["tensors"] for group in found["dtypes"] for p in group["products"]}
        self.assertEqual(of["Ascend910"]["gradInput"], ["FLOAT", "FLOAT16"])
        self.assertEqual(of["Ascend910B"]["gradInput"], ["FLOAT", "FLOAT16", "BFLOAT16"])
        self.assertIn("INT64", of["Ascend910B"]["self"])
        self.assertNotIn("DOUBLE", of["Ascend910B"]["self"])

    def test_unknown_operators(self) -> None:
        for wrong, right in (
            ("gelu_bakward", "gelu_backward_v2"),
            ("aclnnLogitGrd", "aclnnLogitGrad"),
            ("SoftplusBackwards", "SoftplusBackward"),
            ("prelu", "PreluBackward"),
        ):
            self.refuses(USAGE, f"no operator {wrong}, did you mean {right}", "describe", wrong)
        self.refuses(USAGE, "no operator matmul; openaclnn list", "describe", "matmul")


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


class Measure(Program):
    def test_sweep_keeps_the_promises(self) -> None:
        # A few thousand floats for each operator, gradient and binade.
        text = self.output("sweep", "--quiet", "--threads", "1", "--step", "130003", "--samples",
                           "2000", "--output", "results")  # fmt: skip
        lines = text.splitlines()
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
        self.assertEqual(report["machine"]["simd_used"], "baseline")
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
