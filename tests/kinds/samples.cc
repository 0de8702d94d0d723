#include "tests/kinds/samples.h"

#include <map>
#include <string_view>

#include "tests/ops/cases.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

// By the operators' names: to learn of which a case is, a call of it is made.
const std::map<std::string_view, std::vector<const Case*>>& CasesOfNames() {
  static const auto found = [] {
    std::map<std::string_view, std::vector<const Case*>> cases;
    for (const Case& c : AllCases()) cases[c.call({2, 2}, 1).name].push_back(&c);
    return cases;
  }();
  return found;
}

// The cases, in shapes that are summed in each of the orders.
void ForEachCase(const OpSpec& spec, Extent extent, const UseCall& use) {
  std::vector<Shape> shapes = {{}, {33, 40}, {3, 1500}, {1, 5000}, {70, 3, 65}};
  if (extent == Extent::kWhole) shapes.insert(shapes.end(), {{2100, 9}, {2, 100000}, {33000, 2}});
  const auto cases = CasesOfNames().find(spec.name);
  if (cases == CasesOfNames().end()) return;
  for (const Case* const c : cases->second) {
    for (const Shape& shape : shapes) use(c->call(shape, 5), {});
  }
}

constexpr const Samples* kAll[] = {&kChannelsSamples, &kElementwiseSamples, &kFillSamples,
                                   &kMoveSamples,     &kRowsSamples,        &kSelectSamples};

constexpr Samples kOfCases = {nullptr, ForEachCase};

}  // namespace

const Samples& SamplesOf(const OpSpec& spec) {
  for (const Samples* const samples : kAll) {
    if (samples->kind == spec.work.kind) return *samples;
  }
  return kOfCases;
}

std::vector<uint64_t> SpecialOf(aclDataType dtype) {
  return ClassOf(dtype) == DtypeClass::kFloat ? SpecialPatterns(dtype)
                                              : std::vector<uint64_t>{0, 1, 0x7f, 0x80, 0xff};
}

// The values in another order.
Array Mask(const Shape& shape) {
  Array mask = RandomPatterns(ACL_BOOL, shape, 6);
  for (int64_t i = 0; i < mask.size(); i += 2) mask.SetBits(i, 0);
  return mask;
}

Array Others(const Array& values) {
  const int64_t count = values.size();
  return Array(values.dtype, values.shape,
               [&](int64_t i) { return values.Bits((i * 7919 + 13) % count); });
}

}  // namespace openaclnn::test
