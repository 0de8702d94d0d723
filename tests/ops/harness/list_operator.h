// An operator of the tests' own with lists, arrays and an optional output, which no operator of the
// library has all of.
#pragma once

#include "ops/registry.h"

namespace openaclnn::test {

// outs[k] = tensors[k] + alphas[k] where mask[k] is true, of first elements, and their sum, total.
extern const OpSpec& kSumsOfMembersSpec;
extern const Operator kSumsOfMembers;

}  // namespace openaclnn::test
