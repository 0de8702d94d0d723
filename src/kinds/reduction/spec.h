// How specs say that elements are summed over axes, and perhaps averaged: kind = &kReduction.
#pragma once

#include "base/shared.h"
#include "engine/kind.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kReduction;

}  // namespace openaclnn
