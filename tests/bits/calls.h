// The calls whose results are hashed: fixed by this code alone, the same on every machine.
#pragma once

#include <functional>
#include <string>

#include "tests/ops/harness/call.h"

namespace openaclnn::test {

// A thinned set takes about a tenth of the time: for emulated machines.
enum class Extent { kWhole, kThinned };

using UseCall = std::function<void(const OperatorCall& call, const Placement& placement)>;

// Every operator over all patterns of the 16-bit types, special and random values of the others,
// by the samples of its kind (tests/kinds/samples.h). Fails the current test for an operator that
// is not there.
void ForEachSweep(Extent extent, const UseCall& use);

// Every case of tests/ops/cases.h, mixed dtypes among them, in several shapes and all layouts; and
// sums of finite terms.
void ForEachLayout(Extent extent, const UseCall& use);

}  // namespace openaclnn::test
