// What a formula should give.
#pragma once

#include "tests/formulas/on_targets.h"
#include "tests/oracle/definitions.h"

namespace openaclnn {

inline const oracle::Definition& DefinitionOf(Formula formula) {
  switch (formula) {
    case Formula::kHardtanh:
      return oracle::kHardtanh;
    case Formula::kSoftplus:
      return oracle::kSoftplus;
    case Formula::kGeluErf:
      return oracle::kGeluErf;
    case Formula::kGeluTanh:
      return oracle::kGeluTanh;
    default:
      return oracle::kLogit;
  }
}

}  // namespace openaclnn
