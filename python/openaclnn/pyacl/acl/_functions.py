"""Which functions there are, what they are in C, and what goes in and out.

The names, arguments and results are those of the vendor's pages of pyACL.
"""

from __future__ import annotations

from dataclasses import dataclass

from ._kinds import (
    ADDRESS,
    FLOAT,
    HALF,
    INT,
    LONG,
    SIZE,
    TEXT,
    UINT,
    ULONG,
    VERSION,
    Kind,
)


@dataclass(frozen=True)
class In:
    """An argument of Python and C. An optional one is null in C if it is left out."""

    name: str
    kind: Kind
    optional: bool = False


@dataclass(frozen=True)
class Out:
    """A result, for which C takes a pointer.

    Attributes:
        name: what the documentation calls it.
        kind: what is behind the pointer.
        initial: its value if the function fails; () is 0.
        place: where the result comes among the others, if not in C's order.
    """

    name: str
    kind: Kind
    initial: tuple[int, ...] = ()
    place: int = 0


@dataclass(frozen=True)
class Function:
    """A function of pyACL.

    Attributes:
        name: its name in the module.
        symbol: its name in C.
        summary: what it does, in a sentence.
        arguments: those of C, in their order.
        value: what C returns, if that is no status.
        result: what that value means.
    """

    name: str
    symbol: str
    summary: str
    arguments: tuple[In | Out, ...] = ()
    value: Kind | None = None
    result: str = ""


# What arguments and results are, by their names.
MEANINGS = {
    "active": "1 if the device has its default context, else 0",
    "attr": "which memory, an aclrtMemAttr",
    "can_access_peer": "1 if it can",
    "cann_attr": "an aclCannAttr",
    "config_path": "a JSON file; none is needed",
    "context": "a context",
    "count": "bytes to copy or set",
    "data_type": "an aclDataType",
    "dest_max": "bytes that fit at dst",
    "dev_ptr": "the address of device memory",
    "device_count": "the number of devices",
    "device_id": "a device, counted from 0",
    "device_info": "an aclDeviceInfo",
    "dst": "the address that is written",
    "end": "the event at the end",
    "event": "an event",
    "flag": "flags, ACL_STREAM_* or ACL_EVENT_* combined, or 0",
    "flags": "always 0",
    "free": "free bytes",
    "host_ptr": "the address of host memory",
    "kind": "an aclrtMemcpyKind: 0 host to host, 1 to device, 2 to host, 3 on devices",
    "max_count": "bytes that fit at dev_ptr",
    "mode": "an aclrtFloatOverflowMode",
    "model_dir": "a folder, which is not used",
    "ms": "milliseconds",
    "opt": "an aclSysParamOpt",
    "opt_value": "the option's value",
    "peer_device_id": "another device",
    "pid": "the number of the process",
    "pkg_name": "a part of the toolkit; any name will do",
    "policy": "an aclrtMemMallocPolicy: 0, 1 or 2 for huge pages first, only, or none",
    "priority": "not used",
    "ref_count": "calls of init that are not taken back",
    "run_mode": "1: a host with devices",
    "size": "bytes",
    "src": "the address that is read",
    "start": "the event at the start",
    "status": "the answer, as the enum of the function of C has it",
    "stream": "a stream; 0 is the default stream of the context",
    "stream_id": "a number that no other stream has",
    "thread_id": "a thread, as threading.get_ident gives it",
    "timeout": "milliseconds, -1 for ever; seconds for operators",
    "timestamp": "microseconds since the machine started",
    "total": "all bytes",
    "value": "a number",
    "version": "the version",
}

_CONTEXT = In("context", ADDRESS)
_DEVICE = In("device_id", INT)
_EVENT = In("event", ADDRESS)
_NEW_EVENT = Out("event", ADDRESS)
_NEW_STREAM = Out("stream", ADDRESS)
_OPTION = In("opt", INT)
_STREAM = In("stream", ADDRESS)
_TIMEOUT = In("timeout", INT)

BASE = (
    Function("init", "aclInit", "Initialises the library.", (In("config_path", TEXT, True),)),
    Function("finalize", "aclFinalize", "Ends what init began, however often it was called."),
    Function(
        "finalize_reference",
        "aclFinalizeReference",
        "Takes back one call of init.",
        (Out("ref_count", ULONG),),
    ),
    Function(
        "get_version_str",
        "aclsysGetVersionStr",
        "Gives the version of the toolkit as text.",
        (In("pkg_name", TEXT), Out("version", VERSION)),
    ),
    Function(
        "get_soc_name",
        "aclrtGetSocName",
        "Gives the name of the product.",
        value=TEXT,
        result='the name, such as "Ascend910B3"',
    ),
    Function(
        "get_recent_err_msg",
        "aclGetRecentErrMsg",
        "Gives the failures of this thread since the last call, and forgets them.",
        value=TEXT,
        result="a line for each failure, or None if there was none",
    ),
    Function(
        "get_cann_attribute",
        "aclGetCannAttribute",
        "Tells whether the toolkit has an attribute.",
        (In("cann_attr", INT), Out("value", INT)),
    ),
    Function(
        "get_device_capability",
        "aclGetDeviceCapability",
        "Tells what a device has.",
        (In("device_id", UINT), In("device_info", INT), Out("value", LONG)),
    ),
    Function(
        "data_type_size",
        "aclDataTypeSize",
        "Gives the bytes that one element takes in a host array.",
        (In("data_type", INT),),
        SIZE,
        "bytes",
    ),
    Function(
        "float16_to_float",
        "aclFloat16ToFloat",
        "Converts the bits of a float16.",
        (In("value", HALF),),
        FLOAT,
        "its value",
    ),
    Function(
        "float_to_float16",
        "aclFloatToFloat16",
        "Rounds a number to a float16.",
        (In("value", FLOAT),),
        HALF,
        "the bits of the float16",
    ),
)

OP = (
    Function(
        "set_model_dir",
        "aclopSetModelDir",
        "Names the folder of compiled operators, which this project does not need.",
        (In("model_dir", TEXT),),
    ),
)

_DEVICES = (
    Function("set_device", "aclrtSetDevice", "Makes a device that of this thread.", (_DEVICE,)),
    Function("reset_device", "aclrtResetDevice", "Takes back one set_device.", (_DEVICE,)),
    Function(
        "reset_device_force",
        "aclrtResetDeviceForce",
        "Takes back every set_device of a device.",
        (_DEVICE,),
    ),
    Function(
        "get_device", "aclrtGetDevice", "Gives the device of this thread.", (Out("device_id", INT),)
    ),
    Function(
        "get_device_count",
        "aclrtGetDeviceCount",
        "Gives the number of devices.",
        (Out("device_count", UINT),),
    ),
    Function(
        "get_run_mode",
        "aclrtGetRunMode",
        "Tells where the program runs.",
        (Out("run_mode", INT),),
    ),
    Function(
        "synchronize_device",
        "aclrtSynchronizeDevice",
        "Waits for all tasks on the device of this thread.",
    ),
    Function(
        "synchronize_device_with_timeout",
        "aclrtSynchronizeDeviceWithTimeout",
        "Waits for all tasks on the device of this thread, for some time.",
        (_TIMEOUT,),
    ),
    Function(
        "device_can_access_peer",
        "aclrtDeviceCanAccessPeer",
        "Tells whether one device can read the memory of another.",
        (Out("can_access_peer", INT), _DEVICE, In("peer_device_id", INT)),
    ),
    Function(
        "device_enable_peer_access",
        "aclrtDeviceEnablePeerAccess",
        "Lets the device of this thread read the memory of another; flags are 0.",
        (In("peer_device_id", INT), In("flags", UINT)),
    ),
    Function(
        "device_disable_peer_access",
        "aclrtDeviceDisablePeerAccess",
        "Takes device_enable_peer_access back.",
        (In("peer_device_id", INT),),
    ),
    Function(
        "device_get_bare_tgid",
        "aclrtDeviceGetBareTgid",
        "Gives the number under which other processes know this one.",
        (Out("pid", INT),),
    ),
    Function(
        "set_device_sat_mode",
        "aclrtSetDeviceSatMode",
        "Asks how numbers beyond a 16-bit type are treated; results always have infinities.",
        (In("mode", INT),),
    ),
    Function(
        "set_op_wait_timeout",
        "aclrtSetOpWaitTimeout",
        "Names a limit for waits of operators, which this project does not use.",
        (In("timeout", UINT),),
    ),
    Function(
        "set_op_execute_time_out",
        "aclrtSetOpExecuteTimeOut",
        "Names a limit for operators, which this project does not use.",
        (In("timeout", UINT),),
    ),
    Function(
        "set_sys_param_opt",
        "aclrtSetSysParamOpt",
        "Sets an option of the process.",
        (_OPTION, In("opt_value", LONG)),
    ),
    Function(
        "get_sys_param_opt",
        "aclrtGetSysParamOpt",
        "Gives an option of the process.",
        (_OPTION, Out("opt_value", LONG)),
    ),
)

_CONTEXTS = (
    Function(
        "create_context",
        "aclrtCreateContext",
        "Makes a context on a device and makes it current in this thread.",
        (Out("context", ADDRESS), _DEVICE),
    ),
    Function(
        "destroy_context",
        "aclrtDestroyContext",
        "Destroys a context that create_context made.",
        (_CONTEXT,),
    ),
    Function(
        "set_context",
        "aclrtSetCurrentContext",
        "Makes a context current in this thread.",
        (_CONTEXT,),
    ),
    Function(
        "get_context",
        "aclrtGetCurrentContext",
        "Gives the current context of this thread.",
        (Out("context", ADDRESS),),
    ),
    Function(
        "get_primary_ctx_state",
        "aclrtGetPrimaryCtxState",
        "Tells whether a device has its default context.",
        (_DEVICE, Out("flags", UINT, place=1), Out("active", INT)),
    ),
    Function(
        "ctx_set_sys_param_opt",
        "aclrtCtxSetSysParamOpt",
        "Sets an option of the current context.",
        (_OPTION, In("opt_value", LONG)),
    ),
    Function(
        "ctx_get_sys_param_opt",
        "aclrtCtxGetSysParamOpt",
        "Gives an option of the current context.",
        (_OPTION, Out("opt_value", LONG)),
    ),
)

_STREAMS = (
    Function("create_stream", "aclrtCreateStream", "Makes a stream.", (_NEW_STREAM,)),
    Function(
        "create_stream_with_config",
        "aclrtCreateStreamWithConfig",
        "Makes a stream with flags.",
        (_NEW_STREAM, In("priority", INT), In("flag", INT)),
    ),
    Function(
        "destroy_stream",
        "aclrtDestroyStream",
        "Waits for the tasks of a stream and destroys it.",
        (_STREAM,),
    ),
    Function(
        "destroy_stream_force",
        "aclrtDestroyStreamForce",
        "Destroys a stream without waiting for its tasks.",
        (_STREAM,),
    ),
    Function(
        "synchronize_stream",
        "aclrtSynchronizeStream",
        "Waits for the tasks of a stream and gives the first failure among them.",
        (_STREAM,),
    ),
    Function(
        "synchronize_stream_with_timeout",
        "aclrtSynchronizeStreamWithTimeout",
        "Waits for the tasks of a stream, for some time.",
        (_STREAM, _TIMEOUT),
    ),
    Function(
        "stream_query",
        "aclrtStreamQuery",
        "Tells whether a stream has run its tasks: status is 0, else 1.",
        (_STREAM, Out("status", UINT, (0xFFFF,))),
    ),
    Function(
        "stream_get_id",
        "aclrtStreamGetId",
        "Gives the number of a stream.",
        (_STREAM, Out("stream_id", INT)),
    ),
    Function(
        "stream_wait_event",
        "aclrtStreamWaitEvent",
        "Makes later tasks of a stream wait for an event.",
        (_STREAM, _EVENT),
    ),
)

_EVENTS = (
    Function("create_event", "aclrtCreateEvent", "Makes an event.", (_NEW_EVENT,)),
    Function(
        "create_event_with_flag",
        "aclrtCreateEventWithFlag",
        "Makes an event with flags.",
        (_NEW_EVENT, In("flag", UINT)),
    ),
    Function(
        "create_event_ex_with_flag",
        "aclrtCreateEventExWithFlag",
        "Makes an event with flags that counts as complete until it is recorded.",
        (_NEW_EVENT, In("flag", UINT)),
    ),
    Function("destroy_event", "aclrtDestroyEvent", "Destroys an event.", (_EVENT,)),
    Function(
        "record_event",
        "aclrtRecordEvent",
        "Records an event on a stream.",
        (_EVENT, _STREAM),
    ),
    Function(
        "reset_event",
        "aclrtResetEvent",
        "Makes an event unrecorded, once the stream has come to that.",
        (_EVENT, _STREAM),
    ),
    Function(
        "query_event",
        "aclrtQueryEvent",
        "Tells whether an event is complete: status is 0, else 1.",
        (_EVENT, Out("status", UINT)),
    ),
    Function(
        "query_event_status",
        "aclrtQueryEventStatus",
        "Tells whether an event is complete: status is 1, else 0.",
        (_EVENT, Out("status", UINT)),
    ),
    Function(
        "query_event_wait_status",
        "aclrtQueryEventWaitStatus",
        "Tells whether all waits for an event are over: status is 0, else 1.",
        (_EVENT, Out("status", UINT)),
    ),
    Function(
        "synchronize_event",
        "aclrtSynchronizeEvent",
        "Waits for an event in this thread.",
        (_EVENT,),
    ),
    Function(
        "synchronize_event_with_timeout",
        "aclrtSynchronizeEventWithTimeout",
        "Waits for an event in this thread, for some time.",
        (_EVENT, _TIMEOUT),
    ),
    Function(
        "event_elapsed_time",
        "aclrtEventElapsedTime",
        "Gives the time from one event to another.",
        (Out("ms", FLOAT), In("start", ADDRESS), In("end", ADDRESS)),
    ),
    Function(
        "event_get_timestamp",
        "aclrtEventGetTimestamp",
        "Tells when an event became complete.",
        (_EVENT, Out("timestamp", ULONG)),
    ),
)

_CALLBACKS = (  # launch_callback is in _callbacks.py
    Function(
        "subscribe_report",
        "aclrtSubscribeReport",
        "Makes a thread the one that runs the callbacks of a stream.",
        (In("thread_id", ULONG), _STREAM),
    ),
    Function(
        "unsubscribe_report",
        "aclrtUnSubscribeReport",
        "Ends a subscription.",
        (In("thread_id", ULONG), _STREAM),
    ),
    Function(
        "process_report",
        "aclrtProcessReport",
        "Waits for callbacks in a thread that has subscribed to streams, and runs them.",
        (_TIMEOUT,),
    ),
)

_MEMORY = (
    Function(
        "malloc",
        "aclrtMalloc",
        "Allocates device memory.",
        (Out("dev_ptr", ADDRESS), In("size", SIZE), In("policy", INT)),
    ),
    Function(
        "malloc_align32",
        "aclrtMallocAlign32",
        "Allocates device memory; the address is a multiple of 32.",
        (Out("dev_ptr", ADDRESS), In("size", SIZE), In("policy", INT)),
    ),
    Function("free", "aclrtFree", "Frees device memory.", (In("dev_ptr", ADDRESS),)),
    Function(
        "malloc_host",
        "aclrtMallocHost",
        "Allocates host memory for asynchronous copies.",
        (Out("host_ptr", ADDRESS), In("size", SIZE)),
    ),
    Function("free_host", "aclrtFreeHost", "Frees host memory.", (In("host_ptr", ADDRESS),)),
    Function(
        "memcpy",
        "aclrtMemcpy",
        "Copies bytes before it returns.",
        (
            In("dst", ADDRESS),
            In("dest_max", SIZE),
            In("src", ADDRESS),
            In("count", SIZE),
            In("kind", INT),
        ),
    ),
    Function(
        "memcpy_async",
        "aclrtMemcpyAsync",
        "Copies bytes as a task on a stream.",
        (
            In("dst", ADDRESS),
            In("dest_max", SIZE),
            In("src", ADDRESS),
            In("count", SIZE),
            In("kind", INT),
            _STREAM,
        ),
    ),
    Function(
        "memset",
        "aclrtMemset",
        "Sets bytes before it returns.",
        (In("dev_ptr", ADDRESS), In("max_count", SIZE), In("value", INT), In("count", SIZE)),
    ),
    Function(
        "memset_async",
        "aclrtMemsetAsync",
        "Sets bytes as a task on a stream.",
        (
            In("dev_ptr", ADDRESS),
            In("max_count", SIZE),
            In("value", INT),
            In("count", SIZE),
            _STREAM,
        ),
    ),
    Function(
        "get_mem_info",
        "aclrtGetMemInfo",
        "Tells how much memory there is.",
        (In("attr", INT), Out("free", SIZE), Out("total", SIZE)),
    ),
)

RT = _DEVICES + _CONTEXTS + _STREAMS + _EVENTS + _CALLBACKS + _MEMORY
