#include "tests/ops/harness/function.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

size_t NumInputs(const Function& function) {
  const OpSpec& spec = *FindOperator(function.name)->spec;
  return static_cast<size_t>(std::ranges::count_if(
      spec.arguments, [](const ArgumentSpec& argument) { return argument.IsRead(); }));
}

// Those that are not of one element.
size_t NumWhole(const Function& function) { return NumInputs(function) - function.others.size(); }

size_t VariedOf(const Function& function) {
  return function.varied.value_or(NumWhole(function) - 1);
}

void AddOthers(const Function& function, aclDataType dtype, std::vector<Array>& inputs) {
  for (const double other : function.others) inputs.push_back(ArrayOf(dtype, {other}));
}

std::vector<Array> InputsAt(const Function& function, const Array& varied) {
  std::vector<Array> inputs;
  for (size_t k = 0; k < NumWhole(function); ++k) {
    inputs.push_back(k == VariedOf(function)
                         ? varied
                         : RandomArray(varied.dtype, varied.shape, static_cast<uint32_t>(k) + 11));
  }
  AddOthers(function, varied.dtype, inputs);
  return inputs;
}

Array Special(aclDataType dtype) {
  const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
  return Array(dtype, {static_cast<int64_t>(patterns.size())},
               [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
}

void ExpectSameInPlace(const Function& function, const std::vector<Array>& inputs) {
  const std::string in_place = "aclnnInplace" + std::string(function.name.substr(5));
  const Operator* const entry = FindOperator(in_place);
  if (entry == nullptr) return;
  OperatorCall forward = CallOf(function, inputs, inputs[0].dtype);
  OperatorCall replaced = forward;
  replaced.name = entry->spec->name;
  replaced.arguments.pop_back();  // out
  const std::vector<Array> expected = RunCall(forward), given = RunCall(replaced);
  ASSERT_FALSE(expected.empty() || given.empty());
  EXPECT_TRUE(SameBits(given[0], expected[0])) << in_place;
}

}  // namespace

// Each special value with each of up to three tensors, the varied one among them.
std::vector<Array> SpecialInputs(const Function& function, aclDataType dtype) {
  constexpr size_t kMost = 3;
  const Array values = Special(dtype);
  const size_t varied = VariedOf(function);
  std::vector<size_t> at = {varied};
  for (size_t k = 0; k < NumWhole(function) && at.size() < kMost; ++k) {
    if (k != varied) at.push_back(k);
  }
  std::vector<Array> special = {values};
  while (special.size() < at.size()) {
    const Array next = AllPairs(special[0], values).second;
    for (Array& input : special) input = AllPairs(input, values).first;
    special.push_back(next);
  }
  std::vector<Array> inputs = InputsAt(function, special[0]);
  for (size_t k = 0; k < at.size(); ++k) inputs[at[k]] = special[k];
  return inputs;
}

// 16-bit results that are rounded twice err near ties only.
Limits LimitsOf(const Accuracy& accuracy, aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {.ulp = accuracy.ulp > 0.6 ? 1 : 0.5005, .rounded_rate = accuracy.rounded_rate};
    case ACL_BF16:
      return {.ulp = 0.5001, .rounded_rate = accuracy.rounded_rate};
    case ACL_DOUBLE:
      return {.ulp = accuracy.double_ulp, .rounded_rate = 0};
    default:
      return {.ulp = accuracy.ulp, .rounded_rate = 0};
  }
}

OperatorCall CallOf(const Function& function, const std::vector<Array>& inputs, aclDataType out) {
  const OpSpec& spec = *FindOperator(function.name)->spec;
  OperatorCall call = {spec.name, {}};
  const int8_t sums = ChannelSumsOf(spec);
  const Shape& shape = inputs.at(VariedOf(function)).shape;
  size_t input = 0, number = 0;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (spec.arguments[i].IsRead()) {
      call.arguments.emplace_back(inputs.at(input++));
    } else if (spec.arguments[i].IsWritten()) {
      call.arguments.emplace_back(Array(out, i == sums ? Shape{1} : shape));
    } else {
      call.arguments.push_back(function.numbers.at(number++));
    }
  }
  return call;
}

void ExpectFunctionAt(const Function& function, const std::vector<Array>& inputs, aclDataType out,
                      aclDataType unit) {
  Limits limits = LimitsOf(function.accuracy, unit);
  limits.unit = unit;
  if (unit != out) limits.rounded_rate = 0;
  ExpectAccurate(CallOf(function, inputs, out), function.exact, limits, function.fast);
}

void ExpectFunction(const Function& function) {
  std::vector<aclDataType> dtypes = function.dtypes;
  if (dtypes.empty()) {
    dtypes = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
    if (function.accuracy.double_ulp > 0) dtypes.push_back(ACL_DOUBLE);
  }
  for (const aclDataType dtype : dtypes) {
    SCOPED_TRACE(std::string(function.name));
    std::vector<Array> all = {RandomArray(dtype, {3000}, 1),
                              RandomArray(dtype, {3000}, 2, -110, 110)};
    if (dtype != ACL_DOUBLE) all.push_back(RandomPatterns(dtype, {3000}, 3));
    if (dtype == ACL_FLOAT16 || dtype == ACL_BF16)
      all.push_back(EveryPattern(dtype, function.step));
    std::vector<double> around;
    for (const double point : function.points) {
      const std::vector<double> beside = Around(dtype, point);
      around.insert(around.end(), beside.begin(), beside.end());
    }
    if (!around.empty()) all.push_back(ArrayOf(dtype, around));
    for (const Array& varied : all) {
      const std::vector<Array> inputs = InputsAt(function, varied);
      ExpectFunctionAt(function, inputs, dtype, dtype);
      ExpectSameInPlace(function, inputs);
    }
    std::vector<Array> wild;
    for (size_t k = 0; k < NumWhole(function); ++k) {
      const bool is_varied = k == VariedOf(function);
      wild.push_back(WildArray(dtype, {6000}, static_cast<uint32_t>(k) + 21,
                               is_varied ? function.points : std::vector<double>()));
    }
    AddOthers(function, dtype, wild);
    ExpectFunctionAt(function, wild, dtype, dtype);
    Limits limits = LimitsOf(function.accuracy, dtype);
    limits.rounded_rate = 0;
    ExpectAccurate(CallOf(function, SpecialInputs(function, dtype), dtype), function.exact, limits,
                   function.fast);
  }
}

}  // namespace openaclnn::test
