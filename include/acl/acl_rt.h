// The runtime: devices, contexts, streams, events, callbacks and memory. Valid C99 and C++11.
//
// Conventions of all functions here:
// 1. They return 0 (ACL_SUCCESS) or a code of acl_base_rt.h or error_codes/rt_error_codes.h. A
//    failing call changes nothing and writes no output, unless it says otherwise.
// 2. Every failure leaves a sentence with the function's name and the value it stumbled over, which
//    aclGetRecentErrMsg returns.
// 3. Pointers must not be null unless said otherwise; 100000 (ACL_ERROR_INVALID_PARAM) if they are.
// 4. A stream argument may be null. It then means the default stream of the calling thread's
//    current context; 107002 is returned if there is none. aclrtDestroyStream and its Force
//    variant are the exceptions.
// 5. A stream, event or context that was destroyed or is no handle of its kind is refused. The code
//    is 107017 for streams and events, 107000 for contexts. Here a thread may destroy one that
//    others use: each of their calls is done as if it came before, or refused. On an NPU that is
//    undefined.
// 6. "Needs a context" means that the calling thread must have a current context; otherwise the
//    code is 107002 (ACL_ERROR_RT_CONTEXT_NULL). aclrtSetDevice, aclrtCreateContext or
//    aclrtSetCurrentContext in this thread, or a default device in the configuration, give it one.
//    Using an existing stream or event needs none, in whichever thread.
// 7. Work put on a stream runs in the order of its submission; work on different streams runs at
//    the same time unless events order it. A failure of a task does not stop the tasks behind it;
//    its code is returned, once, by the next call that synchronises the stream.
// 8. Device memory is host memory: every pointer is valid on both sides. Programs that are also to
//    run on an NPU must not make use of that.
// 9. Any of them can also return 200000 if host memory is exhausted, and 500000 for a defect of
//    this library. One that makes an object returns 207005 if 16,777,216 of the kind are live. All
//    are safe to call from several threads, before aclInit, after aclFinalize and in destructors of
//    static objects.
// 10. All leave the caller's floating-point environment as it was, flags of exceptions included.
#ifndef OPENACLNN_ACL_ACL_RT_H_
#define OPENACLNN_ACL_ACL_RT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_rt_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

// -------------------------------------------------------------------------------------------------
// Initialisation

// Reads the configuration and the environment variables. configPath: a JSON file, or null or "" for
// the defaults. Its entries:
//   "err_msg_mode": "1"                           keeps messages per process instead of per thread,
//   "defaultDevice": {"default_device": "0"}      is the device of threads that never chose one;
// others are accepted and not used. Neither is needed: programs that never call aclInit run on the
// defaults.
// Returns 100002 if already initialised: harmless, so that there is no message, and it counts for
// aclFinalizeReference. 100000 if an environment variable of this library has an impossible value,
// or if already initialised with another configuration. 100003 if the file cannot be read, is no
// regular file or is longer than 1 MiB; 100006 if it is not a JSON object or one of the entries
// above has an impossible value.
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

// Ends what aclInit began, however often it was called. Streams, events and memory stay. Returns
// 100037 if already finalised and not initialised since.
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

// Takes back one call of aclInit, and finalises with the last. refCount: may be null; receives the
// number of calls not yet taken back. Returns 100037 if there is none to take back.
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

// The bytes of a version's text, with its end.
#define ACL_PKG_VERSION_MAX_SIZE 128

// The version of a part of the toolkit as text, for programs that show it or choose by it. pkgName:
// any name, as all parts are one here. versionStr: receives "8.1.RC1", the release of CANN whose
// interface these headers restate, in ACL_PKG_VERSION_MAX_SIZE bytes. (This project's own version:
// openaclnn_version, and `openaclnn --version`.) Returns 100000 if either is null.
ACL_FUNC_VISIBILITY aclError aclsysGetVersionStr(char* pkgName, char* versionStr);

typedef enum aclCANNPackageName {
  ACL_PKG_NAME_CANN,
  ACL_PKG_NAME_RUNTIME,
  ACL_PKG_NAME_COMPILER,
  ACL_PKG_NAME_HCCL,
  ACL_PKG_NAME_TOOLKIT,
  ACL_PKG_NAME_OPP,
  ACL_PKG_NAME_OPP_KERNEL,
  ACL_PKG_NAME_DRIVER
} aclCANNPackageName;

#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64

typedef struct aclCANNPackageVersion {
  char version[ACL_PKG_VERSION_MAX_SIZE];
  char majorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char minorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char releaseVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char patchVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
  char reserved[ACL_PKG_VERSION_MAX_SIZE];
} aclCANNPackageVersion;

// The same version with its parts: "8.1.RC1" is "8", "1", "RC1" and patch "0", whatever the name;
// `reserved` is empty. Returns 100000 for null, and for what is no name.
ACL_FUNC_VISIBILITY aclError aclsysGetCANNVersion(aclCANNPackageName name,
                                                  aclCANNPackageVersion* version);

// What the toolkit can do. cannAttrList: receives a list of `*num` attributes, which is never
// freed: infinities and NaNs in 16-bit results, BFLOAT16, operators that need no compilation.
ACL_FUNC_VISIBILITY aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num);

// value: receives 1, as there is each of them. Returns 100000 for what is no attribute.
ACL_FUNC_VISIBILITY aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value);

// The failures of this thread, or of the process, if so configured, since the last call; null if
// there was none. At most 16 are kept, the newest first, one to a line. Forgets them. The text is
// valid until the next call of this function in the same thread.
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

// -------------------------------------------------------------------------------------------------
// Devices

typedef enum aclrtRunMode { ACL_DEVICE, ACL_HOST } aclrtRunMode;

// Makes a device the current one of this thread, by making its default context current. The default
// context is made by the first call and shared by all threads. Every call counts for
// aclrtResetDevice. Returns 107001 if there is no such device, 100000 if a setting is wrong.
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

// Takes back one call of aclrtSetDevice, from whichever thread. The last one waits for the tasks of
// the default context and destroys it with all its streams; memory and explicit contexts stay,
// though checked mode reports the use of memory of a device that has no context left: an NPU may
// take it. Returns 107001 if there is no such device and 507007 if it is not set. Returns 507004 if
// called from a host function on a stream that it would destroy.
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

// Like the last call of aclrtResetDevice, however many came before.
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

// Whether a device has its default context. flags: receives 0; may be null. active: receives 1 or
// 0. Returns 107001 if there is no such device.
ACL_FUNC_VISIBILITY aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags,
                                                     int32_t* active);

// The device of the current context. Needs a context.
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

// The number of devices: that of the environment variable OPENACLNN_DEVICE_COUNT, 1 if that is not
// set. Devices are numbered from 0.
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

// Where the program runs: always ACL_HOST, a host with devices.
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

// Waits for all tasks that are on any stream of the current device. Needs a context. Returns the
// first failure among these streams (convention 7), or 507004 if called from a host function on one
// of them.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

// The same, for at most `timeout` milliseconds; -1: forever. Returns 107000 for other negative
// numbers and 0, 507046 if tasks are left.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

// Whether one device can read the memory of another: *canAccessPeer receives 1. Returns 100000 if
// the two are the same, 107001 if there is no such device.
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId,
                                                      int32_t peerDeviceId);

// Lets the current device read the memory of another, or no longer; nothing to do here. Need a
// context. flags: 0, else 200006. Return 100000 if the peer is the current device, 107001 if there
// is no such device.
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

// -------------------------------------------------------------------------------------------------
// Contexts

// Makes a context on a device, with a default stream of its own, and makes it current in this
// thread. aclrtSetDevice is not needed before. Returns what aclrtSetDevice does.
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

// Waits for the tasks of a context made by aclrtCreateContext and destroys it with all its streams.
// Threads in which it is current have no context afterwards. Returns 107000 for the default context
// of a device, 507004 if called from a host function on one of its streams.
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

// Makes a context, and with it its device, current in this thread. Null: 100000.
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

// The current context of this thread. Needs a context.
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

// -------------------------------------------------------------------------------------------------
// Options

typedef enum {
  ACL_OPT_DETERMINISTIC = 0,
  ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
  ACL_OPT_STRONG_CONSISTENCY = 2,
  ACL_OPT_ENABLE_KERNEL_EARLY_START = 3
} aclSysParamOpt;

typedef enum aclrtFloatOverflowMode {
  ACL_RT_OVERFLOW_MODE_SATURATION = 0,
  ACL_RT_OVERFLOW_MODE_INFNAN,
  ACL_RT_OVERFLOW_MODE_UNDEF
} aclrtFloatOverflowMode;

typedef enum aclrtDevResLimitType {
  ACL_RT_DEV_RES_CUBE_CORE = 0,
  ACL_RT_DEV_RES_VECTOR_CORE
} aclrtDevResLimitType;

// How operators treat numbers beyond the range of a 16-bit type. Needs a device. Accepts every mode
// (107000 for what is none), and results always have infinities and NaNs, as in INFNAN.
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);

// How many seconds an operator may take, or wait for an event, which nothing here limits: accepted
// and not used. V2 takes microseconds; actualTimeout receives them.
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpWaitTimeout(uint32_t timeout);

// Options of the current context (Ctx; need a context) and of the process. They are kept and
// returned; results do not depend on them, as they are always deterministic. One of the process
// that was never set is 0; reading one of a context that was never set there returns 107021. Return
// 107000 for an unknown option.
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value);
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

// -------------------------------------------------------------------------------------------------
// Streams

#define ACL_STREAM_FAST_LAUNCH 0x00000001U
#define ACL_STREAM_FAST_SYNC 0x00000002U
#define ACL_STREAM_PERSISTENT 0x00000004U
#define ACL_STREAM_HUGE 0x00000008U
#define ACL_STREAM_CPU_SCHEDULE 0x00000010U
#define ACL_STREAM_DEVICE_USE_ONLY 0x00000020U

typedef enum aclrtStreamStatus {
  ACL_STREAM_STATUS_COMPLETE = 0,
  ACL_STREAM_STATUS_NOT_READY = 1,
  ACL_STREAM_STATUS_RESERVED = 0xFFFF
} aclrtStreamStatus;

// Make a stream in the current context. Need a context. priority: not used. flag: any of
// ACL_STREAM_* above, combined, or 0; synchronising a stream with PERSISTENT, CPU_SCHEDULE or
// DEVICE_USE_ONLY returns at once. Returns 107000 for other flags.
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                                         uint32_t flag);

// Waits for the tasks of a stream, without returning their failures, and destroys it. Needs a
// context. Returns 100000 for null and 107003 if the stream belongs to another context than the
// current one. Returns 507004 if called from a host function on the stream.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

// The same without waiting: tasks that have not begun are dropped, and events that they would have
// recorded count as recorded. The task that is running ends on its own; what it uses must live
// until then.
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

// Waits for all tasks on the stream at the time of the call. Returns the code of the first one that
// failed since the last synchronisation: 507000 if a host function threw, 107015 if a callback was
// dropped (aclrtUnSubscribeReport), or what the operator gives. Returns 507004 if called from a
// host function or blocking callback on the stream. Like all functions that synchronise, copy or
// create events, it returns 200001 after a refusal: of an operator of the older interface to
// another thread, or of anything to PyTorch's adapter (acl_op_compiler.h).
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

// The same, for at most `timeout` milliseconds; -1: forever. Returns 107000 for other negative
// numbers and 0, 507046 if tasks are left.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

// Whether the stream has run all its tasks. Does not wait, nor return their failures. In checked
// mode the first answer after new tasks is no, to find programs that do not look at it.
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

// A number that no other stream of the process has.
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);

// -------------------------------------------------------------------------------------------------
// Events

#define ACL_EVENT_SYNC 0x00000001U
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002U
#define ACL_EVENT_TIME_LINE 0x00000008U
#define ACL_EVENT_DEVICE_USE_ONLY 0x00000010U
#define ACL_EVENT_EXTERNAL 0x00000020U
#define ACL_EVENT_IPC 0x00000040U

// Three enums for three questions. Beware: 0 does not mean the same in them.
typedef enum aclrtEventStatus {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2
} aclrtEventStatus;

typedef enum aclrtEventRecordedStatus {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;

typedef enum aclrtEventWaitStatus {
  ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
  ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
  ACL_EVENT_WAIT_STATUS_RESERVED = 0xFFFF
} aclrtEventWaitStatus;

// Make an event. Need a context. flag: any of ACL_EVENT_* above, combined, or 0; whatever it is,
// the event can be waited for and has a time. Returns 107000 for other flags. An event made by
// aclrtCreateEventExWithFlag counts as complete until it is first recorded, others do not.
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

// Does not wait; records and waits that are under way are not disturbed here, but may be on an NPU:
// checked mode reports waits. Null: 100000.
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

// Records the event on a stream: it is complete once all tasks that are now on the stream have run.
// An event that was recorded before forgets that, for those who ask from now on.
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

// Makes the event unrecorded once all tasks that are now on the stream have run, unless it has been
// recorded again by then.
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

// Makes later tasks of the stream wait for the latest record of the event at the time of this call.
// No wait if it was never recorded. The calling thread does not wait.
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

// Waits, in the calling thread, for the latest record of the event. Returns at once if it was never
// recorded. Returns 507006 if called from a host function on the stream of the record.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

// The same, for at most `timeout` milliseconds; -1: forever. Returns 107000 for other negative
// numbers, 507047 if the event is not complete by then.
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

// Whether the latest record is complete; checked mode says once that it is not, as for
// aclrtStreamQuery. The second form is the older one, with the opposite numbers.
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event,
                                                   aclrtEventRecordedStatus* status);
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);

// Whether all waits for this event (aclrtStreamWaitEvent) are over.
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event,
                                                       aclrtEventWaitStatus* status);

// The time from the latest record of one event to that of another, in milliseconds; the clock
// counts nanoseconds. Returns 107006 if one of them was never recorded or is not complete, 107007
// if the end lies before the start.
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent,
                                                   aclrtEvent endEvent);

// When the latest record completed, in microseconds since the machine started. Returns 107006 if
// the event was never recorded or is not complete.
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp);

// -------------------------------------------------------------------------------------------------
// Functions of the program on streams

typedef void (*aclrtCallback)(void* userData);
typedef void (*aclrtHostFunc)(void* args);

typedef enum aclrtCallbackBlockType {
  ACL_CALLBACK_NO_BLOCK,
  ACL_CALLBACK_BLOCK
} aclrtCallbackBlockType;

// Runs fn(args) in a thread of this library once the tasks before it have run; later tasks of the
// stream wait for it. args: may be null; must live until then. In fn, the context of the stream is
// current, and the floating-point environment is the one that the caller of this function has now.
// An exception that leaves fn is caught and reported as 507000 by the next synchronisation. So is
// that fn ends its thread (pthread_exit); the stream goes on in another one.
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

// The same in a thread of the program: the one that subscribed to the stream, while it is in
// aclrtProcessReport. userData: may be null; must live until then. With ACL_CALLBACK_BLOCK later
// tasks of the stream wait for fn, with ACL_CALLBACK_NO_BLOCK they do not. Returns 100000 for
// another blockType, 107015 if no thread subscribed to the stream.
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData,
                                                 aclrtCallbackBlockType blockType,
                                                 aclrtStream stream);

// Makes a thread the one that runs the callbacks of a stream. threadId: as pthread_self returns it.
// A thread may subscribe to several streams of one device. Returns 107011 if the stream has a
// subscriber, 107012 if the thread has subscribed to streams of another device.
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

// Ends a subscription; the thread may have ended already. Callbacks of the stream that have not
// begun are dropped: the next synchronisation of the stream returns 107015. Returns 107012 if the
// thread has no subscriptions, 107011 if it has not subscribed to this stream.
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

// Waits for callbacks of the streams that the calling thread has subscribed to and runs all that
// are due. timeout: in milliseconds; -1: forever. Returns 100000 for other negative numbers and 0,
// 107012 if the thread has no subscriptions, also when the last one ends during the wait, 507012 if
// no callback came due in time.
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

// -------------------------------------------------------------------------------------------------
// Memory

typedef enum aclrtMemMallocPolicy {
  ACL_MEM_MALLOC_HUGE_FIRST,
  ACL_MEM_MALLOC_HUGE_ONLY,
  ACL_MEM_MALLOC_NORMAL_ONLY,
  ACL_MEM_MALLOC_HUGE_FIRST_P2P,
  ACL_MEM_MALLOC_HUGE_ONLY_P2P,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P,
  ACL_MEM_MALLOC_HUGE1G_ONLY,
  ACL_MEM_MALLOC_HUGE1G_ONLY_P2P,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 0x0100,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 0x1000,
  ACL_MEM_ACCESS_USER_SPACE_READONLY = 0x100000
} aclrtMemMallocPolicy;

typedef enum aclrtMemcpyKind {
  ACL_MEMCPY_HOST_TO_HOST,
  ACL_MEMCPY_HOST_TO_DEVICE,
  ACL_MEMCPY_DEVICE_TO_HOST,
  ACL_MEMCPY_DEVICE_TO_DEVICE,
  ACL_MEMCPY_DEFAULT,
  ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE,
  ACL_MEMCPY_INNER_DEVICE_TO_DEVICE,
  ACL_MEMCPY_INTER_DEVICE_TO_DEVICE
} aclrtMemcpyKind;

typedef enum aclrtMemAttr {
  ACL_DDR_MEM,
  ACL_HBM_MEM,
  ACL_DDR_MEM_HUGE,
  ACL_DDR_MEM_NORMAL,
  ACL_HBM_MEM_HUGE,
  ACL_HBM_MEM_NORMAL,
  ACL_DDR_MEM_P2P_HUGE,
  ACL_DDR_MEM_P2P_NORMAL,
  ACL_HBM_MEM_P2P_HUGE,
  ACL_HBM_MEM_P2P_NORMAL,
  ACL_HBM_MEM_HUGE1G,
  ACL_HBM_MEM_P2P_HUGE1G,
  ACL_MEM_NORMAL,
  ACL_MEM_HUGE,
  ACL_MEM_HUGE1G,
  ACL_MEM_P2P_NORMAL,
  ACL_MEM_P2P_HUGE,
  ACL_MEM_P2P_HUGE1G
} aclrtMemAttr;

// Allocate device memory. Need a context. size: in bytes, not 0 (100000). policy: the HUGE ones ask
// the system for huge pages from 2 MiB on, NORMAL_ONLY does not; it is a wish, and any number is
// accepted. The address is a multiple of 512; what the memory contains is undefined. Reads shortly
// past the end are harmless. Free it with aclrtFree. Return 100000 if size + 64 does not fit
// size_t, 207001 if there is not that much memory.
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size,
                                                aclrtMemMallocPolicy policy);

// Frees device memory, at once: tasks on streams must be done with it. Needs no context. Returns
// 107000 for addresses that aclrtMalloc did not return or that are freed already.
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

// Allocates host memory that asynchronous copies can use while the program goes on. Needs a
// context. size, address and codes as for aclrtMalloc. Free it with aclrtFreeHost.
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

// Frees host memory. Needs no context. Returns 107000 for addresses that aclrtMallocHost did not
// return or that are freed already.
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

// Copies count bytes before it returns. Does not wait for streams: synchronise first if the memory
// is written by one. destMax: bytes that fit at dst. The checks, in this order: count 0: success,
// whatever the pointers; null: 100000; kind above HOST_TO_BUF_TO_DEVICE: 100000; count > destMax:
// 107000; dst equal to src: success; needs a context. The kind is not compared with where the
// addresses are. The ranges may overlap, but on an NPU not both in device memory.
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

// The same as a task on a stream. If both ranges lie in memory of aclrtMalloc or aclrtMallocHost,
// it returns at once, and the memory must stay until the task has run; otherwise it returns when
// the copy is done. Returns 207000 for kind HOST_TO_HOST, 507004 if it had to wait in a host
// function on the stream.
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src,
                                              size_t count, aclrtMemcpyKind kind,
                                              aclrtStream stream);

// Sets count bytes to the low byte of value before it returns. maxCount: bytes that fit at devPtr,
// which may also be host memory. The checks, in this order: count 0: success; null: 100000; count >
// maxCount: 107000; needs a context.
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value,
                                         size_t count);

// The same as a task on a stream. The memory must stay until the task has run.
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value,
                                              size_t count, aclrtStream stream);

// Free and total memory, in bytes: what this process may use of the machine's memory. Needs a
// context. attr: DDR and HBM, their HUGE and NORMAL forms; P2P and HUGE1G pools do not exist: both
// receive 0. Returns 107016 for ACL_MEM_NORMAL and beyond.
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

// -------------------------------------------------------------------------------------------------
// Virtual memory: addresses that are reserved, and memory that is mapped there, so that what grows
// keeps its address. Sizes are in bytes. A GPU's memory, and checked mode, have none: the functions
// return 207000, and programs then use aclrtMalloc. All return 100000 for null pointers.

typedef void* aclrtDrvMemHandle;

typedef enum aclrtMemLocationType {
  ACL_MEM_LOCATION_TYPE_HOST = 0,
  ACL_MEM_LOCATION_TYPE_DEVICE,
  ACL_MEM_LOCATION_TYPE_UNREGISTERED,
  ACL_MEM_LOCATION_TYPE_MANAGED,
  ACL_MEM_LOCATION_TYPE_HOST_NUMA
} aclrtMemLocationType;

typedef struct aclrtMemLocation {
  uint32_t id;
  aclrtMemLocationType type;
} aclrtMemLocation;

typedef enum aclrtMemHandleType {
  ACL_MEM_HANDLE_TYPE_NONE = 0,
  ACL_MEM_HANDLE_TYPE_POSIX = 2
} aclrtMemHandleType;

typedef enum aclrtMemAllocationType { ACL_MEM_ALLOCATION_TYPE_PINNED = 0 } aclrtMemAllocationType;

typedef struct aclrtPhysicalMemProp {
  aclrtMemHandleType handleType;
  aclrtMemAllocationType allocationType;
  aclrtMemAttr memAttr;
  aclrtMemLocation location;
  uint64_t reserve;
} aclrtPhysicalMemProp;

typedef enum aclrtMemGranularityOptions {
  ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM,
  ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED,
  ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 0xFFFF
} aclrtMemGranularityOptions;

// What sizes and addresses of mapped memory are multiples of: 2 MiB, for both options. 207000
// leaves no message, as programs ask by it whether there is virtual memory. Returns 107000 for
// another option or a location that is no device, 107001 for a device that does not exist.
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                                              aclrtMemGranularityOptions option,
                                                              size_t* granularity);

// Reserves addresses, rounded up to the granularity; memory is mapped there later. alignment: 0.
// expectPtr: is not looked at. flags: 0 (normal pages) or 1 (huge pages), which are the same.
// Returns 107000 for other numbers and sizes, 207001 if there is no room.
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment,
                                                    void* expectPtr, uint64_t flags);
// Returns 107000 for another address, and if memory is mapped there.
ACL_FUNC_VISIBILITY aclError aclrtReleaseMemAddress(void* virPtr);

// Memory of a device, which has no address yet. size: a multiple of the granularity. prop: its
// location is a device. flags: 0. Returns 107000, 107001, and 207001 if there is no room.
ACL_FUNC_VISIBILITY aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                                                 const aclrtPhysicalMemProp* prop, uint64_t flags);
// What is mapped stays until it is unmapped. Returns 107017 if the handle is not live.
ACL_FUNC_VISIBILITY aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

// Maps the first `size` bytes of memory at reserved addresses where none is mapped. Memory may be
// mapped at several places. offset, flags: 0. Returns 107000, and 107017 if the handle is not live.
ACL_FUNC_VISIBILITY aclError aclrtMapMem(void* virPtr, size_t size, size_t offset,
                                         aclrtDrvMemHandle handle, uint64_t flags);
// Ends one aclrtMapMem, which had this address; else 107000. The addresses stay reserved.
ACL_FUNC_VISIBILITY aclError aclrtUnmapMem(void* virPtr);

// Shared memory: not available. Every function returns 207000.
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle,
                                                             aclrtMemHandleType handleType,
                                                             uint64_t flags,
                                                             uint64_t* shareableHandle);
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle,
                                                               int32_t deviceId,
                                                               aclrtDrvMemHandle* handle);
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid,
                                                             size_t pidNum);

// The number under which other processes know this one: *pid receives that of getpid. Returns
// 100000 for null.
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetBareTgid(int32_t* pid);

// -------------------------------------------------------------------------------------------------
// Compiled kernels: not available, as they are made for the processors of an NPU. Every function
// returns 207000.

typedef void* aclrtBinHandle;
typedef void* aclrtFuncHandle;

typedef enum aclrtBinaryLoadOptionType {
  ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1,
  ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC = 2,
  ACL_RT_BINARY_LOAD_OPT_MAGIC = 2,
  ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3
} aclrtBinaryLoadOptionType;

typedef union aclrtBinaryLoadOptionValue {
  uint32_t isLazyLoad;
  uint32_t magic;
  int32_t cpuKernelMode;
  uint32_t rsv[4];
} aclrtBinaryLoadOptionValue;

typedef struct aclrtBinaryLoadOption {
  aclrtBinaryLoadOptionType type;
  aclrtBinaryLoadOptionValue value;
} aclrtBinaryLoadOption;

typedef struct aclrtBinaryLoadOptions {
  aclrtBinaryLoadOption* options;
  size_t numOpt;
} aclrtBinaryLoadOptions;

ACL_FUNC_VISIBILITY aclError aclrtBinaryLoadFromData(const void* data, size_t length,
                                                     const aclrtBinaryLoadOptions* options,
                                                     aclrtBinHandle* binHandle);
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle,
                                                    const char* kernelName,
                                                    aclrtFuncHandle* funcHandle);
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void** aicAddr,
                                                  void** aivAddr);

// -------------------------------------------------------------------------------------------------
// Graphs
//
// Between aclmdlRICaptureBegin and aclmdlRICaptureEnd a stream runs nothing: a graph keeps its
// tasks (operators, asynchronous copies and fills, functions of the host). aclmdlRIExecuteAsync
// runs them with the addresses that they had. What is there must stay allocated, and unchanged,
// until the graph is destroyed; memory that is freed during the capture does stay. Tensors,
// executors and scalars may be destroyed after the capture.
//
// Another stream joins the capture when it waits for an event that was recorded on a captured one.
// The stream where the capture began must wait for it in turn, before the capture ends.
//
// Meanwhile these are refused, and spoil the capture: aclmdlRICaptureEnd returns 507903 then.
//   * 107027: to synchronise, query or destroy a captured stream;
//   * 107030: aclrtMemcpy, aclrtMemset and aclrtSynchronizeDevice, and aclrtMemcpyAsync of pageable
//     memory on the stream, where the mode says so;
//   * 107024: to wait for an event that was recorded outside, except for one that was made with
//     ACL_EVENT_EXTERNAL: the graph waits until that is recorded, each time that it is executed.
// Refused without harm to the capture:
//   * 107028: to synchronise, query or time an event that was recorded on a captured stream;
//   * 107031: tasks on the default stream of the context;
//   * 207000: collectives on a captured stream.
// All functions return 100000 for null pointers and 107017 for what is not live.

typedef void* aclmdlRI;
typedef void* aclrtTaskGrp;

// Where unsafe calls are refused: in all threads; in the one that began the capture; nowhere.
typedef enum aclmdlRICaptureMode {
  ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
  ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL,
  ACL_MODEL_RI_CAPTURE_MODE_RELAXED
} aclmdlRICaptureMode;

typedef enum aclmdlRICaptureStatus {
  ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
  ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE,
  ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED
} aclmdlRICaptureStatus;

// Begins a capture. Returns 107027 if the stream is captured already, 107031 for the default
// stream.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);

// Whether the stream is captured. *modelRI receives the graph that aclmdlRICaptureEnd will give, or
// null.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream,
                                                    aclmdlRICaptureStatus* status,
                                                    aclmdlRI* modelRI);

// Sets the mode of this thread, which is global at first, and writes the former one to *mode.
// Thread-local: only captures that this thread began refuse its unsafe calls. Relaxed: none does.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode);

// Ends the capture, in any case, and gives its graph. Returns, with *modelRI null: 107029 the
// stream is not captured; 107036 the capture began on another stream, and goes on; 107038 another
// thread began it, not in relaxed mode; 507903 it was spoilt; 107033 a task group is open; 107025 a
// stream that joined was not waited for.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI);

// Puts an execution of the graph on a stream, captured or not. Executions of one graph run one at a
// time. Returns 107026 if it is still being captured.
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);

// The same on the default stream, and waits for that for at most `timeout` milliseconds; -1:
// forever. Returns 107000 for other negative numbers and 0, 507046 if the time was not enough.
ACL_FUNC_VISIBILITY aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);

// Ends an execution before its next task: the stream reports 107035. Does nothing if there is none.
ACL_FUNC_VISIBILITY aclError aclmdlRIAbort(aclmdlRI modelRI);

// Ends the graph and its task groups. An execution goes on. Returns 107026 during the capture.
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);

// A name; it is empty at first. The end of one that has no room in `maxLen` bytes, with the final
// 0, is cut. Returns 107000 if maxLen is 0.
ACL_FUNC_VISIBILITY aclError aclmdlRISetName(aclmdlRI modelRI, const char* name);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name);

// A number that no other graph of the process has.
ACL_FUNC_VISIBILITY aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* modelRIId);

// Shows the graph's id, name and tasks: in the log (OPENACLNN_LOG=info); as a JSON file. `flags` is
// not used. Returns 100000 if the file cannot be written.
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path,
                                                    uint32_t flags);

// The tasks of a captured stream between the two are a group. Returns 107029 if the stream is not
// captured, 107033 if a group is open already, or none is.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle);

// The tasks of a stream between the two take the place of those of the group, once the stream has
// come to that. Returns 107027 if the stream is captured; 107033 if it updates a group already, or
// none, or if there are not as many tasks as the group has.
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream,
                                                            aclrtTaskGrp handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACL_ACL_RT_H_
