#include "runtime/reports.h"

#include <cxxabi.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "checked/contents.h"
#include "checked/uses.h"
#include "runtime/fork.h"
#include "runtime/order.h"

namespace openaclnn {
namespace {

struct Callback {
  const aclrtCallback function;
  void* const argument;
  const bool blocks;
  const std::shared_ptr<Stream> stream;
  const Moment before;  // as for RunForStream
  std::unique_ptr<FunctionMayWrite> writes;
  bool over = false;  // has run, or was dropped
};

struct Subscriber {
  std::set<const Stream*> streams;  // not empty, all of one device
  int32_t device;
  std::deque<std::shared_ptr<Callback>> due;
};

struct Reports {
  std::mutex mutex;
  std::condition_variable changed;  // a callback is due or over, a subscription ended
  // Guarded by mutex:
  std::map<uint64_t, Subscriber> subscribers;  // by thread
  std::map<const Stream*, uint64_t> thread_of;
};

Reports& TheReports() {
  static auto* const reports = new Reports;
  return *reports;
}

// The mutex is held.
Subscriber* SubscriberOf(const Stream& stream) {
  const auto thread = TheReports().thread_of.find(&stream);
  if (thread == TheReports().thread_of.end()) return nullptr;
  return &TheReports().subscribers.at(thread->second);
}

void FailForLackOfSubscriber(Stream& stream) {
  stream.Fail(ErrorKind::kSubscription, ACL_ERROR_RT_STREAM_NO_CB_REG,
              "a callback was dropped, as the subscription to the stream ended before it ran");
}

// The mutex is held; the stream has a subscriber.
void Remove(Stream& stream) {
  Reports& reports = TheReports();
  const auto found = reports.thread_of.find(&stream);
  const auto subscriber = reports.subscribers.find(found->second);
  std::erase_if(subscriber->second.due, [&](const std::shared_ptr<Callback>& callback) {
    if (callback->stream.get() != &stream) return false;
    callback->over = true;
    FailForLackOfSubscriber(stream);
    return true;
  });
  subscriber->second.streams.erase(&stream);
  if (subscriber->second.streams.empty()) reports.subscribers.erase(subscriber);
  reports.thread_of.erase(found);
  reports.changed.notify_all();
}

// Marks a callback as over at its end, also where the callback ends the thread.
class Delivered {
 public:
  explicit Delivered(Callback& callback) : callback_(callback) {}
  ~Delivered() {
    const std::lock_guard lock(TheReports().mutex);
    callback_.over = true;
    TheReports().changed.notify_all();
  }
  Delivered(const Delivered&) = delete;
  Delivered& operator=(const Delivered&) = delete;

 private:
  Callback& callback_;
};

// The task of aclrtLaunchCallback.
int32_t Deliver(const std::shared_ptr<Callback>& callback) noexcept {
  try {
    callback->stream->queue().Wait(std::nullopt);
    Reports& reports = TheReports();
    std::unique_lock lock(reports.mutex);
    callback->over = false;  // a graph delivers it again and again
    Subscriber* const subscriber = SubscriberOf(*callback->stream);
    if (subscriber == nullptr) {
      FailForLackOfSubscriber(*callback->stream);
      return 0;
    }
    subscriber->due.push_back(callback);
    reports.changed.notify_all();
    if (callback->blocks) reports.changed.wait(lock, [&] { return callback->over; });
    return 0;
  } catch (...) {  // no memory for the queue
    return ACL_ERROR_BAD_ALLOC;
  }
}

}  // namespace

void RunForStream(void (*function)(void*), void* argument, Stream& stream, const Moment& before,
                  ProgramFloats& floats) {
  // The function runs after what was on the stream before it, and can tell the program so.
  Synchronised();
  try {
    const FunctionRunsHere here(before);
    const ProgramFloats::Here floats_here(floats);
    function(argument);
  } catch (const abi::__forced_unwind&) {
    stream.Fail(ErrorKind::kCallbackThrew, ACL_ERROR_RT_INTERNAL_ERROR,
                "a function of the program ended the thread that ran it");
    throw;
  } catch (const std::exception& error) {
    stream.Fail(ErrorKind::kCallbackThrew, ACL_ERROR_RT_INTERNAL_ERROR,
                "a function of the program threw: ", error.what());
  } catch (...) {
    stream.Fail(ErrorKind::kCallbackThrew, ACL_ERROR_RT_INTERNAL_ERROR,
                "a function of the program threw");
  }
}

Status Subscribe(uint64_t thread, const std::shared_ptr<Stream>& stream) {
  Reports& reports = TheReports();
  const std::lock_guard lock(reports.mutex);
  if (stream->closed()) return stream->Refuse();  // nobody would end the subscription
  if (SubscriberOf(*stream) != nullptr) {
    return Error(ErrorKind::kSubscription, ACL_ERROR_RT_STREAM_SUBSCRIBE,
                 "stream {}: thread {} has subscribed to it already", stream->id(),
                 reports.thread_of.at(stream.get()));
  }
  const auto found = reports.subscribers.find(thread);
  if (found != reports.subscribers.end() && found->second.device != stream->device()) {
    return Error(ErrorKind::kSubscription, ACL_ERROR_RT_THREAD_SUBSCRIBE,
                 "threadId: thread {} has subscribed to streams of device {}, stream {} is of {}",
                 thread, found->second.device, stream->id(), stream->device());
  }
  const auto entry = reports.thread_of.emplace(stream.get(), thread).first;
  try {
    reports.subscribers.try_emplace(thread, Subscriber{{}, stream->device(), {}})
        .first->second.streams.insert(stream.get());
  } catch (...) {
    reports.thread_of.erase(entry);
    throw;
  }
  return {};
}

Status Unsubscribe(uint64_t thread, Stream& stream) {
  Reports& reports = TheReports();
  const std::lock_guard lock(reports.mutex);
  const auto found = reports.subscribers.find(thread);
  if (found == reports.subscribers.end()) {
    return Error(ErrorKind::kSubscription, ACL_ERROR_RT_THREAD_SUBSCRIBE,
                 "threadId: thread {} has no subscriptions; call aclrtSubscribeReport first",
                 thread);
  }
  if (!found->second.streams.contains(&stream)) {
    return Error(ErrorKind::kSubscription, ACL_ERROR_RT_STREAM_SUBSCRIBE,
                 "stream {}: thread {} has not subscribed to it", stream.id(), thread);
  }
  Remove(stream);
  return {};
}

void EndSubscription(Stream& stream) {
  const std::lock_guard lock(TheReports().mutex);
  if (SubscriberOf(stream) != nullptr) Remove(stream);
}

Status ProcessReports(uint64_t thread, Deadline deadline, ProgramFloats& floats) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  Reports& reports = TheReports();
  std::unique_lock lock(reports.mutex);
  const auto subscriber = [&]() -> Subscriber* {
    const auto found = reports.subscribers.find(thread);
    return found != reports.subscribers.end() ? &found->second : nullptr;
  };
  const bool due = WaitUntil(reports.changed, lock, deadline,
                             [&] { return subscriber() == nullptr || !subscriber()->due.empty(); });
  if (!due) {
    return Error(ErrorKind::kTimeout, ACL_ERROR_RT_REPORT_TIMEOUT,
                 "timeout: no callback came due in time");
  }
  if (subscriber() == nullptr) {
    return Error(ErrorKind::kSubscription, ACL_ERROR_RT_THREAD_SUBSCRIBE,
                 "this thread ({}) has no subscriptions; call aclrtSubscribeReport first", thread);
  }
  // What comes due meanwhile is for the next call, so that this one ends.
  for (size_t left = subscriber()->due.size(); left > 0; --left) {
    if (subscriber() == nullptr || subscriber()->due.empty()) break;
    const std::shared_ptr<Callback> callback = std::move(subscriber()->due.front());
    subscriber()->due.pop_front();
    lock.unlock();
    {
      const Delivered delivered(*callback);
      std::optional<StreamWaitsHere> here;
      if (callback->blocks) here.emplace(callback->stream.get());
      RunForStream(callback->function, callback->argument, *callback->stream, callback->before,
                   floats);
    }
    lock.lock();
  }
  return {};
}

Status LaunchCallback(aclrtCallback function, void* argument, bool blocks, Stream& stream) {
  {
    const std::lock_guard lock(TheReports().mutex);
    if (SubscriberOf(stream) == nullptr) {
      return Error(ErrorKind::kSubscription, ACL_ERROR_RT_STREAM_NO_CB_REG,
                   "stream {}: no thread has subscribed to it; call aclrtSubscribeReport first",
                   stream.id());
    }
  }
  Moment before;
  if (Checks(Check::kOrder)) {
    before = blocks ? TheOrder().LaunchFunction(stream.id())
                    : NoteTask(stream.id(), "aclrtLaunchCallback", {});
  }
  auto callback = std::make_shared<Callback>(Callback{
      function, argument, blocks, stream.shared_from_this(), std::move(before), NoteFunction()});
  TaskOf task([callback = std::move(callback)]() noexcept { return Deliver(callback); });
  return stream.Launch(Weight::kLarge, task);
}

}  // namespace openaclnn
