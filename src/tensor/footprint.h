// What checked mode needs to know of a view: which bytes a task reads or writes through it.
#pragma once

#include "checked/happens_before.h"
#include "tensor/overlap.h"

namespace openaclnn {

// An access to all elements of a view. `argument` lives forever.
Access AccessTo(const View& view, const char* argument, bool writes);

}  // namespace openaclnn
