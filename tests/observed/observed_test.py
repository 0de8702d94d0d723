#!/usr/bin/env python3
"""Tests what OPENACLNN_LOG and OPENACLNN_TRACE write about a program.

usage: observed_test.py PROGRAM BASELINE    tests/observed/program.cpp, its least SIMD target
"""
import fcntl
import json
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

PROGRAM = Path(sys.argv.pop(1)).resolve()
BASELINE = sys.argv.pop(1)  # the SIMD target: "SCALAR"
LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z (\d+)/(\d+) "
                  r"(error|warn|info|debug) +(.*)")
ADDRESS = "0x[0-9a-f]+"
MESSAGE = "aclrtFree: devPtr: is null"

Event = dict[str, Any]


class ObservedTest(unittest.TestCase):
    """Runs the program in a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.trace_path = self.folder / "trace.json"
        self.log_path = self.folder / "log"

    def run_program(self, how: str, status: int = 0, **settings: object) -> tuple[str, str]:
        """Its two outputs."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("OPENACLNN_")}
        environment |= {f"OPENACLNN_{name}": str(value) for name, value in settings.items()}
        done = subprocess.run([PROGRAM, how], env=environment, cwd=self.folder, timeout=120,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def lines(self, log: str) -> list[tuple[str, str]]:
        """Level and text of each line."""
        self.assertTrue(log.endswith("\n"))
        return [self.parts(line)[2:] for line in log.splitlines()]

    def parts(self, line: str) -> tuple[str, ...]:
        match = LINE.fullmatch(line)
        self.assertIsNotNone(match, line)
        return match.groups()

    def assert_some(self, pattern: str, texts: list[str]) -> None:
        self.assertTrue(any(re.fullmatch(pattern, text) for text in texts),
                        f"no {pattern} in\n" + "\n".join(texts))

    def trace(self) -> list[Event]:
        return json.loads(self.trace_path.read_text(encoding="ascii"))

    def init(self, **settings: object) -> str:
        """What a program is told whose settings are refused."""
        code, message = self.run_program("init", **settings)[0].splitlines()
        self.assertEqual(code, "100000")
        return message


class LogTest(ObservedTest):

    def test_nothing_is_written_unless_asked(self) -> None:
        output, errors = self.run_program("run")
        self.assertIn(MESSAGE, output)
        self.assertEqual(errors, "")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_error_has_the_messages(self) -> None:
        output, errors = self.run_program("run", LOG="error")
        self.assertEqual(self.lines(errors), [("error", output.strip())])

    def test_warn_has_what_checked_mode_reports_once(self) -> None:
        reports = self.folder / "reports"
        self.run_program("check", LOG=f"warn,file={self.log_path}", CHECK="memory",
                         CHECK_LOG=reports)
        report, summary = reports.read_text().splitlines()
        self.assertIn("double-free", report)
        warnings = [text for level, text in self.lines(self.log_path.read_text())
                    if level == "warn"]
        self.assertEqual(warnings, [report, summary])
        both = self.run_program("check", LOG="warn", CHECK="memory")[1]
        self.assertEqual(both.count("[EZ2005 double-free]"), 1)

    def test_warn_tells_of_settings_that_are_not_obeyed(self) -> None:
        log = self.run_program("init", LOG="warn", TILE="1")[1]
        level, text = self.lines(log)[0]
        self.assertEqual(level, "warn")
        self.assertRegex(text, 'OPENACLNN_TILE: is "1", expected .*; the default is used')

    def test_warn_says_once_that_a_profiler_records_nothing(self) -> None:
        log = self.run_program("ranges", LOG="warn")[1]
        (level, text), = self.lines(log)
        self.assertEqual(level, "warn")
        self.assertRegex(text, "^aclprofInit: There are no timings of a device here")

    def test_info_has_every_call(self) -> None:
        lines = self.lines(self.run_program("run", LOG="info")[1])
        self.assertEqual({level for level, _ in lines}, {"info", "error"})
        texts = [text for level, text in lines if level == "info"]
        self.assert_some(r"aclInit\(configPath=null\) = 0, \d+\.\d{3} us", texts)
        self.assert_some(rf"aclrtMalloc\(size=24, policy=0\) = 0, devPtr={ADDRESS}, .* us", texts)
        self.assert_some(rf"aclrtMemcpy\(dst={ADDRESS}, destMax=24, src={ADDRESS}, count=24, "
                         r"kind=HOST_TO_DEVICE\) = 0, .* us", texts)
        self.assert_some(r"aclCreateTensor\(viewDimsNum=2, dataType=FLOAT, .*\) = 0, tensor=.*, "
                         rf"view=FLOAT \[2, 3\] strides \[1, 2\] at {ADDRESS}, .* us", texts)
        self.assert_some(
            rf"aclnnHardtanhBackwardGetWorkspaceSize\(gradOutput=FLOAT \[2, 3\] at {ADDRESS}, "
            rf"self=FLOAT \[2, 3\] strides \[1, 2\] at {ADDRESS}, min=FLOAT -1, max=FLOAT 1.5, "
            rf"out=FLOAT \[2, 3\] at {ADDRESS}\) = 0, workspaceSize=0, executor={ADDRESS}, .* us",
            texts)
        self.assert_some(r"aclnnHardtanhBackward\(workspace=null, workspaceSize=0, executor=.*, "
                         r"stream=.*, gradOutput=FLOAT \[2, 3\] at .*\) = 0, .* us", texts)
        self.assert_some(r"aclrtFree\(devPtr=null\) = 100000, .* us", texts)
        names = [text.split("(")[0] for text in texts]
        self.assertEqual(names[:3] + names[-3:], ["aclInit", "aclrtSetDevice", "aclrtCreateStream",
                                                  "aclrtDestroyStream", "aclrtResetDevice",
                                                  "aclFinalize"])

    def test_debug_has_plans_and_tasks(self) -> None:
        lines = self.lines(self.run_program("run", LOG="debug", SIMD="baseline", TILE="128",
                                            NUM_THREADS="3")[1])
        texts = [text for level, text in lines if level == "debug"]
        self.assert_some(rf"aclnnHardtanhBackwardGetWorkspaceSize: loop=float, simd={BASELINE}, "
                         r"elements=6, axes=3 x \(4, 8, 4\), 2 x \(12, 4, 12\), tile=128, "
                         r"threads=3", texts)
        for task in "aclnnHardtanhBackward", "aclrtMemcpyAsync":
            begin = texts.index(f"stream 1: {task} begins")
            self.assertEqual(texts[begin + 1], f"stream 1: {task} ends")

    def test_debug_names_the_loop_of_every_dtype(self) -> None:
        lines = self.lines(self.run_program("loops", LOG="debug")[1])
        loops = [re.search(r" loop=([^,]*),", text) for _, text in lines]
        self.assertEqual([loop.group(1) for loop in loops if loop],
                         ["float", "double", "bfloat16", "float16", "int64", "int32", "int32",
                          "int8"])

    def test_a_file_is_added_to_and_is_its_owners(self) -> None:
        for _ in range(2):
            errors = self.run_program("run", LOG=f"error,file={self.log_path}")[1]
            self.assertEqual(errors, "")
        self.assertEqual(len(self.lines(self.log_path.read_text())), 2)
        self.assertEqual(stat.S_IMODE(self.log_path.stat().st_mode), 0o600)

    def test_a_process_may_have_its_own_file(self) -> None:
        self.run_program("run", LOG="error,file=log.%p")
        log, = self.folder.iterdir()
        self.assertEqual(log.name, "log." + self.parts(log.read_text().strip())[0])

    def test_a_symbolic_link_is_refused(self) -> None:
        victim = self.folder / "victim"
        victim.write_text("precious")
        self.log_path.symlink_to(victim)
        for settings in ({"LOG": "info,file=log"}, {"TRACE": "log"},
                         {"CHECK": "1", "CHECK_LOG": "log"}):
            self.assertRegex(self.init(**settings), "cannot be written: it is a symbolic link")
        self.assertEqual(victim.read_text(), "precious")

    def test_a_pipe_that_nobody_reads_is_refused(self) -> None:
        os.mkfifo(self.log_path)
        self.assertRegex(self.init(LOG="info,file=log"), "No such device or address")

    def test_a_child_of_fork_goes_on(self) -> None:
        lines = self.run_program("fork", LOG="error")[1].splitlines()
        (parent, _, _, own), (child, _, _, childs) = sorted(
            (self.parts(line) for line in lines), key=lambda parts: "FreeHost" in parts[3])
        self.assertIn("aclrtFree:", own)
        self.assertIn("aclrtFreeHost:", childs)
        self.assertNotEqual(parent, child)


class TraceTest(ObservedTest):

    def spans(self, category: str) -> dict[str, list[Event]]:
        """The spans of a category, by name, in the order of their times."""
        found: dict[str, list[Event]] = {}
        for event in sorted((e for e in self.trace() if e["ph"] == "X" and e["cat"] == category),
                            key=lambda event: event["ts"]):
            found.setdefault(event["name"], []).append(event)
        return found

    def check_operator(self) -> None:
        """The second phase starts the task, on the row of its stream, and an arrow says so."""
        calls, tasks = self.spans("call"), self.spans("task")
        plan, = calls["aclnnHardtanhBackwardGetWorkspaceSize"]
        launch, = calls["aclnnHardtanhBackward"]
        task, = tasks["aclnnHardtanhBackward"]
        self.assertRegex(plan["args"]["self"], rf"^FLOAT \[2, 3\] strides \[1, 2\] at {ADDRESS}$")
        self.assertEqual(plan["args"]["workspaceSize"], 0)
        self.assertEqual(plan["args"]["elements"], 6)
        self.assertRegex(task["args"]["out"], rf"^FLOAT \[2, 3\] at {ADDRESS}$")
        self.assertLessEqual(plan["ts"] + plan["dur"], launch["ts"])
        flows = [event for event in self.trace() if event["ph"] in "sf"
                 and event["name"] == "aclnnHardtanhBackward"]
        begin, end = sorted(flows, key=lambda event: event["ts"])
        self.assertEqual((begin["ph"], end["ph"], end["bp"]), ("s", "f", "e"))
        self.assertEqual(begin["id"], end["id"])
        self.assertEqual((begin["tid"], end["tid"]), (launch["tid"], task["tid"]))
        self.assertTrue(launch["ts"] <= begin["ts"] <= launch["ts"] + launch["dur"])
        self.assertEqual(end["ts"], task["ts"])
        self.assertGreaterEqual(task["ts"], begin["ts"])
        self.assertNotEqual(launch["tid"], task["tid"])
        rows = {event["tid"]: event["args"]["name"] for event in self.trace()
                if event["name"] == "thread_name"}
        self.assertEqual(rows[task["tid"]], "stream 1")

    def test_has_calls_tasks_copies_and_allocations(self) -> None:
        self.assertEqual(self.run_program("run", TRACE=self.trace_path)[1], "")
        self.check_operator()
        calls = self.spans("call")
        self.assertEqual([event["args"]["size"] for event in calls["aclrtMalloc"]], [24] * 3)
        self.assertEqual([event["args"]["devPtr"] for event in calls["aclrtMalloc"]],
                         [event["args"]["devPtr"] for event in calls["aclrtFree"][1:]])
        self.assertEqual(calls["aclrtFree"][0]["args"], {"devPtr": "null", "return": 100000})
        copy = calls["aclrtMemcpy"][0]["args"]
        self.assertEqual((copy["count"], copy["kind"]), (24, "HOST_TO_DEVICE"))
        self.assertEqual(len(calls["aclrtSynchronizeStream"]), 2)
        self.assertEqual(self.spans("task")["aclrtMemcpyAsync"][0]["args"]["kind"],
                         "DEVICE_TO_DEVICE")
        process = self.trace()[0]
        self.assertEqual((process["name"], process["args"]["name"]),
                         ("process_name", "observed_program"))
        self.assertEqual(stat.S_IMODE(self.trace_path.stat().st_mode), 0o600)

    def test_room_for_a_text_is_an_address(self) -> None:
        self.run_program("texts", TRACE=self.trace_path)
        call, = self.spans("call")["aclsysGetVersionStr"]
        self.assertEqual(call["args"]["pkgName"], "runtime")
        self.assertRegex(call["args"]["versionStr"], rf"^{ADDRESS}$")

    def test_has_marks_and_ranges(self) -> None:
        self.run_program("ranges", TRACE=self.trace_path)
        marks, ranges, calls = self.spans("mark"), self.spans("range"), self.spans("call")
        self.assertEqual(list(marks), ["forward", "moment", "loaded", "shown"])
        self.assertEqual(list(ranges), ["step", "forward", "backward", "outer", "inner"])
        for event in (*marks.values(), *ranges.values()):
            name, domain = event[0]["name"], {"domain": "data"}
            self.assertEqual(event[0]["args"], domain if name in ("inner", "loaded") else {})
            self.assertEqual(event[0]["tid"], calls["aclInit"][0]["tid"])
        for outer, inner in (("step", ranges["forward"]), ("step", ranges["backward"]),
                             ("forward", marks["moment"]), ("outer", ranges["inner"]),
                             ("inner", marks["loaded"])):
            around, within = ranges[outer][0], inner[0]
            self.assertLessEqual(around["ts"], within["ts"])
            self.assertLessEqual(within["ts"] + within["dur"], around["ts"] + around["dur"])
        self.assertEqual(marks["moment"][0]["dur"], 0)
        begun, ended = calls["aclprofRangeStart"][0], calls["aclprofRangeStop"][0]
        self.assertNotEqual(begun["tid"], ended["tid"])
        self.assertGreaterEqual(ranges["backward"][0]["dur"],
                                ended["ts"] - begun["ts"] - begun["dur"])

    def test_is_whole_after_abort(self) -> None:
        self.run_program("abort", status=-signal.SIGABRT, TRACE=self.trace_path)
        self.check_operator()
        self.assertNotIn("aclFinalize", self.spans("call"))

    def test_an_older_trace_is_replaced(self) -> None:
        self.trace_path.write_text("x" * 1_000_000)
        self.run_program("run", TRACE=self.trace_path)
        self.check_operator()

    def test_a_child_of_fork_adds_nothing(self) -> None:
        self.run_program("fork", TRACE=self.trace_path)
        self.check_operator()
        self.assertNotIn("aclrtFreeHost", self.spans("call"))
        self.assertEqual(len({event["pid"] for event in self.trace()}), 1)

    def test_a_full_disk_ends_it(self) -> None:
        log = self.run_program("full", TRACE=self.trace_path, LOG="warn")[1]
        self.assertIn(("warn", "OPENACLNN_TRACE: the file cannot grow; the trace ends"),
                      self.lines(log))
        self.assertGreater(len(self.trace()), 3)
        self.assertNotIn("aclFinalize", self.spans("call"))

    def test_one_process_at_a_time(self) -> None:
        with self.trace_path.open("w") as mine:
            fcntl.flock(mine, fcntl.LOCK_EX)
            self.assertRegex(self.init(TRACE=self.trace_path), "another process is writing it")


if __name__ == "__main__":
    unittest.main(verbosity=2)
