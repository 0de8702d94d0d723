// What phase 1 makes of a call, for as many runs as there will be: const from then on, and free of
// addresses, which come with each run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <type_traits>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/details.h"
#include "base/status.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// A tensor argument as it was in phase 1.
struct TensorSlot {
  const aclTensor* handle;  // looked up again by repeatable executors only; null: no argument
  void* data;               // storage address
  int64_t offset;           // bytes from there to the first element of the view
  uintptr_t begin, end;     // checked mode: bytes from there to those of the view; equal: no bytes

  // In whole numbers, as the offset of a tensor without elements may lead anywhere.
  std::byte* FirstElement() const {
    if (data == nullptr) return nullptr;
    return reinterpret_cast<std::byte*>(reinterpret_cast<uintptr_t>(data) +
                                        static_cast<uintptr_t>(offset));
  }
};

// Where a run finds its tensors, by slot, and its workspace, as the caller gave it.
struct Places {
  const TensorSlot* slots;
  void* workspace;

  std::byte* First(int slot) const { return slots[slot].FirstElement(); }
  // The workspace from its first cache line on.
  std::byte* AlignedWorkspace() const;
};

// Bytes rounded up to whole cache lines of the workspace.
uint64_t InLines(uint64_t bytes);
// The bytes to ask for where `bytes` are needed from a cache line on; 0 for 0.
uint64_t WorkspaceFor(uint64_t bytes);
inline constexpr uint64_t kWorkspaceAlignment = 64;

// Whether this process computes on GPUs.
bool ComputesOnGpu();

// The memory that a run reads or writes: what a plan's operand walks, from a slot's tensor on.
struct PlanAccess {
  const Plan& plan;
  int operand;  // of the plan
  int slot;
  bool writes;
};
using AccessVisitor = std::function<void(const PlanAccess&)>;

// Device code that a computation found for a queue, in a struct of its own.
class DeviceCodes {
 public:
  template <class T>
  T& Make() {
    static_assert(sizeof(T) <= kBytes && std::is_trivially_copyable_v<T>);
    return *::new (static_cast<void*>(bytes_)) T{};
  }
  template <class T>
  const T& Get() const {
    return *std::launder(reinterpret_cast<const T*>(bytes_));
  }

  std::vector<DeviceCodes> parts;  // of a computation that consists of several

 private:
  static constexpr size_t kBytes = 64;
  alignas(void*) std::byte bytes_[kBytes] = {};
};

class Computation {
 public:
  Computation() = default;
  virtual ~Computation() = default;
  Computation(const Computation&) = delete;
  Computation& operator=(const Computation&) = delete;

  // On the CPU, in the thread of a stream. May throw std::bad_alloc and RunFailure.
  virtual void Run(const Places& places) const = 0;

  // On a GPU. Without work nothing is written, and neither FindCode nor Launch is called.
  virtual bool HasDeviceCode() const { return false; }
  virtual bool HasWork() const = 0;
  // Finds and loads code for the queue's device. Errors: 207000 it cannot be loaded.
  virtual Status FindCode(const Places& places, Queue& queue, DeviceCodes& codes) const = 0;
  // Gives the work to the queue; the code was found for tensors that lie alike.
  virtual Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const = 0;

  // Whether what a run does follows from addresses too, so that no launch is kept for others.
  virtual bool ChoosesByPlace() const { return false; }

  // Visits what a run reads, then what it writes; what has no elements is left out.
  virtual void ForEachAccess(const AccessVisitor& visit) const = 0;
  // The loop, the elements and the axes, for the log and the trace.
  virtual void AddDetails(Details& details) const = 0;
};

}  // namespace openaclnn
