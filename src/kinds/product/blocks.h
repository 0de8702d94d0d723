// Products of matrices in blocks of results, each by one thread.
#pragma once

#include "kinds/product/view.h"

namespace openaclnn {

void MultiplyInBlocks(const ProductView& view);

}  // namespace openaclnn
