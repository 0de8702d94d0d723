#include "engine/computation.h"

#include "base/settings.h"

namespace openaclnn {

std::byte* Places::AlignedWorkspace() const {
  const uintptr_t past = reinterpret_cast<uintptr_t>(workspace) % kWorkspaceAlignment;
  return static_cast<std::byte*>(workspace) + (kWorkspaceAlignment - past) % kWorkspaceAlignment;
}

uint64_t InLines(uint64_t bytes) {
  return (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
}

uint64_t WorkspaceFor(uint64_t bytes) {
  return bytes == 0 ? 0 : InLines(bytes) + kWorkspaceAlignment;
}

bool ComputesOnGpu() { return GetSettings().device_kind == DeviceKind::kCuda; }

}  // namespace openaclnn
