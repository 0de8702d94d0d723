#pragma once

#include <string>

#include "base/shared.h"

namespace openaclnn {

struct OpSpec;

// The formula in the names of the operator's own arguments: "selfRef = max(selfRef, 0)".
OPENACLNN_SHARED std::string FormulaOf(const OpSpec& spec);

}  // namespace openaclnn
