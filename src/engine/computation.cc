#include "engine/computation.h"

#include "base/settings.h"

namespace openaclnn {

std::byte* Places::AlignedWorkspace() const {
  const uintptr_t past = reinterpret_cast<uintptr_t>(workspace) % kWorkspaceAlignment;
  return static_cast<std::byte*>(workspace) + (kWorkspaceAlignment - past) % kWorkspaceAlignment;
}

uint64_t WorkspaceFor(uint64_t bytes) {
  if (bytes == 0) return 0;
  return (bytes + 2 * kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
}

bool ComputesOnGpu() { return GetSettings().device_kind == DeviceKind::kCuda; }

}  // namespace openaclnn
