#include "engine/accesses.h"

#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "checked/contents.h"
#include "engine/op_spec.h"
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

// The name of a slot's tensor, for reports that may be made when the executor has ended.
const char* LastingName(const Executor& executor, int slot) {
  const SlotOwner owner = executor.OwnerOf(slot);
  if (owner.member < 0) return executor.spec->arguments[owner.argument].name.data();
  static std::mutex mutex;
  static auto& names = *new std::set<std::string>();  // of members of lists
  const std::lock_guard lock(mutex);
  return names.insert(executor.NameOf(slot)).first->c_str();
}

}  // namespace

void NoteRun(const Executor& executor, void* workspace, aclrtStream stream) {
  std::vector<Access> accesses;
  executor.computation->ForEachAccess([&](const PlanAccess& access) {
    const TensorSlot& slot = executor.slots[static_cast<size_t>(access.slot)];
    if (slot.handle == nullptr) return;  // the library's own
    accesses.push_back(AccessTo(ViewOf(access.plan, access.operand, slot),
                                LastingName(executor, access.slot), access.writes));
  });
  const char* const name = executor.spec->name.data();
  // The workspace holds nothing that anybody else may read.
  if (Checks(Check::kMemory)) NoteContents(name, accesses);
  if (!Checks(Check::kOrder) || IsCaptured(stream)) return;
  const auto begin = reinterpret_cast<uintptr_t>(workspace);
  accesses.push_back({"workspace", true, begin, begin + executor.workspace_size, nullptr});
  NoteTask(stream, name, accesses);
}

}  // namespace openaclnn
