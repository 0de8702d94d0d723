// Streams by their handles, which other threads may destroy at any time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "acl/acl_rt.h"
#include "base/handle_table.h"
#include "runtime/current_context.h"
#include "runtime/fork.h"

namespace openaclnn {

class Stream;

// Where the numbers of a stream's tasks are. As long as no task has to wait, no thread waits for
// one, and no failure is to be told, they are in one word alone. A small task then costs no more
// than to change it from kIdle to kRunsInCaller and back. Whoever needs more takes the stream's
// mutex and makes it kWatched; from then on the mutex guards the numbers, until nothing is left to
// do. A stream that is to end stays kWatched.
//
// The word is in the slot of the stream's handle. The numbers of the next stream in the slot go on
// where those of the last one ended. So a word never comes back. A thread that saw one, and then
// a handle in the slot, knows that it changes the word of this very stream.
class StreamWord {
 public:
  enum Mode : uint64_t { kIdle, kRunsInCaller, kWatched };

  static constexpr uint64_t Of(uint64_t submitted, Mode mode) { return submitted * kModes + mode; }
  static constexpr Mode ModeOf(uint64_t word) { return static_cast<Mode>(word % kModes); }
  static constexpr uint64_t NumberOf(uint64_t word) { return word / kModes; }

  uint64_t Load() const { return word_.load(std::memory_order_acquire); }
  void Store(uint64_t submitted, Mode mode) {
    word_.store(Of(submitted, mode), std::memory_order_release);
  }
  uint64_t Exchange(uint64_t submitted, Mode mode) {
    return word_.exchange(Of(submitted, mode), std::memory_order_acq_rel);
  }
  // False, and nothing changed, if it is another word.
  bool Begin(uint64_t seen) {
    return word_.compare_exchange_strong(seen, Of(NumberOf(seen) + 1, kRunsInCaller),
                                         std::memory_order_acquire);
  }
  bool End(uint64_t number) {
    uint64_t running = Of(number, kRunsInCaller);
    return word_.compare_exchange_strong(running, Of(number, kIdle), std::memory_order_release);
  }

 private:
  static constexpr uint64_t kModes = 4;

  std::atomic<uint64_t> word_{Of(0, kWatched)};
};

// What the slot of a stream's handle has besides the stream.
struct StreamSlot {
  StreamWord word;
  std::atomic<int32_t> id{0};
  std::atomic<bool> at_once{false};  // as of the stream's queue
  std::mutex mutex;                  // held to copy the stream's pointer, and to claim the handle
};

using StreamTable =
    HandleTable<std::shared_ptr<Stream>, HandleKind::kStream, kHandleSlotBits, StreamSlot>;

// Begins a small task in the caller: false if the stream is not idle, or `handle` not its handle
// any more. Who began one may use the object in the slot until the stream's word says that it has
// run.
inline bool BeginInCaller(StreamTable::Slot& slot, aclrtStream handle, uint64_t& number) {
  const uint64_t word = slot.kept.word.Load();
  number = StreamWord::NumberOf(word) + 1;
  return StreamWord::ModeOf(word) == StreamWord::kIdle && slot.Holds(handle) &&
         slot.kept.word.Begin(word);
}

// Whether the stream is there (null: the default stream of the current context), with nothing to
// wait for and no failure to tell. May say no while another thread waits, and does so where the
// device runs by itself.
inline bool IsDone(aclrtStream handle) {
  if (handle == nullptr) handle = ThreadContext().default_stream;
  StreamTable::Slot* const slot = StreamTable::Get().SlotOf(handle);
  return slot != nullptr && !is_forked_child &&
         StreamWord::ModeOf(slot->kept.word.Load()) == StreamWord::kIdle &&
         slot->kept.at_once.load(std::memory_order_relaxed) && slot->Holds(handle);
}

// The stream of a live handle, or null.
inline std::shared_ptr<Stream> CopyStream(aclrtStream handle) {
  StreamTable::Slot* const slot = StreamTable::Get().SlotOf(handle);
  if (slot == nullptr) return nullptr;
  const std::lock_guard lock(slot->kept.mutex);
  return slot->Holds(handle) ? slot->object() : nullptr;
}

}  // namespace openaclnn
