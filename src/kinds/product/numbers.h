// Products of doubles, integers and BOOL, and of mixtures with them: one term after the other.
#pragma once

#include "kinds/product/run.h"

namespace openaclnn {

// run.numbers is not null.
void MultiplyNumbers(const ProductRun& run);

}  // namespace openaclnn
