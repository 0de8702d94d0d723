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

#if OPENACLNN_KNOWS_AMX || OPENACLNN_KNOWS_DOT_PAIRS || OPENACLNN_KNOWS_DOT_QUADS

namespace {

// Features that the processor states in a part of leaf 7 of cpuid.
struct Features {
  unsigned a = 0, b = 0, c = 0, d = 0;
};
Features FeaturesOf(unsigned part) {
  constexpr unsigned kLeaf = 7;
  Features features;
  const bool has_leaf =
      __get_cpuid_count(kLeaf, part, &features.a, &features.b, &features.c, &features.d) != 0;
  return has_leaf ? features : Features();
}

}  // namespace

#endif

#if OPENACLNN_KNOWS_AMX

namespace {

// Linux has them in asm/prctl.h, which older systems lack; the state component of tiles is from
// Intel's manual, volume 1, chapter 13.
constexpr long kGetSupportedComponents = 0x1021, kRequestPermission = 0x1023;
constexpr uint64_t kTileData = 18;

bool HasInstructions() {
  constexpr unsigned kAmxBf16 = 1u << 22, kAmxTile = 1u << 24;
  const unsigned features = FeaturesOf(0).d;
  return (features & kAmxBf16) != 0 && (features & kAmxTile) != 0;
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
  constexpr unsigned kAvx512Bf16 = 1u << 5;
  static const bool has =
      (hwy::SupportedTargets() & HWY_AVX3) != 0 && (FeaturesOf(1).a & kAvx512Bf16) != 0;
  return has;
}

#else

bool HasDotPairs() { return false; }

#endif

#if OPENACLNN_KNOWS_DOT_QUADS

bool HasDotQuads() {
  constexpr unsigned kAvx512Vnni = 1u << 11;
  static const bool has =
      (hwy::SupportedTargets() & HWY_AVX3) != 0 && (FeaturesOf(0).c & kAvx512Vnni) != 0;
  return has;
}

#else

bool HasDotQuads() { return false; }

#endif

}  // namespace openaclnn
