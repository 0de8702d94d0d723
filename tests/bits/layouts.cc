#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/registry.h"
#include "tests/bits/calls.h"
#include "tests/formulas/inputs.h"
#include "tests/ops/cases.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/sample_shapes.h"

namespace openaclnn::test {
namespace {

Placement AllIn(const OperatorCall& call, const Layout& layout, bool outputs_too) {
  Placement placement;
  placement.layouts.resize(call.arguments.size());
  for (const size_t i : InputsOf(call)) {
    if (HasAnyLayout(call, i)) placement.layouts[i] = &layout;
  }
  if (outputs_too) {
    for (const size_t i : OutputsOf(call)) placement.layouts[i] = &layout;
  }
  return placement;
}

// Integers that a run checks, by operator and argument, besides those that rules call places.
constexpr std::pair<std::string_view, std::string_view> kCheckedByRuns[] = {
    {"aclnnEmbeddingBag", "offsets"},
    {"aclnnLSTM", "batchSizes"},
    {"aclnnLstmBackward", "batchSizesOptional"},
    {"aclnnMultilabelMarginLoss", "target"}};

bool IsCheckedByRuns(const OpSpec& spec, int argument) {
  const std::pair<std::string_view, std::string_view> here{spec.name,
                                                           spec.arguments[argument].name};
  return std::ranges::find(kCheckedByRuns, here) != std::end(kCheckedByRuns);
}

// The call with finite numbers in place of its inputs, whose sums would be NaN.
OperatorCall WithFiniteInputs(OperatorCall call) {
  Random random(3);
  const OpSpec& spec = *FindOperator(call.name)->spec;
  for (const size_t i : InputsOf(call)) {
    const auto argument = static_cast<int>(i);
    const bool is_given = HasPlaces(spec, argument) || HasWeights(spec, argument) ||
                          HasDefiniteMatrices(spec, argument) || IsCheckedByRuns(spec, argument);
    if (is_given) continue;
    Array& array = call.arguments[i].array;
    for (int64_t k = 0; k < array.size(); ++k) {
      array.SetBits(k, BitsOf(array.dtype, random.Uniform(-4, 4)));
    }
  }
  return call;
}

}  // namespace

void ForEachLayout(Extent extent, Share share, const UseCall& use) {
  const bool whole = extent == Extent::kWhole;
  // What vectors, tiles of 1024 elements and blocks of 64 x 64 leave over; rows and columns of
  // sums.
  const std::vector<Shape> shapes =
      whole ? std::vector<Shape>{{1}, {7}, {15}, {67}, {2111}, {2, 3, 1031}, {517, 5}, {70, 3, 256}}
            : std::vector<Shape>{{7}, {67}, {2, 3, 131}, {67, 5}};
  const Shape in_layouts = whole ? Shape{67, 3, 67} : Shape{67, 3, 5};
  for (const Case& c : AllCases()) {
    if (!share.Has(c.call({2, 2}, 1).name)) continue;
    uint32_t seed = 40;
    for (const Shape& shape : shapes) {
      const OperatorCall call = c.call(shape, seed += 10);
      use(call, {});
      if (OutputsOf(call).size() > 1) use(WithFiniteInputs(call), {});
    }
    const OperatorCall call = WithFiniteInputs(c.call(in_layouts, seed));
    for (const Layout& layout : OutputLayouts()) {
      for (const bool outputs_too : {false, true}) use(call, AllIn(call, layout, outputs_too));
    }
  }
}

}  // namespace openaclnn::test
