"""Python's module acl: values, and statuses like those of C."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import inspect
import os
import re
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_int32, c_size_t, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from installed import environment, runtime

C = runtime()
acl = importlib.import_module("openaclnn.pyacl.acl")
functions = importlib.import_module("openaclnn.pyacl.acl._functions")
MODULES = {acl: functions.BASE, acl.rt: functions.RT, acl.op: functions.OP}

TO_DEVICE, TO_HOST, ON_DEVICE = 1, 2, 3
NO_DEVICE = 99
# What MindTorch and candle call.
CLIENTS = """
    init finalize get_soc_name op.set_model_dir util.ptr_to_bytes util.bytes_to_ptr
    util.numpy_to_ptr rt.set_device rt.reset_device rt.get_device_count rt.create_context
    rt.destroy_context rt.set_context rt.malloc rt.free rt.malloc_host rt.free_host rt.memcpy
    rt.memcpy_async rt.get_mem_info rt.create_stream rt.destroy_stream rt.synchronize_stream
    rt.create_stream_with_config rt.stream_wait_event rt.create_event rt.create_event_with_flag
    rt.create_event_ex_with_flag rt.destroy_event rt.record_event rt.query_event
    rt.synchronize_event rt.event_elapsed_time rt.synchronize_device rt.device_can_access_peer
    rt.device_enable_peer_access
""".split()


@pytest.fixture(autouse=True)
def device() -> Iterator[None]:
    """Device 0, of a library that is initialised."""
    assert acl.init() == 0
    assert acl.rt.set_device(0) == 0
    yield
    acl.get_recent_err_msg()
    assert acl.rt.reset_device(0) == 0
    assert acl.finalize() == 0


def value_of(result: tuple[Any, int]) -> Any:
    value, status = result
    assert status == 0, acl.get_recent_err_msg()
    return value


@pytest.fixture
def stream() -> Iterator[int]:
    made = value_of(acl.rt.create_stream())
    yield made
    assert acl.rt.destroy_stream(made) == 0


@contextmanager
def events(count: int) -> Iterator[list[int]]:
    made = [value_of(acl.rt.create_event()) for _ in range(count)]
    yield made
    for event in made:
        assert acl.rt.destroy_event(event) == 0


@contextmanager
def busy(stream: int) -> Iterator[None]:
    """Within it, the stream has a task that does not end."""
    done = threading.Event()
    task = ctypes.CFUNCTYPE(None, c_void_p)(lambda _: done.wait(60) and None)
    assert C.aclrtLaunchHostFunc(c_void_p(stream), task, None) == 0
    try:
        yield
    finally:
        done.set()
        assert acl.rt.synchronize_stream(stream) == 0


@contextmanager
def device_memory(size: int) -> Iterator[int]:
    address = value_of(acl.rt.malloc(size, 0))
    yield address
    assert acl.rt.free(address) == 0


@contextmanager
def host_memory(size: int) -> Iterator[int]:
    address = value_of(acl.rt.malloc_host(size))
    yield address
    assert acl.rt.free_host(address) == 0


def read(address: int, size: int) -> bytes:
    """Device memory, by way of a buffer of Python."""
    buffer = bytes(bytearray(size))  # of its own: a copy writes to it
    assert acl.rt.memcpy(acl.util.bytes_to_ptr(buffer), size, address, size, TO_HOST) == 0
    return bytes(bytearray(buffer))


def test_clients_find_what_they_call() -> None:
    for name in CLIENTS:
        target = acl
        for part in name.split("."):
            target = getattr(target, part)
        assert callable(target), name


def test_functions_are_those_of_the_tables() -> None:
    for module, table in MODULES.items():
        others = {"op", "rt", "util", "launch_callback"}
        assert {f.name for f in table} == set(module.__all__) - others
        for row in table:
            function = getattr(module, row.name)
            inputs = [a.name for a in row.arguments if isinstance(a, functions.In)]
            assert list(inspect.signature(function).parameters) == inputs
            assert row.summary in function.__doc__
            assert row.symbol in function.__doc__
            assert function.__module__ == module.__name__
            for argument in row.arguments:
                assert functions.MEANINGS[argument.name] in function.__doc__
    used = {a.name for table in MODULES.values() for row in table for a in row.arguments}
    assert used == set(functions.MEANINGS)


def test_the_page_lists_the_functions() -> None:
    page = (Path(__file__).parents[2] / "docs/python.md").read_text()
    section = page.split("## Programs that bind aclnn by ctypes")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `acl(?:\.(\w+))?`[^|]*\| (.*) \|$", section, re.MULTILINE)
    listed = sorted((module, name) for module, names in rows for name in re.findall(r"\w+", names))
    offered = [("", n) for n in acl.__all__ if n not in ("op", "rt", "util")]
    offered += [(m, n) for m in ("op", "rt", "util") for n in getattr(acl, m).__all__]
    assert listed == sorted(offered)
    assert f"**Functions**, {len(offered)} of them" in section


def test_headers_have_the_arguments_of_the_tables() -> None:
    """The number of arguments and which of them are pointers to results."""
    headers = Path(__file__).parents[2] / "include/acl"
    text = " ".join("".join(f.read_text() for f in sorted(headers.glob("*.h"))).split())
    for row in (row for table in MODULES.values() for row in table):
        declared = text.split(f" {row.symbol}(")[1].split(")")[0]
        arguments = [] if declared == "void" else declared.split(", ")
        assert len(arguments) == len(row.arguments), row.name
        for argument, in_c in zip(row.arguments, arguments, strict=True):
            is_out = isinstance(argument, functions.Out)
            is_text = argument.kind.words == "str"
            is_address = argument.name.endswith("_ptr") or argument.name in ("dst", "src")
            pointers = in_c.count("*")
            assert pointers == is_out * (not is_text) + (is_text or is_address), (row.name, in_c)


def test_init_and_finalize(tmp_path: Path) -> None:
    assert acl.init() == 100002
    assert acl.finalize_reference() == (1, 0)
    assert acl.finalize() == 0
    assert acl.finalize() == 100037
    assert acl.finalize_reference() == (0, 100037)
    assert acl.init(str(tmp_path / "none.json")) == 100003
    configuration = tmp_path / "acl.json"
    configuration.write_text("{}")
    assert acl.init(str(configuration)) == 0
    assert acl.finalize_reference() == (0, 0)
    assert acl.init("") == 0


def test_toolkit() -> None:
    C.aclrtGetSocName.restype = ctypes.c_char_p
    assert acl.get_soc_name() == C.aclrtGetSocName().decode()
    assert acl.get_version_str("") == ("8.1.RC1", 0)
    assert acl.get_cann_attribute(1) == (1, 0)
    assert acl.get_cann_attribute(9) == (0, 100000)
    threads, status = acl.get_device_capability(0, 0)
    assert (threads > 0, status) == (True, 0)
    assert acl.get_device_capability(NO_DEVICE, 0) == (0, 107001)
    assert [acl.data_type_size(d) for d in (0, 1, 9, 12, 17, -1)] == [4, 2, 8, 1, 16, 0]
    assert acl.float16_to_float(0xC100) == -2.5
    assert acl.float_to_float16(-2.5) == 0xC100
    assert acl.float_to_float16(1e6) == 0x7BFF
    assert acl.op.set_model_dir("op_models") == 0


def test_messages() -> None:
    assert acl.get_recent_err_msg() is None
    assert acl.rt.free(4096) == 107000
    assert "aclrtFree" in acl.get_recent_err_msg()
    assert acl.get_recent_err_msg() is None


def test_devices() -> None:
    count = ctypes.c_uint32()
    assert C.aclrtGetDeviceCount(ctypes.byref(count)) == 0
    assert acl.rt.get_device_count() == (count.value, 0)
    assert acl.rt.get_device() == (0, 0)
    assert acl.rt.get_run_mode() == (1, 0)
    assert acl.rt.set_device(NO_DEVICE) == 107001
    assert acl.rt.reset_device(NO_DEVICE) == 107001
    assert acl.rt.synchronize_device() == 0
    assert acl.rt.synchronize_device_with_timeout(1000) == 0
    assert acl.rt.synchronize_device_with_timeout(0) == 107000
    assert acl.rt.device_get_bare_tgid() == (os.getpid(), 0)
    assert acl.rt.set_device_sat_mode(1) == 0
    assert acl.rt.set_device_sat_mode(77) == 107000
    assert acl.rt.set_op_wait_timeout(10) == 0
    assert acl.rt.set_op_execute_time_out(10) == 0
    assert acl.rt.get_primary_ctx_state(0) == (1, 0, 0)
    assert acl.rt.set_device(0) == 0  # twice now
    assert acl.rt.reset_device_force(0) == 0
    assert acl.rt.get_primary_ctx_state(0) == (0, 0, 0)
    assert acl.rt.get_primary_ctx_state(NO_DEVICE) == (0, 0, 107001)
    assert acl.rt.get_device() == (0, 107002)
    assert acl.rt.reset_device(0) == 507007
    assert acl.rt.set_device(0) == 0


def test_peers() -> None:
    assert acl.rt.device_can_access_peer(0, 0) == (0, 100000)
    assert acl.rt.device_can_access_peer(0, NO_DEVICE) == (0, 107001)
    program = """if True:
        import acl
        assert acl.rt.get_device_count() == (2, 0)
        assert acl.rt.device_can_access_peer(0, 1) == (1, 0)
        assert acl.rt.device_enable_peer_access(1, 0) == 107002
        assert acl.rt.set_device(0) == 0
        assert acl.rt.device_enable_peer_access(0, 0) == 100000
        assert acl.rt.device_enable_peer_access(1, 7) == 200006
        assert acl.rt.device_enable_peer_access(1, 0) == 0
        assert acl.rt.device_disable_peer_access(1) == 0
        assert acl.rt.device_disable_peer_access(2) == 107001
    """
    subprocess.run(
        [sys.executable, "-c", program], env=environment(OPENACLNN_DEVICE_COUNT="2"), check=True
    )


def test_options() -> None:
    assert acl.rt.get_sys_param_opt(0) == (0, 0)
    assert acl.rt.set_sys_param_opt(0, 1) == 0
    assert acl.rt.get_sys_param_opt(0) == (1, 0)
    assert acl.rt.set_sys_param_opt(0, 0) == 0
    assert acl.rt.get_sys_param_opt(77) == (0, 107000)
    context = value_of(acl.rt.create_context(0))
    assert acl.rt.ctx_get_sys_param_opt(1) == (0, 107021)
    assert acl.rt.ctx_set_sys_param_opt(1, 1) == 0
    assert acl.rt.ctx_get_sys_param_opt(1) == (1, 0)
    assert acl.rt.destroy_context(context) == 0


def test_contexts_are_those_of_threads() -> None:
    default = value_of(acl.rt.get_context())
    context = value_of(acl.rt.create_context(0))
    assert value_of(acl.rt.get_context()) == context != default
    seen = []

    def look() -> None:
        seen.append(acl.rt.get_context())
        seen.append(acl.rt.set_context(default))
        seen.append(acl.rt.get_context())

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [(0, 107002), 0, (default, 0)]
    assert acl.rt.get_context() == (context, 0)
    assert acl.rt.destroy_context(context) == 0
    assert acl.rt.get_context() == (0, 107002)
    assert acl.rt.set_context(context) == 107000
    assert acl.rt.destroy_context(context) == 107000
    assert acl.rt.destroy_context(default) == 107000
    assert acl.rt.set_context(0) == 100000
    assert acl.rt.set_context(default) == 0
    assert acl.rt.create_context(NO_DEVICE) == (0, 107001)


def test_streams() -> None:
    streams = [
        value_of(acl.rt.create_stream()),
        value_of(acl.rt.create_stream_with_config(0, 1)),
        value_of(acl.rt.create_stream_with_config(3, 2)),
    ]
    assert len({value_of(acl.rt.stream_get_id(s)) for s in streams}) == 3
    for stream in streams:
        assert acl.rt.synchronize_stream(stream) == 0
        assert acl.rt.synchronize_stream_with_timeout(stream, -1) == 0
        assert acl.rt.synchronize_stream_with_timeout(stream, 0) == 107000
    assert acl.rt.destroy_stream_force(streams[2]) == 0
    for stream in streams[:2]:
        assert acl.rt.destroy_stream(stream) == 0
    assert acl.rt.destroy_stream(streams[0]) == 107017
    assert acl.rt.synchronize_stream(streams[0]) == 107017
    assert acl.rt.stream_get_id(streams[0]) == (0, 107017)
    assert acl.rt.stream_query(streams[0]) == (0xFFFF, 107017)
    assert acl.rt.synchronize_stream(0) == 0
    assert acl.rt.destroy_stream(0) == 100000
    assert acl.rt.create_stream_with_config(0, 1 << 20) == (0, 107000)


def test_tasks_that_are_not_done(stream: int) -> None:
    other = value_of(acl.rt.create_stream())
    with events(1) as [event]:
        with busy(stream):
            assert acl.rt.record_event(event, stream) == 0
            assert acl.rt.stream_wait_event(other, event) == 0
            assert acl.rt.stream_query(stream) == (1, 0)
            assert acl.rt.query_event(event) == (1, 0)
            assert acl.rt.query_event_status(event) == (0, 0)
            assert acl.rt.query_event_wait_status(event) == (1, 0)
            assert acl.rt.synchronize_stream_with_timeout(stream, 10) == 507046
            assert acl.rt.synchronize_stream_with_timeout(other, 10) == 507046
            assert acl.rt.synchronize_event_with_timeout(event, 10) == 507047
            assert acl.rt.synchronize_device_with_timeout(10) == 507046
            assert acl.rt.event_elapsed_time(event, event) == (0.0, 107006)
        assert acl.rt.synchronize_stream(other) == 0
        assert acl.rt.stream_query(stream) == (0, 0)
        assert acl.rt.query_event(event) == (0, 0)
        assert acl.rt.query_event_status(event) == (1, 0)
        assert acl.rt.query_event_wait_status(event) == (0, 0)
    assert acl.rt.destroy_stream(other) == 0


def test_elapsed_time(stream: int) -> None:
    with events(2) as [start, end]:
        assert acl.rt.event_elapsed_time(start, end) == (0.0, 107006)
        assert acl.rt.event_get_timestamp(start) == (0, 107006)
        assert acl.rt.record_event(start, stream) == 0
        assert acl.rt.synchronize_event(start) == 0
        time.sleep(0.02)
        assert acl.rt.record_event(end, stream) == 0
        assert acl.rt.synchronize_event_with_timeout(end, 60000) == 0
        elapsed = value_of(acl.rt.event_elapsed_time(start, end))
        assert isinstance(elapsed, float)
        assert 20 <= elapsed
        times = [value_of(acl.rt.event_get_timestamp(event)) for event in (start, end)]
        assert (times[1] - times[0]) / 1000 == pytest.approx(elapsed, abs=0.002)
        assert acl.rt.event_elapsed_time(end, start) == (0.0, 107007)
        assert acl.rt.reset_event(end, stream) == 0
        assert acl.rt.synchronize_stream(stream) == 0
        assert acl.rt.query_event_status(end) == (0, 0)


def test_kinds_of_events(stream: int) -> None:
    plain = value_of(acl.rt.create_event_with_flag(8))
    extended = value_of(acl.rt.create_event_ex_with_flag(1))
    assert acl.rt.query_event_status(plain) == (0, 0)
    assert acl.rt.query_event_status(extended) == (1, 0)
    assert acl.rt.create_event_with_flag(1 << 20) == (0, 107000)
    assert acl.rt.create_event_ex_with_flag(1 << 20) == (0, 107000)
    for event in (plain, extended):
        assert acl.rt.destroy_event(event) == 0
        assert acl.rt.destroy_event(event) == 107017
        assert acl.rt.record_event(event, stream) == 107017
    assert acl.rt.destroy_event(0) == 100000


def test_copies(stream: int) -> None:
    data = bytes(range(256)) * 3
    size = len(data)
    address = acl.util.bytes_to_ptr(data)
    with device_memory(size) as first, device_memory(size) as second, host_memory(size) as host:
        assert first % 512 == second % 512 == 0
        assert acl.rt.memcpy(first, size, address, size, TO_DEVICE) == 0
        assert read(first, size) == data
        assert acl.rt.memcpy(second, size, first, size, ON_DEVICE) == 0
        assert read(second, size) == data
        assert acl.rt.memset(first, size, 0x1AB, 10) == 0
        assert read(first, size) == b"\xab" * 10 + data[10:]
        assert acl.rt.memset_async(first, size, 7, size, stream) == 0
        assert acl.rt.memcpy_async(host, size, first, size, TO_HOST, stream) == 0
        assert acl.rt.memcpy_async(first, size, second, size, ON_DEVICE, stream) == 0
        assert acl.rt.synchronize_stream(stream) == 0
        assert acl.util.ptr_to_bytes(host, size) == b"\7" * size
        assert read(first, size) == data
        ctypes.memmove(host, data[::-1], size)
        assert acl.rt.memcpy_async(first, size, host, size, TO_DEVICE, stream) == 0
        assert acl.rt.synchronize_stream(stream) == 0
        assert read(first, size) == data[::-1]

        assert acl.rt.memcpy(first, size - 1, address, size, TO_DEVICE) == 107000
        assert acl.rt.memcpy(first, size, 0, size, TO_DEVICE) == 100000
        assert acl.rt.memcpy(first, size, address, size, 77) == 100000
        assert acl.rt.memcpy(0, 0, 0, 0, 0) == 0
        assert acl.rt.memcpy_async(first, size, address, size, 0, stream) == 207000
        assert acl.rt.memset(first, size, 0, size + 1) == 107000
        assert acl.rt.memset_async(0, size, 0, size, stream) == 100000
        assert read(first, size) == data[::-1]


def test_allocation() -> None:
    aligned = value_of(acl.rt.malloc_align32(100, 2))
    assert aligned % 32 == 0
    assert acl.rt.free_host(aligned) == 107000
    assert acl.rt.free(aligned) == 0
    assert acl.rt.free(aligned) == 107000
    host = value_of(acl.rt.malloc_host(100))
    assert acl.rt.free(host) == 107000
    assert acl.rt.free_host(host) == 0
    assert acl.rt.free_host(host) == 107000
    assert acl.rt.malloc(0, 0) == (0, 100000)
    assert acl.rt.malloc_host(0) == (0, 100000)
    assert acl.rt.malloc(1 << 60, 0) == (0, 207001)
    assert acl.rt.malloc(-1, 0) == (0, 100000)  # 2^64 - 1 in C


def test_memory_info() -> None:
    free, total, status = acl.rt.get_mem_info(1)
    assert status == 0
    assert 0 < free <= total
    raw_free, raw_total = c_size_t(), c_size_t()
    assert C.aclrtGetMemInfo(1, ctypes.byref(raw_free), ctypes.byref(raw_total)) == 0
    assert total == raw_total.value
    assert acl.rt.get_mem_info(9) == (0, 0, 0)
    assert acl.rt.get_mem_info(12) == (0, 0, 107016)


def test_callbacks(stream: int) -> None:
    seen: list[Any] = []
    ends = threading.Event()

    def report(arguments: list[int]) -> None:
        while not ends.is_set():
            acl.rt.process_report(arguments[0])

    assert acl.rt.launch_callback(seen.append, [0], 1, stream) == 107015
    thread, status = acl.util.start_thread(report, [50])
    assert status == 0
    assert acl.rt.subscribe_report(thread, stream) == 0
    assert acl.rt.subscribe_report(thread, stream) == 107011

    def note(data: list[Any]) -> None:
        seen.append((data, threading.get_ident()))

    for i in (1, 2):
        assert acl.rt.launch_callback(note, ["data", i], 1, stream) == 0
    assert acl.rt.synchronize_stream(stream) == 0
    assert seen == [(["data", 1], thread), (["data", 2], thread)]
    assert acl.rt.launch_callback(seen.append, [0], 7, stream) == 100000
    ends.set()
    assert acl.rt.unsubscribe_report(thread, stream) == 0
    assert acl.rt.unsubscribe_report(thread, stream) == 107012
    assert acl.util.stop_thread(thread) == 0
    assert acl.util.stop_thread(thread) == 100000
    assert acl.rt.process_report(0) == 100000
    assert acl.rt.process_report(10) == 107012
    callbacks = importlib.import_module("openaclnn.pyacl.acl._callbacks")
    assert not callbacks._due


# Calls that C refuses without giving a value: the function, its arguments, the name in C.
REFUSED = [
    ("set_device", (-1,), "aclrtSetDevice"),
    ("free", (12345,), "aclrtFree"),
    ("free_host", (0,), "aclrtFreeHost"),
    ("set_context", (12345,), "aclrtSetCurrentContext"),
    ("synchronize_stream", (12345,), "aclrtSynchronizeStream"),
    ("synchronize_event", (0,), "aclrtSynchronizeEvent"),
    ("record_event", (12345, 0), "aclrtRecordEvent"),
    ("stream_wait_event", (0, 12345), "aclrtStreamWaitEvent"),
    ("memcpy", (1, 1, 1, 2, 3), "aclrtMemcpy"),
]


@pytest.mark.parametrize(("name", "arguments", "symbol"), REFUSED, ids=lambda value: str(value))
def test_statuses_are_those_of_c(name: str, arguments: tuple[int, ...], symbol: str) -> None:
    status = getattr(acl.rt, name)(*arguments)
    message = acl.get_recent_err_msg()
    narrow = name == "set_device"
    assert status == C[symbol](*((c_int32 if narrow else c_size_t)(a) for a in arguments)) != 0
    assert message == acl.get_recent_err_msg()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: acl.rt.malloc("8", 0), "acl.rt.malloc: size: 'str' object"),
        (lambda: acl.rt.malloc(8.0, 0), "size: 'float' object"),
        (lambda: acl.rt.free(None), "dev_ptr: 'NoneType' object"),
        (lambda: acl.rt.free(c_void_p(8)), "dev_ptr: 'c_void_p' object"),
        (lambda: acl.rt.memcpy(0, 1, b"x", 1, 1), "src: 'bytes' object"),
        (lambda: acl.rt.set_device(1 << 31), "device_id: 2147483648 does not fit 32 bits"),
        (lambda: acl.rt.malloc(8), "takes 2 arguments, 1 were given"),
        (lambda: acl.rt.malloc(8, 0, 0), "takes 2 arguments, 3 were given"),
        (lambda: acl.rt.malloc(size=8, policy=0), "unexpected keyword"),
        (lambda: acl.init("", ""), "acl.init: takes 0 or 1 arguments"),
        (lambda: acl.init(None), "config_path: 'NoneType' is no str"),
        (lambda: acl.op.set_model_dir(b"x"), "model_dir: 'bytes' is no str"),
        (lambda: acl.op.set_model_dir("a\0b"), "NUL"),
        (lambda: acl.float_to_float16("1"), "acl.float_to_float16: value: must be real number"),
        (lambda: acl.rt.launch_callback(0, [], 1, 0), "fn: 'int' is not callable"),
        (lambda: acl.rt.launch_callback(print, [], "1", 0), "'str' object"),
        (lambda: acl.util.start_thread(0, []), "fn: 'int' is not callable"),
        (lambda: acl.util.bytes_to_ptr(bytearray(1)), "'bytearray' is no bytes"),
        (lambda: acl.util.ptr_to_bytes("8", 1), "'str' object"),
        (lambda: acl.util.numpy_to_ptr([1.0]), r"'list' is no numpy\.ndarray"),
        (lambda: acl.util.ptr_to_numpy(0, [1], 11), "shape: 'list' is no tuple"),
        (lambda: acl.util.ptr_to_numpy(0, (0,), 999), "999 is no number of a dtype"),
    ],
)
def test_wrong_types(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_ints_of_numpy_are_ints() -> None:
    assert acl.rt.set_device(np.int32(0)) == 0
    assert acl.rt.reset_device(np.int64(0)) == 0
    assert acl.rt.free(np.uint64(12345)) == 107000


def test_functions_without_parameters_ignore_what_they_get() -> None:
    assert acl.rt.get_context(0) == acl.rt.get_context()
    assert acl.rt.synchronize_device(0) == 0


def test_util() -> None:
    data = struct.pack("3f", 1, 2, 3)
    address = acl.util.bytes_to_ptr(data)
    assert acl.util.ptr_to_bytes(address, 12) == data
    assert acl.util.ptr_to_bytes(address, 0) == b""
    assert acl.util.ptr_to_bytes(0, 0) == b""
    for wrong in (lambda: acl.util.ptr_to_bytes(0, 1), lambda: acl.util.ptr_to_bytes(address, -1)):
        with pytest.raises(ValueError, match=r"acl\.util\.ptr_to_bytes"):
            wrong()

    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert acl.util.ptr_to_bytes(acl.util.numpy_to_ptr(x), x.nbytes) == x.tobytes()
    with pytest.warns(UserWarning, match="not contiguous"):
        assert acl.util.numpy_to_ptr(x.T) == x.ctypes.data
    pointer, same = acl.util.numpy_contiguous_to_ptr(x)
    assert (pointer, same is x) == (x.ctypes.data, True)
    pointer, copy = acl.util.numpy_contiguous_to_ptr(x.T)
    assert acl.util.ptr_to_bytes(pointer, x.nbytes) == x.T.tobytes() == copy.tobytes()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "uint16", "int64", "?"])
def test_arrays_at_addresses(dtype: str) -> None:
    x = np.arange(6).astype(dtype).reshape(2, 3)
    view = acl.util.ptr_to_numpy(x.ctypes.data, (2, 3), x.dtype.num)
    assert view.dtype == x.dtype
    np.testing.assert_array_equal(view, x)
    view[1, 2] = 0
    assert x[1, 2] == 0
    assert acl.util.ptr_to_numpy(0, (0, 3), x.dtype.num).shape == (0, 3)


@pytest.mark.parametrize("check", ["0", "1"])
def test_client(check: str) -> None:
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("acl_client.py")],
        env=environment(OPENACLNN_CHECK=check),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "6.0 12.0 12.0 20.25\ntook time: True\n"


def test_module_on_the_path() -> None:
    """The folder has `acl` and none of the package's other modules."""
    done = subprocess.run(
        [sys.executable, "-m", "openaclnn.pyacl"], capture_output=True, text=True, check=True
    )
    folder = Path(done.stdout.strip())
    assert {f.name for f in folder.iterdir()} - {"__pycache__"} == {
        "__init__.py",
        "__main__.py",
        "acl",
    }
    program = (
        "import acl, acl.rt, sys; from acl import util; "
        "sys.exit('openaclnn' in sys.modules or 'numpy' in sys.modules "
        "or acl.rt.set_device(0) or acl.rt.malloc.__module__ != 'acl.rt')"
    )
    environment_of_program = environment(PYTHONPATH=str(folder))
    subprocess.run([sys.executable, "-c", program], env=environment_of_program, check=True)


def test_the_name_is_not_taken() -> None:
    program = "from importlib.util import find_spec; import openaclnn; print(find_spec('acl'))"
    without = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=without, capture_output=True, text=True, check=True
    )
    assert "openaclnn" not in done.stdout


def test_without_a_library() -> None:
    spec = importlib.util.find_spec("openaclnn.pyacl.acl._library")
    library = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(library)
    library.NAME = "libnone.so"
    with pytest.raises(ImportError, match=r"acl needs libnone\.so: source set_env\.sh"):
        library.library()
