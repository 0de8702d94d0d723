#include "kinds/product/integer_unit.h"

#include "base/matrix_unit.h"
#include "base/settings.h"
#include "kinds/product/dot_quads.h"
#include "kinds/product/word_loops.h"

namespace openaclnn {

const IntegerUnit* GetIntegerUnit() {
  const int64_t allowed = GetSettings().simd_targets;
  if ((allowed & kMatrixUnitTarget) != 0 && MayUseMatrixUnit()) return nullptr;
  const bool takes_quads = (allowed & (kDotPairsTarget | kDotQuadsTarget)) != 0 && HasDotQuads();
  return takes_quads ? DotQuadsUnit() : &GetWordLoops().integers;
}

}  // namespace openaclnn
