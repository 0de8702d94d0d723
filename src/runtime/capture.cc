#include "runtime/capture.h"

#include <pthread.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/context.h"
#include "runtime/graph.h"
#include "runtime/task_list.h"

namespace openaclnn {
namespace {

// How many tasks of each captured stream, by id, come before a place.
using Clock = std::map<int32_t, uint64_t>;

void Advance(Clock& clock, const Clock& to) {
  for (const auto& [stream, tasks] : to) {
    uint64_t& known = clock[stream];
    known = std::max(known, tasks);
  }
}

struct Member {
  std::shared_ptr<Stream> stream;
  Clock clock;                      // of what other streams did before its next task
  std::shared_ptr<TaskList> group;  // that is open
};

struct Capture {
  const aclmdlRI handle;
  const std::shared_ptr<Graph> graph;
  const int mode;
  const pthread_t thread;
  const int32_t origin;
  const std::shared_ptr<Stream> default_stream;
  std::map<int32_t, Member> members;
  bool spoilt = false, over = false;
};

// For a default stream, while another stream of its context is captured.
class RefusingSink final : public TaskSink {
 public:
  Status Take(std::unique_ptr<Task> /*task*/) override {
    return Error(ErrorKind::kCaptured, ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                 "stream: is the default stream, which others wait for, while a stream of its "
                 "context is captured; use another stream");
  }
};

// An update of a task group: the tasks that a stream is given go here.
struct Update {
  std::shared_ptr<Stream> stream;
  std::shared_ptr<TaskGroup> group;
  std::shared_ptr<TaskList> tasks;
};

struct Captures {
  std::mutex mutex;
  // Guarded by mutex:
  std::vector<std::shared_ptr<Capture>> all;
  std::vector<Update> updates;
};

Captures& TheCaptures() {
  static auto* const captures = new Captures;
  return *captures;
}

thread_local aclmdlRICaptureMode thread_mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;

// Below, the mutex is held.

std::shared_ptr<Capture> CaptureOf(const Stream& stream) {
  for (const std::shared_ptr<Capture>& capture : TheCaptures().all) {
    if (capture->members.contains(stream.id())) return capture;
  }
  return nullptr;
}

Clock ClockOf(Member& member) {
  Clock clock = member.clock;
  clock[member.stream->id()] = member.stream->sent();
  return clock;
}

void Join(Capture& capture, const std::shared_ptr<Stream>& stream, Clock clock) {
  clock[stream->id()] = stream->sent();  // its own earlier tasks, which ran
  capture.members.emplace(stream->id(), Member{stream, std::move(clock), nullptr});
  stream->SendTo(capture.graph->tasks());
}

// Whether a stream that took part has tasks that the origin does not wait for.
const Stream* Unjoined(Capture& capture) {
  const Clock known = ClockOf(capture.members.at(capture.origin));
  for (const auto& [id, member] : capture.members) {
    const auto seen = known.find(id);
    if (seen == known.end() || seen->second < member.stream->sent()) return member.stream.get();
  }
  return nullptr;
}

// Completes the graph, and lets all streams run their tasks again.
void Finish(const std::shared_ptr<Capture>& capture) {
  for (const auto& [id, member] : capture->members) member.stream->SendTo(nullptr);
  capture->members.clear();
  capture->over = true;
  std::erase(TheCaptures().all, capture);
  const bool last = std::ranges::none_of(TheCaptures().all, [&](const auto& other) {
    return other->default_stream == capture->default_stream;
  });
  if (last) capture->default_stream->SendTo(nullptr);
  captures_alive.fetch_sub(1);
  capture->graph->Complete();
}

bool IsUnsafeHere(const Capture& capture) {
  if (capture.mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED ||
      thread_mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED) {
    return false;
  }
  const bool everywhere = capture.mode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL &&
                          thread_mode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
  return everywhere || pthread_equal(capture.thread, pthread_self()) != 0;
}

Status Spoil(Capture& capture, const char* what) {
  capture.spoilt = true;
  return Error(ErrorKind::kCaptured, ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
               "{} cannot be captured, and is refused while a stream is, unless the mode is "
               "ACL_MODEL_RI_CAPTURE_MODE_RELAXED",
               what);
}

Status NotCaptured(const Stream& stream) {
  return Error(ErrorKind::kCaptureOrder, ACL_ERROR_RT_STREAM_NOT_CAPTURED,
               "stream {}: is not captured; call aclmdlRICaptureBegin first", stream.id());
}

Status WrongGroup(const Stream& stream, const char* is) {
  return Error(ErrorKind::kCaptureOrder, ACL_ERROR_STREAM_TASK_GROUP_STATUS, "stream {}: {}",
               stream.id(), is);
}

auto FindUpdate(const Stream& stream) {
  return std::ranges::find_if(TheCaptures().updates, [&](const Update& update) {
    return update.stream->id() == stream.id();
  });
}

bool Updates(const Stream& stream) { return FindUpdate(stream) != TheCaptures().updates.end(); }

// The update of a stream, which ends; nothing if there is none.
std::optional<Update> TakeUpdate(const Stream& stream) {
  const auto found = FindUpdate(stream);
  if (found == TheCaptures().updates.end()) return std::nullopt;
  std::optional<Update> update = std::move(*found);
  TheCaptures().updates.erase(found);
  return update;
}

Status CheckEnd(Capture& capture) {
  if (capture.spoilt) {
    return Error(ErrorKind::kCaptureOrder, ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
                 "stream {}: its capture was spoilt by a call that was refused", capture.origin);
  }
  for (const auto& [id, member] : capture.members) {
    if (member.group != nullptr) {
      return WrongGroup(*member.stream,
                        "has an open task group; call "
                        "aclmdlRICaptureTaskGrpEnd first");
    }
  }
  if (const Stream* const stream = Unjoined(capture)) {
    return Error(ErrorKind::kCaptureOrder, ACL_ERROR_RT_STREAM_UNJOINED,
                 "stream {}: was captured too, but stream {} does not wait for its last tasks; "
                 "record an event there and wait for it",
                 stream->id(), capture.origin);
  }
  return {};
}

}  // namespace

std::atomic<int> captures_alive{0};

class CaptureMark {
 public:
  CaptureMark(std::shared_ptr<Capture> of, Clock at)
      : capture(std::move(of)), clock(std::move(at)) {}

  const std::shared_ptr<Capture> capture;
  const Clock clock;
};

bool IsOver(const CaptureMark& mark) {
  const std::lock_guard lock(TheCaptures().mutex);
  return mark.capture->over;
}

Status CheckCaptureMode(int mode) {
  if (mode >= ACL_MODEL_RI_CAPTURE_MODE_GLOBAL && mode <= ACL_MODEL_RI_CAPTURE_MODE_RELAXED) {
    return {};
  }
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
               "mode: is {}, expected 0 (global), 1 (thread local) or 2 (relaxed)", mode);
}

Status BeginCapture(aclrtStream handle, int mode) {
  OPENACLNN_RETURN_IF_ERROR(CheckCaptureMode(mode));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  std::shared_ptr<Stream> default_stream = CopyStream(stream->context().default_stream);
  if (default_stream == nullptr || default_stream == stream) {
    return Error(ErrorKind::kCaptured, ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                 "stream: is the default stream, which cannot be captured; make one with "
                 "aclrtCreateStream");
  }
  const std::lock_guard lock(TheCaptures().mutex);
  if (CaptureOf(*stream) != nullptr || Updates(*stream)) {
    return Error(ErrorKind::kCaptured, ACL_ERROR_RT_STREAM_CAPTURED,
                 "stream {}: is captured already", stream->id());
  }
  TheCaptures().all.reserve(TheCaptures().all.size() + 1);
  auto graph = std::make_shared<Graph>();
  const aclmdlRI graph_handle = GraphTable::Get().Create(graph);
  auto capture = std::make_shared<Capture>(Capture{graph_handle,
                                                   std::move(graph),
                                                   mode,
                                                   pthread_self(),
                                                   stream->id(),
                                                   std::move(default_stream),
                                                   {}});
  capture->default_stream->SendTo(std::make_shared<RefusingSink>());
  Join(*capture, stream, {});
  TheCaptures().all.push_back(std::move(capture));
  captures_alive.fetch_add(1);
  return {};
}

Status GetCaptureInfo(aclrtStream handle, aclmdlRICaptureStatus& status, aclmdlRI& graph) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  const std::lock_guard lock(TheCaptures().mutex);
  const std::shared_ptr<Capture> capture = CaptureOf(*stream);
  status = capture == nullptr ? ACL_MODEL_RI_CAPTURE_STATUS_NONE
           : capture->spoilt  ? ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED
                              : ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
  graph = capture != nullptr ? capture->handle : nullptr;
  return {};
}

Status EndCapture(aclrtStream handle, aclmdlRI& graph) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  const std::lock_guard lock(TheCaptures().mutex);
  const std::shared_ptr<Capture> capture = CaptureOf(*stream);
  if (capture == nullptr) return NotCaptured(*stream);
  if (capture->origin != stream->id()) {
    return Error(ErrorKind::kCaptureOrder, ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
                 "stream {}: only joined the capture that stream {} began; end it there",
                 stream->id(), capture->origin);
  }
  const bool is_other_thread = capture->mode != ACL_MODEL_RI_CAPTURE_MODE_RELAXED &&
                               pthread_equal(capture->thread, pthread_self()) == 0;
  Status status = is_other_thread
                      ? Error(ErrorKind::kCaptureOrder, ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
                              "stream {}: another thread began its capture; end it there, or "
                              "begin it in relaxed mode",
                              stream->id())
                      : CheckEnd(*capture);
  Finish(capture);
  if (status.ok()) {
    graph = capture->handle;
  } else {
    static_cast<void>(DestroyGraph(capture->handle));
  }
  return status;
}

Status BeginTaskGroup(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  const std::lock_guard lock(TheCaptures().mutex);
  const std::shared_ptr<Capture> capture = CaptureOf(*stream);
  if (capture == nullptr) return NotCaptured(*stream);
  Member& member = capture->members.at(stream->id());
  if (member.group != nullptr) return WrongGroup(*stream, "has an open task group already");
  member.group = std::make_shared<TaskList>();
  stream->SendTo(member.group);
  return {};
}

Status EndTaskGroup(aclrtStream handle, aclrtTaskGrp& group) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  const std::lock_guard lock(TheCaptures().mutex);
  const std::shared_ptr<Capture> capture = CaptureOf(*stream);
  if (capture == nullptr) return NotCaptured(*stream);
  Member& member = capture->members.at(stream->id());
  if (member.group == nullptr) {
    return WrongGroup(*stream, "has no open task group; call aclmdlRICaptureTaskGrpBegin first");
  }
  stream->SendTo(capture->graph->tasks());
  return capture->graph->AddGroup(std::exchange(member.group, nullptr), group);
}

Status BeginTaskUpdate(aclrtStream handle, aclrtTaskGrp group) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  std::shared_ptr<TaskGroup> found;
  OPENACLNN_RETURN_IF_ERROR(FindTaskGroup(group, found));
  const std::lock_guard lock(TheCaptures().mutex);
  if (CaptureOf(*stream) != nullptr) {
    return Error(ErrorKind::kCaptured, ACL_ERROR_RT_STREAM_CAPTURED,
                 "stream {}: is captured; update task groups on another stream", stream->id());
  }
  if (Updates(*stream)) {
    return WrongGroup(*stream, "updates a task group already");
  }
  auto tasks = std::make_shared<TaskList>();
  TheCaptures().updates.push_back({stream, std::move(found), tasks});
  stream->SendTo(std::move(tasks));
  return {};
}

Status EndTaskUpdate(aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
  std::optional<Update> update;
  {
    const std::lock_guard lock(TheCaptures().mutex);
    update = TakeUpdate(*stream);
    if (!update) {
      return WrongGroup(*stream,
                        "updates no task group; call aclmdlRICaptureTaskUpdateBegin first");
    }
    stream->SendTo(nullptr);
  }
  const size_t given = update->tasks->tasks().size();
  const size_t expected = update->group->tasks()->tasks().size();
  if (given != expected) {
    return Error(ErrorKind::kCaptureOrder, ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                 "stream {}: got {} tasks for a group of {}; the group is as it was", stream->id(),
                 given, expected);
  }
  // In the order of the stream, as its other work.
  TaskOf task([group = std::move(update->group), tasks = std::move(update->tasks)]() noexcept {
    group->Replace(tasks);
    return 0;
  });
  return stream->Launch(Weight::kSmall, task);
}

aclmdlRICaptureMode ExchangeCaptureMode(aclmdlRICaptureMode mode) {
  return std::exchange(thread_mode, mode);
}

Status RefuseCaptured(const Stream& stream, const char* what) {
  if (!AnyCaptures()) return {};
  const std::lock_guard lock(TheCaptures().mutex);
  const std::shared_ptr<Capture> capture = CaptureOf(stream);
  if (capture == nullptr) return {};
  capture->spoilt = true;
  return Error(ErrorKind::kCaptured, ACL_ERROR_RT_STREAM_CAPTURED,
               "stream {}: is captured, and cannot be {}; call aclmdlRICaptureEnd first",
               stream.id(), what);
}

Status RefuseUnsafe(const char* what) {
  if (!AnyCaptures()) return {};
  const std::lock_guard lock(TheCaptures().mutex);
  for (const std::shared_ptr<Capture>& capture : TheCaptures().all) {
    if (IsUnsafeHere(*capture)) return Spoil(*capture, what);
  }
  return {};
}

Status RefuseUnsafeOn(const Stream& stream, const char* what) {
  if (!AnyCaptures()) return {};
  const std::lock_guard lock(TheCaptures().mutex);
  const std::shared_ptr<Capture> capture = CaptureOf(stream);
  return capture != nullptr && IsUnsafeHere(*capture) ? Spoil(*capture, what) : Status();
}

std::shared_ptr<const CaptureMark> MarkCapture(const Stream& stream) {
  if (!AnyCaptures()) return nullptr;
  const std::lock_guard lock(TheCaptures().mutex);
  std::shared_ptr<Capture> capture = CaptureOf(stream);
  if (capture == nullptr) return nullptr;
  Clock clock = ClockOf(capture->members.at(stream.id()));
  return std::make_shared<CaptureMark>(std::move(capture), std::move(clock));
}

Status JoinCapture(const std::shared_ptr<Stream>& stream, const CaptureMark& mark) {
  const std::lock_guard lock(TheCaptures().mutex);
  Capture& capture = *mark.capture;
  if (capture.over) return {};
  const std::shared_ptr<Capture> own = CaptureOf(*stream);
  if (own.get() == &capture) {
    Advance(own->members.at(stream->id()).clock, mark.clock);
    return {};
  }
  if (own != nullptr || Updates(*stream)) {
    return Error(ErrorKind::kCaptureOrder, ACL_ERROR_STREAM_CAPTURE_CONFLICT,
                 "stream {}: is captured, and cannot wait for an event of another capture",
                 stream->id());
  }
  if (stream->handle() == stream->context().default_stream) {
    capture.spoilt = true;
    return Error(ErrorKind::kCaptured, ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                 "stream: is the default stream, which cannot be captured, as the event is");
  }
  Join(capture, stream, mark.clock);
  return {};
}

Status RefuseOutside(const Stream& stream) {
  if (!AnyCaptures()) return {};
  const std::lock_guard lock(TheCaptures().mutex);
  const std::shared_ptr<Capture> capture = CaptureOf(stream);
  if (capture == nullptr) return {};
  capture->spoilt = true;
  return Error(ErrorKind::kCaptureOrder, ACL_ERROR_RT_CAPTURE_DEPENDENCY,
               "stream {}: is captured, and cannot wait for an event that was recorded outside; "
               "wait before the capture begins, or make the event with ACL_EVENT_EXTERNAL",
               stream.id());
}

bool FreeWithGraph(const std::function<void()>& free) {
  const std::lock_guard lock(TheCaptures().mutex);
  if (TheCaptures().all.empty()) return false;
  TheCaptures().all.back()->graph->CallAtEnd(free);
  return true;
}

void LeaveCapture(const Stream& stream) {
  std::shared_ptr<Capture> forgotten;
  const std::lock_guard lock(TheCaptures().mutex);
  static_cast<void>(TakeUpdate(stream));
  for (const std::shared_ptr<Capture>& capture : TheCaptures().all) {
    if (!capture->members.contains(stream.id())) continue;
    capture->spoilt = true;
    if (capture->origin == stream.id()) forgotten = capture;
    break;
  }
  if (forgotten == nullptr) return;
  Finish(forgotten);
  static_cast<void>(DestroyGraph(forgotten->handle));
}

bool IsCaptured(aclrtStream handle) {
  if (!AnyCaptures()) return false;
  std::shared_ptr<Stream> stream;
  if (!FindStream(handle, stream).ok()) return false;
  const std::lock_guard lock(TheCaptures().mutex);
  return CaptureOf(*stream) != nullptr;
}

}  // namespace openaclnn
