// What phase 1 hands to phase 2: everything a run needs, owned by value.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>

#include "base/handle_table.h"
#include "engine/computation.h"
#include "engine/tensor_slots.h"
#include "runtime/launch.h"

namespace openaclnn {

class KeptLaunches;
struct OpSpec;

// The slots of the members of a list.
struct SlotRange {
  int first;
  int count;
};

// What a slot is of: an argument, or a member of one that is a list.
struct SlotOwner {
  int argument;
  int member;  // -1: the argument itself
};

class Executor {
 public:
  // Phase 1 fills in the rest; zeros would cost as much as the planning of a short tensor.
  Executor(const OpSpec& of, size_t num_slots) : spec(&of), slots(num_slots) {}
  ~Executor() {
    if (computation == nullptr) return;
    if (static_cast<void*>(computation) == static_cast<void*>(room_)) {
      computation->~Computation();
    } else {
      delete computation;
    }
  }
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Makes the computation, by its default initialisation: in the executor, or on the heap if it is
  // larger than the room there.
  template <class T>
  T& Make() {
    T* made;
    if constexpr (FitsRoom<T>()) {
      made = ::new (static_cast<void*>(room_)) T;
    } else {
      made = new T;
    }
    computation = made;
    return *made;
  }
  template <class T>
  static constexpr bool FitsRoom() {
    return sizeof(T) <= kRoom && alignof(T) <= kRoomAlignment;
  }

  // `picoseconds`: what an element costs on one core, about.
  void SetWeight(int64_t elements, int64_t picoseconds) {
    int64_t all;
    const bool is_small =
        !__builtin_mul_overflow(elements, picoseconds, &all) && all <= kMostInCallerPicoseconds;
    weight = is_small ? Weight::kSmall : Weight::kLarge;
  }

  // The owner of a slot with a handle.
  SlotOwner OwnerOf(int slot) const;
  SlotRange SlotsOf(int list) const;
  std::string NameOf(int slot) const;  // "self", "tensors[2]"
  bool IsWritten(int slot) const;

  const OpSpec* spec;
  Computation* computation = nullptr;
  TensorSlots slots;
  std::unique_ptr<int[]> list_sizes;  // members of each list of tensors; null: there is no list
  uint64_t workspace_size = 0;
  Weight weight = Weight::kSmall;
  bool repeatable = false;
  bool may_lack_address = false;  // a tensor may have none
  // Its handle, and the runs of a repeatable one that wait. Whoever is last ends it.
  std::atomic<int> users{1};
  std::shared_ptr<const KeptLaunches> kept;  // on a GPU, of a repeatable one that has run

 private:
  // To wake the worker of a stream, and to be woken by it at the synchronisation, takes about 60
  // us: 64 Ki elements of gelu took 120 us that way, and 57 us in the caller. Work that is not much
  // longer than that stays in the caller.
  static constexpr int64_t kMostInCallerPicoseconds = 200'000'000;

  static constexpr size_t kRoom = 1216;
  static constexpr size_t kRoomAlignment = 64;

  alignas(kRoomAlignment) std::byte room_[kRoom];
};

using ExecutorTable = HandleTable<Executor, HandleKind::kExecutor>;

// Ends the handle; false if it is not live.
bool DestroyExecutor(const void* handle);
// Ends one use of an executor whose handle nobody else can use any more.
void LeaveExecutor(const void* handle, Executor& executor);

// Runs a computation on the CPU, as a task of the stream. Returns the code for it.
int32_t RunComputation(const Executor& executor, const Places& places, Stream& stream) noexcept;

}  // namespace openaclnn
