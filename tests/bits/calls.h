// The calls whose results are hashed: fixed by this code alone, the same on every machine.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "ops/registry.h"
#include "tests/ops/harness/call.h"

namespace openaclnn::test {

// A thinned set takes about a tenth of the time: for emulated machines.
enum class Extent { kWhole, kThinned };

using UseCall = std::function<void(const OperatorCall& call, const Placement& placement)>;

// Every `of`-th operator, from the one at `first` on: several processes share the work.
struct Share {
  size_t first = 0, of = 1;

  bool Has(std::string_view name) const {
    return static_cast<size_t>(FindOperator(name) - AllOperators().data()) % of == first;
  }
};

// Every operator over all patterns of the 16-bit types, special and random values of the others,
// by the samples of its kind (tests/kinds/samples.h). Fails the current test for an operator that
// is not there.
void ForEachSweep(Extent extent, Share share, const UseCall& use);

// Every case of tests/ops/cases.h, mixed dtypes among them, in several shapes and all layouts; and
// sums of finite terms.
void ForEachLayout(Extent extent, Share share, const UseCall& use);

}  // namespace openaclnn::test
