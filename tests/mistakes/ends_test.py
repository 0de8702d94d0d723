#!/usr/bin/env python3
"""The end of programs in checked mode: the line of summary, and their exit status.

usage: ends_test.py PROGRAM LIBRARY    PROGRAM: ends/ends.cpp; LIBRARY: libascendcl
"""
import os
import signal
import subprocess
import sys
import unittest

PROGRAM, LIBRARY = sys.argv[1:3]
SUMMARY = "openaclnn check: 1 report: 1 x EZ2006 foreign-free"


def run(command, checks="1", wanted="99"):
    environment = dict(os.environ, OPENACLNN_CHECK=checks, OPENACLNN_CHECK_EXIT_STATUS=wanted)
    return subprocess.run(command, env=environment, timeout=120, text=True, capture_output=True)


class EndsTest(unittest.TestCase):
    def expect(self, how, status, last=None, printed=None, **settings):
        """The exit status, the last line of standard error, and standard output."""
        ended = run([PROGRAM, how], **settings)
        self.assertEqual(ended.returncode, status, ended.stderr)
        lines = ended.stderr.splitlines()
        self.assertEqual(lines[-1] if lines else None, last)
        if printed is not None:
            self.assertEqual(ended.stdout, printed)
        return lines

    def test_reports_change_the_status_of_success(self):
        self.expect("returns", 99, f"{SUMMARY}; the exit status is 99.", "not flushed, nor this")
        self.expect("thread", 99, f"{SUMMARY}; the exit status is 99.", "not flushed, nor this")
        self.expect("returns", 1, f"{SUMMARY}; the exit status is 1.", wanted="1")

    def test_not_unless_asked(self):
        self.expect("returns", 0, f"{SUMMARY}.", "not flushed, nor this", wanted="")

    def test_not_without_reports(self):
        self.expect("none", 0)
        self.expect("returns", 0, checks="0")
        self.expect("returns", 0, checks="order")

    def test_a_program_that_fails_keeps_its_status(self):
        self.expect("fails", 3, f"{SUMMARY}.", "not flushed, nor this")
        self.expect("exits", 4, f"{SUMMARY}.")

    def test_ends_that_run_no_handlers_stay_as_they_are(self):
        for how, status in ("at once", 0), ("quickly", 0), ("aborts", -signal.SIGABRT):
            ended = run([PROGRAM, how])
            self.assertEqual(ended.returncode, status, how)
            self.assertIn("EZ2006", ended.stderr)
            self.assertNotIn("1 report", ended.stderr)

    def test_the_first_report_may_end_the_process_before(self):
        environment = dict(os.environ, OPENACLNN_CHECK_ABORT="1", OPENACLNN_CHECK="1",
                           OPENACLNN_CHECK_EXIT_STATUS="99")
        ended = subprocess.run([PROGRAM, "returns"], env=environment, capture_output=True)
        self.assertEqual(ended.returncode, -signal.SIGABRT)

    def test_leaks_count_and_are_explained_once(self):
        lines = self.expect("leak", 99,
                            "openaclnn check: 2 reports: 2 x EZ3005 leak; the exit status is 99.")
        reports = [line for line in lines if "[EZ3005 leak]" in line]
        self.assertEqual(len(reports), 2)
        self.assertIn("20 x aclrtStream", reports[0])
        self.assertIn("20 x device memory", reports[1])
        explained = ["What is never destroyed" in line for line in reports]
        self.assertEqual(explained, [True, False])

    def test_what_static_objects_give_back_is_no_leak(self):
        self.expect("owner", 0, None, "destroyed 0\n")

    def test_children_of_fork_answer_for_their_own_reports(self):
        self.expect("child", 0, f"{SUMMARY}; the exit status is 99.",
                    "quiet child 0\nchild 99\n")
        self.expect("children", 99, f"{SUMMARY}; the exit status is 99.",
                    "quiet child 0\nchild 99\n")

    def test_children_do_not_report_what_their_parents_leak(self):
        lines = self.expect("forked leak", 99,
                            "openaclnn check: 2 reports: 2 x EZ3005 leak; the exit status is 99.",
                            "child 0\n")
        self.assertEqual(len(lines), 3)

    def test_a_program_that_loads_the_library(self):
        code = ("import ctypes, sys; acl = ctypes.CDLL(sys.argv[1]); acl.aclInit(None); "
                "acl.aclrtSetDevice(0); stream = ctypes.c_void_p(); "
                "acl.aclrtCreateStream(ctypes.byref(stream)); print('printed'); "
                "sys.exit(int(sys.argv[2]))")
        for own, status, words in (0, 99, "; the exit status is 99."), (5, 5, "."):
            ended = run([sys.executable, "-c", code, LIBRARY, str(own)])
            self.assertEqual(ended.returncode, status, ended.stderr)
            self.assertEqual(ended.stderr.splitlines()[-1],
                             f"openaclnn check: 1 report: 1 x EZ3005 leak{words}")
            self.assertEqual(ended.stdout, "printed\n")


unittest.main(argv=sys.argv[:1])
