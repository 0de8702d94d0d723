// The promise that the bits of a result depend on the arguments alone, tested by running one call
// in many ways.
#pragma once

#include <string>

#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"

namespace openaclnn::test {

// Whether an argument may lie in any way: integers that are packed lie side by side.
bool HasAnyLayout(const OperatorCall& call, size_t argument);

// Whether the elements have the same bits, any NaN being like any other.
testing::AssertionResult SameBits(const Array& actual, const Array& expected);

// Expects the bits of a plain run for every SIMD target of the machine, each with several numbers
// of threads and tile sizes.
void ExpectSameBitsInAllSettings(const OperatorCall& call);

// Expects the bits of a plain run with each argument in each layout, all arguments in each layout,
// many mixtures, and each output in place of each input that has its shape and size of elements.
void ExpectSameBitsInAllLayouts(const OperatorCall& call);

}  // namespace openaclnn::test
