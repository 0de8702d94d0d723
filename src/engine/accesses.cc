#include "engine/accesses.h"

#include <vector>

#include "base/dtype.h"
#include "checked/contents.h"
#include "runtime/order.h"
#include "tensor/footprint.h"

namespace openaclnn {
namespace {

// All that the walk of a plan's operand visits.
View ViewOf(const Plan& plan, int operand, const TensorSlot& slot) {
  View view{reinterpret_cast<uintptr_t>(slot.data) +
                static_cast<uintptr_t>(slot.offset + plan.origin[operand]),
            {},
            {},
            DtypeBytes(plan.dtype[operand])};
  for (const Axis& axis : plan.axes) {
    if (axis.stride[operand] == 0) continue;
    view.shape.push_back(axis.extent);
    view.byte_strides.push_back(axis.stride[operand]);
  }
  return view;
}

}  // namespace

void NoteRun(const Executor& executor, void* workspace, aclrtStream stream) {
  std::vector<Access> accesses;
  const auto add = [&](const Plan& plan, int operand, int8_t argument, bool writes) {
    accesses.push_back(AccessTo(ViewOf(plan, operand, executor.tensors[argument]),
                                executor.spec->arguments[argument].name.data(), writes));
  };
  const Plan& plan = executor.plan;
  for (int k = 0; k < plan.num_operands; ++k) {
    const bool is_null = executor.tensors[executor.argument_of[k]].handle == nullptr;
    if (k == executor.channels.operand || is_null || executor.ElementsOf(k) == 0) continue;
    add(plan, k, executor.argument_of[k], k >= plan.num_operands - plan.num_outputs);
  }
  if (executor.HasChannels() && plan.elements > 0) {
    add(executor.load, 0, executor.spec->channel_operand_at, false);
  }
  if (executor.StoredAt() >= 0 && executor.store.elements > 0) {
    add(executor.store, 0, executor.StoredAt(), true);
  }
  const char* const name = executor.spec->name.data();
  // The workspace holds nothing that anybody else may read.
  if (Checks(Check::kMemory)) NoteContents(name, accesses);
  if (!Checks(Check::kOrder)) return;
  const auto begin = reinterpret_cast<uintptr_t>(workspace);
  accesses.push_back({"workspace", true, begin, begin + executor.workspace_size, nullptr});
  NoteTask(stream, name, accesses);
}

}  // namespace openaclnn
