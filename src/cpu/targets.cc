#include "cpu/targets.h"

#include <atomic>
#include <mutex>

#include "base/matrix_unit.h"
#include "base/settings.h"
#include "hwy/targets.h"

namespace openaclnn {

void ApplySimdSetting() {
  static std::atomic<int64_t> applied{0};
  const int64_t wanted = GetSettings().simd_targets;
  if (applied.load(std::memory_order_acquire) == wanted) return;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  // With these come all targets of the machine, which are those of Highway's mask 0.
  constexpr int64_t kWithAll = kMatrixUnitTarget | kDotPairsTarget | kDotQuadsTarget;
  hwy::SetSupportedTargetsForTest((wanted & kWithAll) != 0 ? 0 : wanted);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  applied.store(wanted, std::memory_order_release);
}

// A target's bit is lower the better it is.
const char* ChosenSimdName() {
  const int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  return hwy::TargetName(targets & -targets);
}

}  // namespace openaclnn
