// What phase 1 hands to phase 2: everything a run needs, owned by value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "aclnn/acl_meta.h"
#include "base/handle_table.h"
#include "cpu/channels.h"
#include "cpu/fill.h"
#include "cpu/picks.h"
#include "cpu/product.h"
#include "cpu/reduction.h"
#include "engine/argument.h"
#include "engine/op_spec.h"
#include "tensor/plan.h"

namespace openaclnn {

class KeptLaunches;

// A tensor argument as it was in phase 1.
struct TensorSlot {
  const aclTensor* handle;  // looked up again by repeatable executors only
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

struct Executor {
  // Phase 1 fills in the rest; zeros would cost as much as the planning of a short tensor.
  explicit Executor(const OpSpec& of) : spec(&of) {}

  bool HasChannels() const { return spec->computation == Computation::kChannels; }
  bool HasSums() const { return spec->channel_sums_at >= 0; }
  bool IsOfRows() const { return spec->computation == Computation::kRows; }
  bool IsReduction() const { return spec->computation == Computation::kReduction; }
  // Whether operands have some of the axes of the plan each, and `counts` of elements.
  bool HasCounts() const {
    return spec->computation == Computation::kProduct || spec->computation == Computation::kPicks;
  }
  // The output that `store` writes, or -1.
  int8_t StoredAt() const { return IsReduction() ? spec->results_at[0] : spec->channel_sums_at; }
  // Of the plan's operand k, which may have one for each row.
  int64_t ElementsOf(int k) const {
    if (HasCounts()) return counts[static_cast<size_t>(k)];
    const bool is_of_rows = spec->row_result_at >= 0 && argument_of[k] == spec->row_result_at;
    return is_of_rows && plan.num_operands > 0 ? CountRows(plan) : plan.elements;
  }

  // Of the plan's operand k.
  std::byte* FirstElement(int k) const { return tensors[argument_of[k]].FirstElement(); }

  const OpSpec* spec;
  const Kernel* kernel;
  LoopType loop;
  Params params;
  Plan plan;
  std::array<int8_t, kMaxOperands> argument_of;   // for each operand of the plan
  std::array<TensorSlot, kMaxArguments> tensors;  // by argument, of tensors only
  std::array<int64_t, kMaxOperands> counts;       // HasCounts: for each operand of the plan
  Plan load;   // what is moved to the workspace first: values of channels, elements that are cast
  Plan store;  // writes sums, if there are any
  ChannelPlan channels;
  Element fill;  // what the elements of the result become
  // Of a reduction, and whether its elements are cast before they are summed.
  ReductionShape reduction;
  bool casts = false;
  uint64_t workspace_size = 0;
  bool repeatable = false;
  std::shared_ptr<const KeptLaunches> kept;  // on a GPU, of a repeatable one that has run
};

using ExecutorTable = HandleTable<Executor, HandleKind::kExecutor>;

// Bytes of workspace that the executor's plan needs, on the devices that this process uses.
uint64_t WorkspaceSize(const Executor& executor);
// Where of it a run begins: at a cache line.
void* AlignedWorkspace(void* workspace);

// What an executor of each kind of computation runs. `memory`: the workspace from where it begins,
// to which what is cast before it is summed has been moved.
ReductionRun ReductionOf(const Executor& executor, std::byte* elements, std::byte* memory);
PicksRun PicksOf(const Executor& executor, const OperandData& data);
ProductRun ProductOf(const Executor& executor, const OperandData& data, void* workspace);

// Runs a copy of an executor's work; `workspace` has executor.workspace_size bytes. Returns the
// code for the stream.
int32_t RunExecutor(const Executor& executor, void* workspace) noexcept;

}  // namespace openaclnn
