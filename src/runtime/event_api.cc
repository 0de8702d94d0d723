// Events: acl_rt.h, "Events".

#include "acl/acl_rt.h"
#include "base/api.h"
#include "base/deadline.h"
#include "checked/history.h"
#include "checked/uses.h"
#include "runtime/arguments.h"
#include "runtime/current_context.h"
#include "runtime/event.h"
#include "runtime/refusals.h"

namespace {

using openaclnn::After;
using openaclnn::CallApi;
using openaclnn::CheckNotNull;
using openaclnn::CheckRefusals;
using openaclnn::CurrentContext;
using openaclnn::Deadline;
using openaclnn::DestroyEvent;
using openaclnn::ElapsedTime;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::Event;
using openaclnn::EventTable;
using openaclnn::EventTime;
using openaclnn::FindCurrentContext;
using openaclnn::HasNoWaits;
using openaclnn::IsComplete;
using openaclnn::kAclCodes;
using openaclnn::RecordEvent;
using openaclnn::ResetEvent;
using openaclnn::Status;
using openaclnn::SynchronizeEvent;
using openaclnn::WaitForEvent;

constexpr uint32_t kAllFlags = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS |
                               ACL_EVENT_TIME_LINE | ACL_EVENT_DEVICE_USE_ONLY |
                               ACL_EVENT_EXTERNAL | ACL_EVENT_IPC;

Status MakeEvent(aclrtEvent* event, uint32_t flags, bool complete_unrecorded) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
  if ((flags & ~kAllFlags) != 0) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                 "flag: is {:#x}, expected a combination of {:#x}", flags, kAllFlags);
  }
  CurrentContext context;
  OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(context));
  OPENACLNN_RETURN_IF_ERROR(CheckRefusals(context.handle));
  *event = EventTable::Get().Create(
      Event{complete_unrecorded, (flags & ACL_EVENT_EXTERNAL) != 0, nullptr, {}});
  openaclnn::Made("aclrtEvent", *event);
  return {};
}

Status WaitFor(aclrtEvent event, Deadline deadline) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
  Status status = SynchronizeEvent(event, deadline);
  if (status.ok()) openaclnn::Synchronised();
  return status;
}

// Writes one of two answers.
template <class Answer>
Status Query(aclrtEvent event, Answer* status, Answer yes, Answer no,
             Status (*ask)(aclrtEvent, bool&)) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(status, "status"));
  bool answer = false;
  OPENACLNN_RETURN_IF_ERROR(ask(event, answer));
  if (answer) openaclnn::Synchronised();
  *status = answer ? yes : no;
  return {};
}

}  // namespace

extern "C" {

aclError aclrtCreateEvent(aclrtEvent* event) {
  return CallApi(OPENACLNN_CALL(event), kAclCodes, [&] { return MakeEvent(event, 0, false); });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
  return CallApi(OPENACLNN_CALL(event, flag), kAclCodes,
                 [&] { return MakeEvent(event, flag, false); });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
  return CallApi(OPENACLNN_CALL(event, flag), kAclCodes,
                 [&] { return MakeEvent(event, flag, true); });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  return CallApi(OPENACLNN_CALL(event), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
    return DestroyEvent(event);
  });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(event, stream), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
    return RecordEvent(event, stream);
  });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(event, stream), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
    return ResetEvent(event, stream);
  });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return CallApi(OPENACLNN_CALL(stream, event), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
    return WaitForEvent(event, stream);
  });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
  return CallApi(OPENACLNN_CALL(event), kAclCodes, [&] { return WaitFor(event, std::nullopt); });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return CallApi(OPENACLNN_CALL(event, timeout), kAclCodes, [&]() -> Status {
    if (timeout < -1) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                   "timeout: is {}, expected -1 (forever) or more", timeout);
    }
    return WaitFor(event, After(timeout));
  });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
  return CallApi(OPENACLNN_CALL(event, status), kAclCodes, [&] {
    return Query(event, status, ACL_EVENT_RECORDED_STATUS_COMPLETE,
                 ACL_EVENT_RECORDED_STATUS_NOT_READY, IsComplete);
  });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
  return CallApi(OPENACLNN_CALL(event, status), kAclCodes, [&] {
    return Query(event, status, ACL_EVENT_STATUS_COMPLETE, ACL_EVENT_STATUS_NOT_READY, IsComplete);
  });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
  return CallApi(OPENACLNN_CALL(event, status), kAclCodes, [&] {
    return Query(event, status, ACL_EVENT_WAIT_STATUS_COMPLETE, ACL_EVENT_WAIT_STATUS_NOT_READY,
                 HasNoWaits);
  });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
  return CallApi(OPENACLNN_CALL(ms, startEvent, endEvent), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(ms, "ms"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(startEvent, "startEvent"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(endEvent, "endEvent"));
    int64_t time = 0;
    OPENACLNN_RETURN_IF_ERROR(ElapsedTime(startEvent, endEvent, time));
    if (time < 0) {
      return Error(ErrorKind::kEventOrder, ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
                   "endEvent: was recorded {} ns before startEvent", -time);
    }
    *ms = static_cast<float>(static_cast<double>(time) * 1e-6);
    return {};
  });
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
  return CallApi(OPENACLNN_CALL(event, timestamp), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(event, "event"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(timestamp, "timestamp"));
    int64_t nanoseconds = 0;
    OPENACLNN_RETURN_IF_ERROR(EventTime(event, "event", nanoseconds));
    *timestamp = static_cast<uint64_t>(nanoseconds / 1000);
    return {};
  });
}

}  // extern "C"
