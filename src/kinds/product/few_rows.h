// Products whose first factor has few rows: the second one is read once, and nothing of it is
// packed that is not used at once.
#pragma once

#include "kinds/product/view.h"

namespace openaclnn {

// Whether this is the better way.
bool HasFewRows(const ProductView& view);
void MultiplyFewRows(const ProductView& view);

}  // namespace openaclnn
