#include "ops/registry.h"
#include "tests/bits/calls.h"
#include "tests/kinds/samples.h"

namespace openaclnn::test {

void ForEachSweep(Extent extent, const UseCall& use) {
  for (const Operator& entry : AllOperators()) {
    SamplesOf(*entry.spec).for_each_sweep(*entry.spec, extent, use);
  }
}

}  // namespace openaclnn::test
