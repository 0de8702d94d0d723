#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "kinds/moves/spec.h"
#include "kinds/roles.h"
#include "kinds/rows/spec.h"
#include "ops/registry.h"
#include "tensor/promote.h"
#include "tests/bits/calls.h"
#include "tests/contract/dtypes.h"
#include "tests/formulas/inputs.h"
#include "tests/ops/cases.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/values.h"
#include "tests/sample_shapes.h"

namespace openaclnn::test {
namespace {

// What an operator's scalars, texts and optional tensors are in turn, in the order of its
// prototype; a number for a tensor is one of its dtype.
struct Sweep {
  std::string_view name;
  std::vector<std::vector<CallArgument>> parameters;
};

const std::vector<Sweep>& Sweeps() {
  static const std::vector<Sweep> sweeps = {
      {"aclnnBinaryCrossEntropyWithLogitsTargetBackward",
       {{nullptr, nullptr, 0.0},
        {0.3, 3.0, 1.0},
        {nullptr, 0.0, 2.0},
        {1.7, nullptr, 1.0},
        {nullptr, 1.0, 0.0}}},
      {"aclnnErfinv", {{}}},
      {"aclnnFatreluMul", {{0.0}, {0.5}, {-1.5}}},
      {"aclnnGeGlu", {{0.0}, {1.0}}},
      {"aclnnGeGluV3", {{0.0, 0.0}, {1.0, 1.0}}},
      {"aclnnGeGluBackward", {{0.0}, {1.0}}},
      {"aclnnGeGluV3Backward", {{0.0, 0.0}, {1.0, 1.0}}},
      {"aclnnGeluMul", {{"none"}, {"tanh"}}},
      {"aclnnGelu", {{}}},
      {"aclnnGeluV2", {{0.0}, {1.0}}},
      {"aclnnGeluBackward", {{}}},
      {"aclnnGlu", {{}}},
      {"aclnnGluBackward", {{}}},
      {"aclnnCelu", {{1.0}, {-0.3}, {INFINITY}}},
      {"aclnnElu", {{1.0, 1.0, 1.0}, {1.7, -1.1, 0.3}, {0.5, 1.0, -2.0}, {1e-30, 1e20, INFINITY}}},
      {"aclnnEluBackward",
       {{1.0, 1.0, 1.0, 0.0},
        {1.7, -1.1, 0.3, 0.0},
        {1.7, 1.1, -0.3, 1.0},
        {0.0, 1e38, 1e30, 1.0}}},
      {"aclnnAddRelu", {{{1.0, ACL_INT32}}, {{-3.0, ACL_INT32}}}},
      {"aclnnHardshrink", {{0.5}, {0.0}, {INFINITY}}},
      {"aclnnHardshrinkBackward", {{0.5}, {0.0}}},
      {"aclnnHardsigmoid", {{}}},
      {"aclnnHardsigmoidBackward", {{}}},
      {"aclnnHardswish", {{}}},
      {"aclnnHardswishBackward", {{}}},
      {"aclnnHardswishBackwardV2", {{}}},
      {"aclnnHardtanh", {{-1.0, 1.0}, {0.0, 6.0}, {-INFINITY, 0x1p-149}}},
      {"aclnnHardtanhBackward", {{-1.0, 1.0}, {0.0, 6.0}, {-INFINITY, 0x1p-149}}},
      {"aclnnHeaviside", {{}}},
      {"aclnnLeakyRelu", {{0.01}, {-1.7}, {INFINITY}}},
      {"aclnnLeakyReluBackward", {{0.01, 0.0}, {-1.7, 0.0}, {0.3, 1.0}}},
      {"aclnnLogit", {{-1.0}, {0.0}, {1e-6}, {0.25}, {1.0}}},
      {"aclnnLogSigmoid", {{}}},
      {"aclnnLogSigmoidForward", {{nullptr}}},
      {"aclnnLogSigmoidBackward", {{Array(ACL_FLOAT, {0})}}},
      {"aclnnMish", {{}}},
      {"aclnnMishBackward", {{}}},
      {"aclnnRelu", {{}}},
      {"aclnnSelu", {{}}},
      {"aclnnSeluBackward", {{}}},
      {"aclnnSigmoid", {{}}},
      {"aclnnSigmoidBackward", {{}}},
      {"aclnnSilu", {{}}},
      {"aclnnSiluBackward", {{}}},
      {"aclnnSwish", {{1.0}, {-0.3}, {1e30}, {INFINITY}}},
      {"aclnnSwishBackward", {{1.0}, {-0.3}, {1e30}, {INFINITY}}},
      {"aclnnFastGelu", {{}}},
      {"aclnnFastGeluBackward", {{}}},
      {"aclnnSwiGlu", {{}}},
      {"aclnnSwiGluGrad", {{}}},
      {"aclnnTanh", {{}}},
      {"aclnnTanhBackward", {{}}},
      {"aclnnShrink", {{0.5, 0.25}, {1.0, -3.0}}},
      {"aclnnSoftshrink", {{0.5}, {0.0}, {INFINITY}}},
      {"aclnnSoftshrinkBackward", {{0.5}, {0.0}}},
      {"aclnnSquaredRelu", {{}}},
      {"aclnnThreshold", {{0.0, 0.0}, {-1.5, 7.25}}},
      {"aclnnThresholdBackward", {{0.0}, {-1.5}}},
      {"aclnnSoftplus", {{1.0, 20.0}, {-0.3, 5.0}, {1e30, NAN}, {1e-4, 0.0}, {0.0, 1.0}}},
      {"aclnnSoftplusBackward", {{1.0, 20.0}, {-0.3, 5.0}, {1e30, NAN}, {1e-4, 0.0}}},
      {"aclnnPrelu", {{}}},
      {"aclnnPreluBackward", {{}}},
      {"aclnnGeluBackwardV2", {{"none"}, {"tanh"}}},
      {"aclnnAbs", {{}}},
      {"aclnnCos", {{}}},
      {"aclnnErf", {{}}},
      {"aclnnExp", {{}}},
      {"aclnnLog", {{}}},
      {"aclnnNeg", {{}}},
      {"aclnnReciprocal", {{}}},
      {"aclnnRsqrt", {{}}},
      {"aclnnSign", {{}}},
      {"aclnnSin", {{}}},
      {"aclnnSqrt", {{}}},
      {"aclnnAdd",
       {{{1.0, ACL_INT32}}, {{-3.0, ACL_INT32}}, {{-0.3, ACL_FLOAT}}, {{4.0, ACL_INT32}}}},
      {"aclnnAdds", {{{2.0, ACL_INT8}, {1.0, ACL_INT8}}, {{-7.0, ACL_INT64}, {3.0, ACL_INT32}}}},
      {"aclnnAddcdiv", {{{1.0, ACL_INT8}}, {{-3.0, ACL_INT32}}, {0.3}}},
      {"aclnnAddcmul", {{{1.0, ACL_INT8}}, {{-1.0, ACL_INT8}}, {{-3.0, ACL_INT32}}, {0.3}}},
      {"aclnnDiv", {{}}},
      {"aclnnDivs", {{{3.0, ACL_INT8}}, {{0.0, ACL_INT8}}, {{-7.0, ACL_INT64}}}},
      {"aclnnLerps", {{0.25}, {0.5}, {-1.7}}},
      {"aclnnMaximum", {{}}},
      {"aclnnMinimum", {{}}},
      {"aclnnMul", {{}}},
      {"aclnnMuls", {{{2.0, ACL_INT8}}, {{-7.0, ACL_INT64}}}},
      {"aclnnSub", {{{1.0, ACL_INT32}}, {{-3.0, ACL_INT32}}}},
      {"aclnnSubs", {{{2.0, ACL_INT8}, {1.0, ACL_INT8}}, {{-7.0, ACL_INT64}, {3.0, ACL_INT32}}}},
      {"aclnnClamp", {{-1.0, 1.0}, {0.3, nullptr}, {nullptr, 100.0}, {{1.0, ACL_INT8}, 0.5}}},
      {"aclnnClampMin", {{0.0}, {{-0.3, ACL_DOUBLE}}}},
      {"aclnnClampMax", {{6.0}, {{0x1p40, ACL_INT64}}}},
      {"aclnnEqScalar", {{{1.0, ACL_INT8}}, {{0.0, ACL_INT8}}}},
      {"aclnnGtScalar", {{{1.0, ACL_INT8}}, {{-3.0, ACL_INT32}}}},
      {"aclnnLtScalar", {{{1.0, ACL_INT8}}, {{0x1p40, ACL_INT64}}}},
      {"aclnnPowTensorScalar",
       {{{2.0, ACL_INT8}},
        {{3.0, ACL_INT8}},
        {{-2.0, ACL_FLOAT}},
        {{-0.5, ACL_FLOAT}},
        {{7.0, ACL_INT8}},
        {{-2.3, ACL_DOUBLE}}}},
      {"aclnnPowScalarTensor", {{{3.0, ACL_INT8}}, {{-2.0, ACL_INT8}}, {{0.7, ACL_FLOAT}}}},
      {"aclnnLogitGrad", {{-1.0}, {0.0}, {1e-6}, {0.25}, {1.0}}},
  };
  return sweeps;
}

std::vector<uint64_t> SpecialOf(aclDataType dtype) {
  return ClassOf(dtype) == DtypeClass::kFloat ? SpecialPatterns(dtype)
                                              : std::vector<uint64_t>{0, 1, 0x7f, 0x80, 0xff};
}

// All patterns of a 16-bit type; of another special values, any patterns, and numbers near those
// where formulas do their work. Every step-th of each.
Array Values(aclDataType dtype, Extent extent) {
  const bool all = DtypeBytes(dtype) == 2;
  const uint64_t step = extent == Extent::kThinned ? 29 : 1;
  std::vector<uint64_t> bits = SpecialOf(dtype);
  if (all) {
    for (uint64_t pattern = 0; pattern < 0x10000; pattern += step) bits.push_back(pattern);
  } else {
    const int unused = 64 - 8 * DtypeBytes(dtype);
    Random random(1);
    for (uint64_t i = 0; i < 20000; i += step) {
      bits.push_back(random.Bits() >> unused);
      for (const double spread : {1.0, 20.0, 120.0}) {
        bits.push_back(BitsOf(dtype, random.Uniform(-spread, spread)));
      }
    }
  }
  return Array(dtype, {static_cast<int64_t>(bits.size())},
               [&](int64_t i) { return bits[static_cast<size_t>(i)]; });
}

// Ones, ordinary numbers, any patterns and special values in turn.
Array Gradients(aclDataType dtype, int64_t count) {
  const std::vector<uint64_t> special = SpecialOf(dtype);
  const int unused = 64 - 8 * DtypeBytes(dtype);
  Random random(2);
  return Array(dtype, {count}, [&](int64_t i) {
    const uint64_t any = random.Bits();
    switch (i % 8) {
      case 0:
        return any >> unused;
      case 1:
        return special[any % special.size()];
      case 2:
      case 3:
        return BitsOf(dtype, random.Uniform(-4, 4));
      default:
        return BitsOf(dtype, 1);
    }
  });
}

bool IsGradient(std::string_view name) {
  return name.starts_with("grad") || name == "dy" || name == "yGrad" || name == "tensor2";
}
bool IsOther(std::string_view name) {
  return name == "other" || name == "tensor1" || name == "end";
}

// Rows of two: the first half goes through the values with another one in the second.
Array InPairs(const Array& values) {
  const int64_t count = values.size();
  return Array(values.dtype, {count, 2}, [&](int64_t i) {
    return values.Bits(i % 2 == 0 ? i / 2 : (i / 2 * 7919 + 13) % count);
  });
}

Array HalvesTensor(const OpSpec& spec, int i, const Array& values, const Array& gradients) {
  const Shape shape = {values.size(), IsCut(spec, i) ? 2 : 1};
  if (spec.arguments[i].IsWritten()) return Array(values.dtype, shape);
  if (IsCut(spec, i)) return InPairs(values);
  Array half = IsGradient(spec.arguments[i].name) ? gradients : values;
  half.shape = shape;
  return half;
}

// The values in another order.
Array Others(const Array& values) {
  const int64_t count = values.size();
  return Array(values.dtype, values.shape,
               [&](int64_t i) { return values.Bits((i * 7919 + 13) % count); });
}

// A number, which with BOOL is one, and with integers no float where it would make them floats.
CallArgument NumberBeside(const OpSpec& spec, aclDataType dtype, CallArgument number) {
  if (dtype == ACL_BOOL) number.dtype = ACL_BOOL;
  const bool promotes = std::ranges::any_of(
      spec.rules, [](const Rule& rule) { return rule.Is(rules::kPromotedCastable); });
  if (promotes && IsInteger(dtype) && ClassOf(number.dtype) == DtypeClass::kFloat) {
    number = {std::trunc(std::fabs(number.number)), ACL_INT8};
  }
  return number;
}

OperatorCall MakeCall(const OpSpec& spec, const Array& values, const Array& gradients,
                      const std::vector<CallArgument>& parameters) {
  OperatorCall call = {spec.name, {}};
  size_t parameter = 0;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    if (i == ChannelOperandOf(spec)) {
      call.arguments.emplace_back(ArrayOf(values.dtype, {1}, {0.3}));
    } else if (i == ChannelSumsOf(spec)) {
      call.arguments.emplace_back(Array(values.dtype, {1}));
    } else if (argument.IsRead() && argument.is_optional) {
      const CallArgument& given = parameters.at(parameter++);
      call.arguments.push_back(given.is_null ? given : ArrayOf(values.dtype, {1}, {given.number}));
    } else if (i == spec.axis_at) {
      call.arguments.emplace_back(-1.0);
    } else if (IsOneElement(spec, i)) {
      call.arguments.emplace_back(ArrayOf(values.dtype, {}, {parameters.at(parameter++).number}));
    } else if (HasHalves(spec) && argument.IsTensor()) {
      call.arguments.emplace_back(HalvesTensor(spec, i, values, gradients));
    } else if (IsOther(argument.name) && argument.IsRead()) {
      call.arguments.emplace_back(Others(values));
    } else if (argument.IsRead()) {
      call.arguments.emplace_back(IsGradient(argument.name) ? gradients : values);
    } else if (argument.kind == ArgumentKind::kOutput) {
      call.arguments.emplace_back(Array(values.dtype, values.shape));
    } else if (argument.kind == ArgumentKind::kScalar) {
      call.arguments.push_back(NumberBeside(spec, values.dtype, parameters.at(parameter++)));
    } else {
      call.arguments.push_back(parameters.at(parameter++));
    }
  }
  return call;
}

// Any bits, and floats near small numbers among them.
Array MovedValues(aclDataType dtype) {
  constexpr int64_t kCount = 1500;
  const Array any = RandomPatterns(dtype, {kCount}, 3);
  const Array small = RandomArray(dtype, {kCount}, 4, -300, 300);
  return Array(dtype, {kCount},
               [&](int64_t i) { return i % 2 == 0 ? any.Bits(i) : small.Bits(i); });
}

// Every real dtype by every number.
void ForEachFill(const OpSpec& spec, const UseCall& use) {
  for (const aclDataType dtype : DtypesOfAll(spec.name)) {
    if (!IsReal(dtype)) continue;
    for (const double number : {0.0, 0.1, -1.9, 300.0, 1e300}) {
      OperatorCall call = {spec.name, {Array(dtype, {1000})}};
      const bool is_unsigned = !PromoteWithScalar(dtype, ACL_DOUBLE);
      if (FillScalarOf(spec) >= 0) {
        call.arguments.emplace_back(number, is_unsigned ? ACL_INT64 : ACL_DOUBLE);
      }
      use(call, {});
    }
  }
}

// Each real dtype, and its numbers in two orders.
void ForEachSelection(const OpSpec& spec, const UseCall& use) {
  for (const aclDataType dtype : ConvertedDtypes()) {
    if (!IsReal(dtype)) continue;
    const Array values = MovedValues(dtype);
    OperatorCall call = {spec.name, {RandomPatterns(ACL_UINT8, values.shape, 6)}};
    call.arguments.insert(call.arguments.end(),
                          {values, Others(values), Array(dtype, values.shape)});
    for (int64_t i = 0; i < values.size(); i += 2) call.arguments[0].array.SetBits(i, 0);
    use(call, {});
  }
}

// From every real dtype to every other.
void ForEachMove(const OpSpec& spec, const UseCall& use) {
  for (const aclDataType from : ConvertedDtypes()) {
    if (!IsReal(from)) continue;
    const Array values = MovedValues(from);
    for (const aclDataType to : ConvertedDtypes()) {
      if (!IsReal(to)) continue;
      OperatorCall call = {spec.name, {}};
      for (int i = 0; i < spec.NumArguments(); ++i) {
        const ArgumentKind kind = spec.arguments[i].kind;
        call.arguments.push_back(kind == ArgumentKind::kInput    ? CallArgument(values)
                                 : kind == ArgumentKind::kOutput ? Array(to, values.shape)
                                                                 : CallArgument(0.0, to));
      }
      use(call, {});
    }
  }
}

// Rows of any length along either axis: ordinary numbers, among which some rows have others.
void ForEachRows(const OpSpec& spec, Extent extent, const UseCall& use) {
  std::vector<Shape> shapes = {{33, 40}, {3, 1500}, {1, 5000}};
  if (extent == Extent::kWhole) shapes.insert(shapes.end(), {{2100, 9}, {2, 40000}, {33000, 2}});
  for (const aclDataType dtype : DtypesOfAll(spec.name)) {
    const std::vector<uint64_t> special = SpecialOf(dtype);
    for (const Shape& shape : shapes) {
      for (const double spread : {1.0, 20.0, 120.0}) {
        for (const int dim : {0, 1}) {
          Random random(5);
          OperatorCall call = {spec.name, {}};
          for (int i = 0; i < spec.NumArguments(); ++i) {
            if (spec.arguments[i].IsRead()) {
              call.arguments.emplace_back(Array(dtype, shape, [&](int64_t) {
                const bool is_special = random.Bits() % 3000 == 0;
                return is_special ? special[random.Bits() % special.size()]
                                  : BitsOf(dtype, random.Uniform(-spread, spread));
              }));
            } else if (i == RowResultOf(spec)) {
              call.arguments.emplace_back(Array(dtype, {shape[0]}));
            } else if (spec.arguments[i].IsWritten()) {
              call.arguments.emplace_back(Array(dtype, shape));
            } else {
              call.arguments.emplace_back(static_cast<double>(dim));
            }
          }
          use(call, {});
        }
      }
    }
  }
}

// The cases of sums, products and losses, in shapes that are summed in each of the orders.
void ForEachSum(std::string_view name, Extent extent, const UseCall& use) {
  std::vector<Shape> shapes = {{}, {33, 40}, {3, 1500}, {1, 5000}, {70, 3, 65}};
  if (extent == Extent::kWhole) shapes.insert(shapes.end(), {{2100, 9}, {2, 100000}, {33000, 2}});
  for (const Case& c : AllCases()) {
    if (c.call({2, 2}, 1).name != name) continue;
    for (const Shape& shape : shapes) use(c.call(shape, 5), {});
  }
}

}  // namespace

void ForEachSweep(Extent extent, const UseCall& use) {
  for (const Operator& entry : AllOperators()) {
    if (entry.spec->work.kind == &kMoveKind) {
      ForEachMove(*entry.spec, use);
      continue;
    }
    if (entry.spec->work.kind == &kFillKind) {
      ForEachFill(*entry.spec, use);
      continue;
    }
    if (entry.spec->work.kind == &kSelectKind) {
      ForEachSelection(*entry.spec, use);
      continue;
    }
    if (HasShapesOfItsOwn(*entry.spec)) {
      ForEachSum(entry.spec->name, extent, use);
      continue;
    }
    if (entry.spec->work.kind == &kRowsKind) {
      ForEachRows(*entry.spec, extent, use);
      continue;
    }
    // An in-place form is called as the other.
    std::string name(entry.spec->name);
    if (!entry.spec->joined[0].empty()) name.erase(name.find("Inplace"), 7);
    const auto sweep = std::ranges::find(Sweeps(), name, &Sweep::name);
    if (sweep == Sweeps().end()) {
      ADD_FAILURE() << entry.spec->name << " has no parameters in " << __FILE__;
      continue;
    }
    for (const aclDataType dtype : DtypesOfAll(entry.spec->name)) {
      if (IsComplex(dtype)) continue;  // which no array of a call holds
      const Array values = Values(dtype, extent), gradients = Gradients(dtype, values.size());
      for (const auto& parameters : sweep->parameters) {
        use(MakeCall(*entry.spec, values, gradients, parameters), {});
      }
    }
  }
}

}  // namespace openaclnn::test
