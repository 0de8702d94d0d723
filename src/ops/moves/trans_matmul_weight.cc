#include "aclnnop/aclnn_trans_matmul_weight.h"

#include <cstdint>
#include <iterator>
#include <vector>

#include "base/api.h"
#include "base/settings.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "tensor/arrays.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// FLOAT is not on the pages; llama.cpp passes it.
constexpr DtypeSet kWeightDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8};
constexpr int kLeastAxes = 2, kMostAxes = 6;

Status CheckGiven(const char* name, const void* pointer) {
  if (pointer != nullptr) return {};
  return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null", name);
}

// Writes how many elements a weight of that shape has, of which each size is at least `least`.
Status CountWeight(const aclIntArray* handle, int64_t least, uint64_t* count) {
  OPENACLNN_RETURN_IF_ERROR(CheckGiven("tensorShape", handle));
  OPENACLNN_RETURN_IF_ERROR(CheckGiven("weightTensorSize", count));
  const std::vector<int64_t>* const extents = FindArray(handle);
  if (extents == nullptr) {
    return Error(ErrorKind::kNotLive, ACLNN_ERR_PARAM_INVALID,
                 "tensorShape: {} is not a live aclIntArray; it was destroyed or never created",
                 static_cast<const void*>(handle));
  }
  if (std::ssize(*extents) < kLeastAxes || std::ssize(*extents) > kMostAxes) {
    return Error(ErrorKind::kRank, ACLNN_ERR_PARAM_INVALID,
                 "tensorShape: has {} axes, expected {} to {}", extents->size(), kLeastAxes,
                 kMostAxes);
  }
  int64_t elements = 1;
  bool fits = true;
  for (const int64_t extent : *extents) {
    fits = fits && extent >= least && !__builtin_mul_overflow(elements, extent, &elements);
  }
  if (!fits) {
    return Error(ErrorKind::kShape, ACLNN_ERR_PARAM_INVALID,
                 "tensorShape: is {}, expected sizes from {} on of at most 2^63 - 1 elements",
                 ShapeText(Dims(extents->begin(), extents->end())), least);
  }
  *count = static_cast<uint64_t>(elements);
  return {};
}

Status CheckWeightDtype(aclDataType dtype) {
  if (kWeightDtypes.Has(dtype)) return {};
  return Error(ErrorKind::kDtype, ACLNN_ERR_PARAM_INVALID, "dataType: is {}, expected {}",
               DtypeName(dtype), kWeightDtypes.Text());
}

}  // namespace

constexpr OpSpec kTransMatmulWeightSpec = Resolved({
    .name = "aclnnTransMatmulWeight",
    .formula = "mmWeightRef stays as it is",
    .arguments = {InOut("mmWeightRef")},
    .rules = {DtypeIn("mmWeightRef", kWeightDtypes), MinRank("mmWeightRef", kLeastAxes),
              MaxRank(kMostAxes)},
    .chips = kAllBut910,
    .operands = {"mmWeightRef"},
    .results = {"mmWeightRef"},
    .work = Keep(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(TransMatmulWeight, aclTensor*);

extern "C" {

aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray* tensorShape,
                                           uint64_t* weightTensorSize) {
  using namespace openaclnn;  // NOLINT: of one function
  return CallApi(OPENACLNN_CALL(tensorShape), kAclnnCodes,
                 [&] { return CountWeight(tensorShape, 0, weightTensorSize); });
}

aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray* tensorShape, aclDataType dataType,
                                             uint64_t* weightTensorSize) {
  using namespace openaclnn;  // NOLINT: of one function
  return CallApi(OPENACLNN_CALL(tensorShape, dataType), kAclnnCodes, [&]() -> Status {
    if (!kAllBut910.Has(GetSettings().chip)) {
      return Error(ErrorKind::kChip, ACLNN_ERR_RUNTIME_ERROR, "is not supported on {}, only on {}",
                   ChipName(GetSettings().chip), kAllBut910.Text());
    }
    OPENACLNN_RETURN_IF_ERROR(CheckGiven("tensorShape", tensorShape));
    OPENACLNN_RETURN_IF_ERROR(CheckWeightDtype(dataType));
    return CountWeight(tensorShape, 1, weightTensorSize);
  });
}

}  // extern "C"
