#include "base/matrix_unit.h"

#include "hwy/targets.h"

#if OPENACLNN_KNOWS_AMX || OPENACLNN_KNOWS_DOT_PAIRS || OPENACLNN_KNOWS_DOT_QUADS
#include <cpuid.h>
#endif
#if OPENACLNN_KNOWS_AMX
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace openaclnn {

#if OPENACLNN_KNOWS_AMX

namespace {

// Linux has them in asm/prctl.h, which older systems lack; the state component of tiles is from
// Intel's manual, volume 1, chapter 13.
constexpr long kGetSupportedComponents = 0x1021, kRequestPermission = 0x1023;
constexpr uint64_t kTileData = 18;

bool HasInstructions() {
  constexpr unsigned kFeatures = 7, kAmxBf16 = 1u << 22, kAmxTile = 1u << 24;
  unsigned a, b, c, d;
  if (__get_cpuid_count(kFeatures, 0, &a, &b, &c, &d) == 0) return false;
  return (d & kAmxBf16) != 0 && (d & kAmxTile) != 0;
}

}  // namespace

bool HasMatrixUnit() {
  static const bool has = [] {
    uint64_t components = 0;
    return HasInstructions() &&
           syscall(SYS_arch_prctl, kGetSupportedComponents, &components) == 0 &&
           (components >> kTileData & 1) != 0;
  }();
  return has;
}

bool MayUseMatrixUnit() {
  static const bool may =
      HasMatrixUnit() && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
  return may;
}

#else

bool HasMatrixUnit() { return false; }
bool MayUseMatrixUnit() { return false; }

#endif

#if OPENACLNN_KNOWS_DOT_PAIRS

bool HasDotPairs() {
  static const bool has = [] {
    constexpr unsigned kFeatures = 7, kAvx512Bf16 = 1u << 5;
    unsigned a, b, c, d;
    return (hwy::SupportedTargets() & HWY_AVX3) != 0 &&
           __get_cpuid_count(kFeatures, 1, &a, &b, &c, &d) != 0 && (a & kAvx512Bf16) != 0;
  }();
  return has;
}

#else

bool HasDotPairs() { return false; }

#endif

#if OPENACLNN_KNOWS_DOT_QUADS

bool HasDotQuads() {
  static const bool has = [] {
    constexpr unsigned kFeatures = 7, kAvx512Vnni = 1u << 11;
    unsigned a, b, c, d;
    return (hwy::SupportedTargets() & HWY_AVX3) != 0 &&
           __get_cpuid_count(kFeatures, 0, &a, &b, &c, &d) != 0 && (c & kAvx512Vnni) != 0;
  }();
  return has;
}

#else

bool HasDotQuads() { return false; }

#endif

}  // namespace openaclnn
