// Captures: streams whose tasks a graph keeps, from aclmdlRICaptureBegin to aclmdlRICaptureEnd.
//
// A capture begins on one stream, its origin. Another stream joins it when it waits for an event
// that was recorded on a captured one. The graph keeps the tasks in the order in which they were
// launched. That order fits all waits, so that one stream executes them one after the other.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "acl/acl_rt.h"
#include "base/status.h"
#include "runtime/stream.h"

namespace openaclnn {

// What an event stands for that was recorded on a captured stream.
class CaptureMark;
// Whether the capture has ended since; the event is one that was never recorded then.
bool IsOver(const CaptureMark& mark);

extern std::atomic<int> captures_alive;
inline bool AnyCaptures() { return captures_alive.load(std::memory_order_relaxed) != 0; }

// Errors: 100000 it is none of aclmdlRICaptureMode.
Status CheckCaptureMode(int mode);

// The C functions of these names, after the checks of pointers.
Status BeginCapture(aclrtStream stream, int mode);
Status GetCaptureInfo(aclrtStream stream, aclmdlRICaptureStatus& status, aclmdlRI& graph);
Status EndCapture(aclrtStream stream, aclmdlRI& graph);
Status BeginTaskGroup(aclrtStream stream);
Status EndTaskGroup(aclrtStream stream, aclrtTaskGrp& group);
Status BeginTaskUpdate(aclrtStream stream, aclrtTaskGrp group);
Status EndTaskUpdate(aclrtStream stream);
// Sets that of this thread, and returns what it was.
aclmdlRICaptureMode ExchangeCaptureMode(aclmdlRICaptureMode mode);

// What a captured stream cannot do: 107027, and the capture is spoilt. `what`: "synchronised".
Status RefuseCaptured(const Stream& stream, const char* what);
// What this thread cannot do while a stream is captured: 107030, and the capture is spoilt. `what`:
// the call, for the message. Nothing is refused of threads whose mode is relaxed.
Status RefuseUnsafe(const char* what);
// The same, for the stream that is captured.
Status RefuseUnsafeOn(const Stream& stream, const char* what);

// The place that a captured stream has come to; null: the stream is not captured.
std::shared_ptr<const CaptureMark> MarkCapture(const Stream& stream);
// Lets a stream wait for it. Errors: 107024, 107031, 107032.
Status JoinCapture(const std::shared_ptr<Stream>& stream, const CaptureMark& mark);
// Whether the stream is captured at all, and waits for something outside the graph: 107024.
Status RefuseOutside(const Stream& stream);

// For memory that is freed while streams are captured: the graph may use it, so that `free` is
// called when that ends. False: nothing is captured, and `free` is not called.
bool FreeWithGraph(const std::function<void()>& free);

// The stream ends: its capture is spoilt, or forgotten if it was the origin's.
void LeaveCapture(const Stream& stream);

}  // namespace openaclnn
