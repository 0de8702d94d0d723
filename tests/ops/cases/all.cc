#include <algorithm>
#include <iterator>
#include <string_view>

#include "engine/kind.h"
#include "engine/op_spec.h"
#include "ops/registry.h"
#include "tests/alike.h"
#include "tests/ops/cases.h"
#include "tests/ops/harness/device.h"
#include "tests/sanitized.h"

namespace openaclnn::test {

#define OPENACLNN_CASES(subject) std::vector<Case> subject##Cases();
#include "tests/ops/cases/subjects.inc"
#undef OPENACLNN_CASES

namespace {

std::vector<Case> CasesOfSubjects() {
  std::vector<Case> cases;
#define OPENACLNN_CASES(subject) std::ranges::move(subject##Cases(), std::back_inserter(cases));
#include "tests/ops/cases/subjects.inc"
#undef OPENACLNN_CASES
  return cases;
}

// On a GPU those that have device code.
std::vector<Case> WithCodeHere(std::vector<Case> cases) {
  const auto lacks_code = [](const Case& c) {
    return FindOperator(c.call({3}, 1).name)->spec->work.kind->runs_on_cpus_alone;
  };
  if (OnGpu()) std::erase_if(cases, lacks_code);
  return cases;
}

}  // namespace

const std::vector<Case>& AllCases() {
  static const std::vector<Case> cases = WithCodeHere(CasesOfSubjects());
  return cases;
}

const std::vector<Case>& CasesOfAlike() {
  static const std::vector<Case> found = [] {
    std::vector<Case> cases = AllCases();
    std::erase_if(cases, [](const Case& c) {
      return kIsSanitized && !IsFirstOfAlike(*FindOperator(c.call({3}, 1).name)->spec);
    });
    return cases;
  }();
  return found;
}

const std::vector<Case>& FewCases() {
  static const std::vector<Case> few = [] {
    std::vector<Case> found;
    for (const std::string_view name :
         {"HardtanhFloat", "LogitFloat16", "GeluNoneFloatOfBfloat16", "SoftplusDouble",
          "PreluOneWeightFloat", "PreluChannelsFloat", "PreluChannelsBfloat16", "SoftmaxFloat",
          "CrossEntropyFloat", "GluBackwardFloat", "ReduceSumFirstFloat", "ReduceSumLastFloat",
          "MatmulFloat"}) {
      std::ranges::copy_if(AllCases(), std::back_inserter(found),
                           [name](const Case& c) { return c.name == name; });
    }
    return found;
  }();
  return few;
}

}  // namespace openaclnn::test
