// Streams, and functions of the program on them: acl_rt.h, "Streams", "Functions of the program".

#include <pthread.h>

#include <utility>

#include "acl/acl_rt.h"
#include "base/api.h"
#include "base/deadline.h"
#include "base/float_environment.h"
#include "checked/contents.h"
#include "checked/uses.h"
#include "runtime/arguments.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/order.h"
#include "runtime/refusals.h"
#include "runtime/reports.h"
#include "runtime/stream.h"

namespace {

using openaclnn::After;
using openaclnn::AnyChecks;
using openaclnn::AnyRefusals;
using openaclnn::CallApi;
using openaclnn::Check;
using openaclnn::CheckNotNull;
using openaclnn::Checks;
using openaclnn::CheckTimeout;
using openaclnn::CreateStream;
using openaclnn::Deadline;
using openaclnn::DestroyMode;
using openaclnn::DestroyStream;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::FindStream;
using openaclnn::FindStreamId;
using openaclnn::IsDone;
using openaclnn::kAclCodes;
using openaclnn::LaunchCallback;
using openaclnn::MakeCall;
using openaclnn::Moment;
using openaclnn::NoteFunction;
using openaclnn::Observed;
using openaclnn::Observing;
using openaclnn::ProcessReports;
using openaclnn::ProgramFloats;
using openaclnn::RefuseCaptured;
using openaclnn::RunForStream;
using openaclnn::RunWithoutFloats;
using openaclnn::Status;
using openaclnn::Stream;
using openaclnn::Subscribe;
using openaclnn::Synchronised;
using openaclnn::TaskOf;
using openaclnn::TheOrder;
using openaclnn::ToBeObserved;
using openaclnn::Unsubscribe;
using openaclnn::Weight;

constexpr uint32_t kAllFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC |
                               ACL_STREAM_PERSISTENT | ACL_STREAM_HUGE | ACL_STREAM_CPU_SCHEDULE |
                               ACL_STREAM_DEVICE_USE_ONLY;
constexpr uint32_t kNeverSynchronized =
    ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;

Status MakeStream(aclrtStream* stream, uint32_t flags) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(stream, "stream"));
  if ((flags & ~kAllFlags) != 0) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                 "flag: is {:#x}, expected a combination of {:#x}", flags, kAllFlags);
  }
  return CreateStream(flags, *stream);
}

Status EndStream(aclrtStream stream, DestroyMode mode) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(stream, "stream"));
  return DestroyStream(stream, mode);
}

// The host knows that a stream is done.
void NoteDone(const Stream& stream) {
  if (Checks(Check::kOrder)) TheOrder().HostWaitsForAll(stream.id());
  Synchronised();
}

Status SynchronizeHandle(aclrtStream handle, Deadline deadline) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  OPENACLNN_RETURN_IF_ERROR(RefuseCaptured(*stream, "synchronised"));
  if ((stream->flags() & kNeverSynchronized) != 0) return {};
  Status status = stream->Synchronize(deadline);
  Synchronised();
  return status;
}

// Whether there is nothing to wait for, nor to report or to check: the rule, as small tasks run in
// those who launch them.
bool IsDoneUnchecked(aclrtStream handle) {
  return !AnyChecks() && !AnyRefusals() && IsDone(handle);
}

// Out of line, so that calls that have nothing to do pay for none of it.
[[gnu::noinline]] int32_t Synchronize(const char* api, aclrtStream stream) {
  if (ToBeObserved()) [[unlikely]] {
    return Observed(MakeCall(api, "stream", stream), [=] { return Synchronize(api, stream); });
  }
  return RunWithoutFloats(api, kAclCodes, [&] { return SynchronizeHandle(stream, std::nullopt); });
}

}  // namespace

extern "C" {

aclError aclrtCreateStream(aclrtStream* stream) {
  return CallApi(OPENACLNN_CALL(stream), kAclCodes, [&] { return MakeStream(stream, 0); });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t /*priority*/, uint32_t flag) {
  return CallApi(OPENACLNN_CALL(stream, flag), kAclCodes, [&] { return MakeStream(stream, flag); });
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(stream), kAclCodes,
                 [&] { return EndStream(stream, DestroyMode::kFinish); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(stream), kAclCodes,
                 [&] { return EndStream(stream, DestroyMode::kAbandon); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return !Observing() && IsDoneUnchecked(stream) ? 0 : Synchronize(__func__, stream);
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return CallApi(OPENACLNN_CALL(stream, timeout), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckTimeout(timeout, ACL_ERROR_RT_PARAM_INVALID));
    return SynchronizeHandle(stream, After(timeout));
  });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  return CallApi(OPENACLNN_CALL(stream, status), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(status, "status"));
    if (IsDoneUnchecked(stream)) {
      *status = ACL_STREAM_STATUS_COMPLETE;
      return {};
    }
    std::shared_ptr<Stream> found;
    OPENACLNN_RETURN_IF_ERROR(FindStream(stream, found));
    OPENACLNN_RETURN_IF_ERROR(RefuseCaptured(*found, "queried"));
    const bool idle =
        found->Idle() && !(Checks(Check::kOrder) && TheOrder().DoubtsQuery(found->id()));
    if (idle) NoteDone(*found);
    *status = idle ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    return {};
  });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
  return CallApi(OPENACLNN_CALL(stream, streamId), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(streamId, "streamId"));
    return FindStreamId(stream, *streamId);
  });
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
  ProgramFloats floats;
  return CallApi(OPENACLNN_CALL(stream, fn, args), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(fn, "fn"));
    std::shared_ptr<Stream> found;
    OPENACLNN_RETURN_IF_ERROR(FindStream(stream, found));
    Moment before;
    if (Checks(Check::kOrder)) before = TheOrder().LaunchFunction(found->id());
    TaskOf task([fn, args, before = std::move(before), writes = NoteFunction(),
                 floats](Stream& on) mutable {
      on.queue().Wait(std::nullopt);
      RunForStream(fn, args, on, before, floats);
      return 0;
    });
    return found->Launch(Weight::kLarge, task);
  });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
  const auto call = OPENACLNN_CALL(fn, userData, blockType, stream);
  return CallApi(call, kAclCodes, [&, type = static_cast<int>(blockType)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(fn, "fn"));
    if (type != ACL_CALLBACK_NO_BLOCK && type != ACL_CALLBACK_BLOCK) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "blockType: is {}, expected 0 or 1", type);
    }
    std::shared_ptr<Stream> found;
    OPENACLNN_RETURN_IF_ERROR(FindStream(stream, found));
    return LaunchCallback(fn, userData, type == ACL_CALLBACK_BLOCK, *found);
  });
}

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(threadId, stream), kAclCodes, [&]() -> Status {
    std::shared_ptr<Stream> found;
    OPENACLNN_RETURN_IF_ERROR(FindStream(stream, found));
    return Subscribe(threadId, found);
  });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(threadId, stream), kAclCodes, [&]() -> Status {
    std::shared_ptr<Stream> found;
    OPENACLNN_RETURN_IF_ERROR(FindStream(stream, found));
    return Unsubscribe(threadId, *found);
  });
}

aclError aclrtProcessReport(int32_t timeout) {
  ProgramFloats floats;
  const aclError code = CallApi(OPENACLNN_CALL(timeout), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckTimeout(timeout, ACL_ERROR_INVALID_PARAM));
    return ProcessReports(static_cast<uint64_t>(pthread_self()), After(timeout), floats);
  });
  floats.Set();
  return code;
}

}  // extern "C"
