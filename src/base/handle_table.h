// Opaque handles that can be checked. A handle is a number made of a slot and the generation of its
// occupant, never an address. So null, foreign, destroyed and consumed handles are told apart from
// live ones without touching the memory they might point to.
//
//   63     60 59                              24 23             0
//   [ kind  ][ generation, never reused         ][ slot         ]
//
// No user-space pointer on the supported machines has bits 60..63 set. A slot whose generations are
// used up is retired. Slots are never given back to the system. So looking up a stale handle reads
// valid memory, and what is kept in a slot may be used while the object ends.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "base/no_handle_left.h"

namespace openaclnn {

enum class HandleKind : uint64_t {
  kContext = 1,
  kStream,
  kEvent,
  kTensor,
  kScalar,
  kArray,  // int, float and bool arrays
  kList,   // tensor and scalar lists
  kExecutor,
  kTensorDesc,
  kDataBuffer,
  kOpAttributes,
  kCommunicator,
  kGraph,
  kTaskGroup,
  kPhysicalMemory,
};

constexpr const char* PluralOf(HandleKind kind) {
  switch (kind) {
    case HandleKind::kContext:
      return "contexts";
    case HandleKind::kStream:
      return "streams";
    case HandleKind::kEvent:
      return "events";
    case HandleKind::kTensor:
      return "tensors";
    case HandleKind::kScalar:
      return "scalars";
    case HandleKind::kArray:
      return "arrays";
    case HandleKind::kList:
      return "lists";
    case HandleKind::kExecutor:
      return "executors";
    case HandleKind::kTensorDesc:
      return "tensor descriptions";
    case HandleKind::kDataBuffer:
      return "data buffers";
    case HandleKind::kOpAttributes:
      return "sets of attributes";
    case HandleKind::kCommunicator:
      return "communicators";
    case HandleKind::kGraph:
      return "graphs";
    case HandleKind::kTaskGroup:
      return "task groups";
    case HandleKind::kPhysicalMemory:
      return "pieces of physical memory";
  }
  return "objects";
}

struct NothingKept {};

inline constexpr int kHandleSlotBits = 24;

// `kSlotBits`: 2 to this power is the most objects that can be live at once. `Kept`: what a slot
// keeps while objects come and go in it; made once, never destroyed.
template <class T, HandleKind kKind, int kSlotBits = kHandleSlotBits, class Kept = NothingKept>
class HandleTable {
 public:
  // The place of an object and of others after it.
  class Slot {
   public:
    bool Holds(const void* handle) const {
      return live.load(std::memory_order_acquire) == Bits(handle);
    }
    // For who keeps others from releasing the object that the slot holds.
    T& object() { return *std::launder(reinterpret_cast<T*>(storage)); }

    [[no_unique_address]] Kept kept;

   private:
    friend HandleTable;
    std::atomic<uint64_t> live{kNone};  // the handle of the occupant, or kNone
    std::atomic<uint64_t> generation{kFirstGeneration};
    std::atomic<uint64_t> next_free{kNoSlot};
    alignas(T) unsigned char storage[sizeof(T)];
  };

  // The one table of this kind of object in the process; never destroyed, so that handles stay
  // checkable in static destructors and after aclFinalize.
  static HandleTable& Get() {
    static constinit HandleTable table;
    static_assert(std::is_trivially_destructible_v<HandleTable>);
    return table;
  }

  // Makes an object and returns its handle. Throws std::bad_alloc, NoHandleLeft.
  template <class... Args>
  void* Create(Args&&... args) {
    const uint64_t index = TakeSlot();
    Slot& slot = SlotAt(index);
    try {
      ::new (static_cast<void*>(slot.storage)) T(std::forward<Args>(args)...);
    } catch (...) {
      GiveSlots(index, index);
      throw;
    }
    const uint64_t bits = Encode(index, slot.generation.load(std::memory_order_relaxed));
    slot.live.store(bits, std::memory_order_release);
    return reinterpret_cast<void*>(static_cast<uintptr_t>(bits));
  }

  // The live object of `handle`, or null. The caller keeps others from destroying it meanwhile.
  T* Find(const void* handle) {
    Slot* slot = SlotOf(handle);
    return slot != nullptr && slot->Holds(handle) ? &slot->object() : nullptr;
  }

  // Null where a handle can be no object's. Whether it is live, the slot tells.
  Slot* SlotOf(const void* handle) {
    if (Bits(handle) == kNone) return nullptr;
    const uint64_t index = IndexOf(handle);
    Chunk* const chunk = chunks_[index >> kChunkBits].load(std::memory_order_acquire);
    return chunk != nullptr ? &(*chunk)[index & (kChunkSize - 1)] : nullptr;
  }

  // Ends the life of `handle` for everybody else and returns its object, whose handle the caller
  // passes to Release or GiveBack when done; null if the handle is not live. Among several callers
  // exactly one gets the object.
  T* Claim(const void* handle) {
    Slot* slot = SlotOf(handle);
    if (slot == nullptr) return nullptr;
    uint64_t bits = Bits(handle);
    if (!slot->live.compare_exchange_strong(bits, kNone, std::memory_order_acq_rel)) return nullptr;
    return &slot->object();
  }

  // Makes the handle of a claimed object live again.
  void GiveBack(const void* handle) {
    SlotOf(handle)->live.store(Bits(handle), std::memory_order_release);
  }

  // Destroys a claimed object; its handle is never valid again.
  void Release(const void* handle) {
    const uint64_t index = IndexOf(handle);
    Slot& slot = SlotAt(index);
    slot.object().~T();
    const uint64_t generation = slot.generation.load(std::memory_order_relaxed);
    if (generation == kLastGeneration) return;
    slot.generation.store(generation + 1, std::memory_order_relaxed);
    GiveSlots(index, index);
  }

  // Claim and Release in one; false if the handle is not live.
  bool Destroy(const void* handle) {
    if (Claim(handle) == nullptr) return false;
    Release(handle);
    return true;
  }

 private:
  static constexpr int kGenerationBits = 60 - kSlotBits, kChunkBits = 9;
  static constexpr uint64_t kNone = 0, kFirstGeneration = 1;
  static constexpr uint64_t kLastGeneration = (uint64_t{1} << kGenerationBits) - 1;
  static constexpr uint64_t kChunkSize = uint64_t{1} << kChunkBits;
  static constexpr uint64_t kChunks = uint64_t{1} << (kSlotBits - kChunkBits);
  static constexpr uint64_t kNoSlot = 0, kTopMask = (uint64_t{1} << (kSlotBits + 1)) - 1;

  using Chunk = std::array<Slot, kChunkSize>;

  static uint64_t Bits(const void* handle) { return reinterpret_cast<uintptr_t>(handle); }
  static uint64_t IndexOf(const void* handle) {
    return Bits(handle) & ((uint64_t{1} << kSlotBits) - 1);
  }
  static uint64_t Encode(uint64_t index, uint64_t generation) {
    return static_cast<uint64_t>(kKind) << (kSlotBits + kGenerationBits) | generation << kSlotBits |
           index;
  }

  Slot& SlotAt(uint64_t index) {
    return (
        *chunks_[index >> kChunkBits].load(std::memory_order_acquire))[index & (kChunkSize - 1)];
  }

  // Free slots form a stack. `free_` names the top one (index + 1, or kNoSlot), and counts takings
  // above kTopMask. A thread may be held up between reading the top one's successor and taking it.
  // Then it sees that the stack has changed even if the same slot is on top again.
  uint64_t TakeSlot() {
    uint64_t free = free_.load(std::memory_order_acquire);
    while (true) {
      const uint64_t top = free & kTopMask;
      if (top == kNoSlot) {
        Grow();
        free = free_.load(std::memory_order_acquire);
        continue;
      }
      const uint64_t next = SlotAt(top - 1).next_free.load(std::memory_order_relaxed);
      const uint64_t taken = ((free & ~kTopMask) + kTopMask + 1) | next;
      if (free_.compare_exchange_weak(free, taken, std::memory_order_acquire)) return top - 1;
    }
  }

  // Puts slots, linked from `first` to `last`, on the stack.
  void GiveSlots(uint64_t first, uint64_t last) {
    uint64_t free = free_.load(std::memory_order_relaxed);
    do {
      SlotAt(last).next_free.store(free & kTopMask, std::memory_order_relaxed);
    } while (!free_.compare_exchange_weak(free, (free & ~kTopMask) | (first + 1),
                                          std::memory_order_release, std::memory_order_relaxed));
  }

  void Grow() {
    const std::lock_guard lock(mutex_);
    if ((free_.load(std::memory_order_relaxed) & kTopMask) != kNoSlot) return;
    if (used_chunks_ == kChunks) throw NoHandleLeft(kChunks * kChunkSize, PluralOf(kKind));
    auto chunk = std::make_unique_for_overwrite<Chunk>();
    const uint64_t first = used_chunks_ * kChunkSize, last = first + kChunkSize - 1;
    for (uint64_t i = first; i < last; ++i) {
      (*chunk)[i - first].next_free.store(i + 2, std::memory_order_relaxed);
    }
    chunks_[used_chunks_++].store(chunk.release(), std::memory_order_release);
    GiveSlots(first, last);
  }

  std::array<std::atomic<Chunk*>, kChunks> chunks_{};
  std::atomic<uint64_t> free_{kNoSlot};
  std::mutex mutex_;  // guards used_chunks_
  uint64_t used_chunks_ = 0;
};

}  // namespace openaclnn
