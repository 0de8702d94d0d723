#include "ops/registry.h"
#include "tests/bits/calls.h"
#include "tests/kinds/samples.h"

namespace openaclnn::test {

void ForEachSweep(Extent extent, Share share, const UseCall& use) {
  for (const Operator& entry : AllOperators()) {
    if (!share.Has(entry.spec->name)) continue;
    SamplesOf(*entry.spec).for_each_sweep(*entry.spec, extent, use);
  }
}

}  // namespace openaclnn::test
