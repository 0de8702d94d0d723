#include "tests/ops/harness/settings.h"

#include "base/matrix_unit.h"
#include "hwy/targets.h"

namespace openaclnn::test {

namespace {

int64_t MachineTargets() {
  static const int64_t machine = GetSettings().simd_targets;
  return machine;
}

}  // namespace

std::vector<int64_t> SimdTargets() {
  std::vector<int64_t> targets;
  for (const int64_t unit : {kMatrixUnitTarget, kDotPairsTarget, kDotQuadsTarget}) {
    if ((MachineTargets() & unit) != 0) targets.push_back(unit);
  }
  const std::vector<int64_t> others = VectorTargets();
  targets.insert(targets.end(), others.begin(), others.end());
  return targets;
}

std::vector<int64_t> VectorTargets() {
  std::vector<int64_t> targets;
  for (const int64_t target : {HWY_AVX3, HWY_AVX2, HWY_NEON}) {
    if ((target & MachineTargets() & HWY_TARGETS) != 0) targets.push_back(target);
  }
  if ((HWY_TARGETS & HWY_BASELINE_SCALAR) != 0) targets.push_back(HWY_BASELINE_SCALAR);
  return targets;
}

std::string TargetName(int64_t target) {
  if (target == kMatrixUnitTarget) return "AMX";
  if (target == kDotPairsTarget) return "AVX3_BF16";
  return target == kDotQuadsTarget ? "AVX3_VNNI" : hwy::TargetName(target);
}

}  // namespace openaclnn::test
