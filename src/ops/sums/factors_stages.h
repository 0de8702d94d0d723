// The dense tensors that factors of matrices are made of and in.
#pragma once

#include "base/dtype.h"
#include "kinds/stages/stage_list.h"
#include "ops/dense_stages.h"

namespace openaclnn {

inline aclDataType DtypeOfFactors(aclDataType dtype) {
  return IsComplex(dtype) ? ACL_COMPLEX128 : ACL_DOUBLE;
}

// What a factor is made in; of no tensor, if it has no elements.
inline Value FactorFor(StageList& list, aclDataType dtype, const Value& result) {
  if (result->extent.elements == 0) return {};
  return DenseResultAs(list, dtype, result);
}
inline void MoveFactor(StageList& list, const Value& factor, const Value& result) {
  if (factor.tensor != nullptr) MoveResult(list, factor, result);
}

}  // namespace openaclnn
