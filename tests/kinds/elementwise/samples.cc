// Operators of elements, and of channels: by the parameters of their rows in tests/oracle.
#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "base/dtype.h"
#include "engine/usual_dtype.h"
#include "gtest/gtest.h"
#include "kinds/channels/spec.h"
#include "kinds/elementwise/spec.h"
#include "kinds/roles.h"
#include "tensor/promote.h"
#include "tests/contract/dtypes.h"
#include "tests/formulas/inputs.h"
#include "tests/kinds/samples.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/subject.h"

namespace openaclnn::test {
namespace {

// A parameter of the table, as an argument of a call.
CallArgument ArgumentOf(const oracle::Given& given) {
  if (given.is_null) return nullptr;
  if (given.text != nullptr) return given.text;
  return {given.number, given.dtype};
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

// Which are the same for all operators.
struct Operands {
  Array values, gradients;
};
const Operands& OperandsOf(aclDataType dtype, Extent extent) {
  static std::map<std::pair<aclDataType, Extent>, Operands> known;
  const auto [at, is_new] = known.try_emplace({dtype, extent});
  if (is_new) {
    const Array values = Values(dtype, extent);
    at->second = {values, Gradients(dtype, values.size())};
  }
  return at->second;
}

bool IsGradient(std::string_view name) {
  return name.starts_with("grad") || name == "dy" || name == "yGrad" || name == "tensor2" ||
         name == "weight";
}
bool IsOther(std::string_view name) {
  return name == "other" || name == "tensor1" || name == "end" || name == "clipValueMin" ||
         name == "max";
}

// Rows of two: the first half goes through the values with another one in the second.
Array InPairs(const Array& values) {
  const int64_t count = values.size();
  return Array(values.dtype, {count, 2}, [&](int64_t i) {
    return values.Bits(i % 2 == 0 ? i / 2 : (i / 2 * 7919 + 13) % count);
  });
}

Array SplitTensor(const OpSpec& spec, int i, const Array& values, const Array& gradients) {
  const Shape shape = {values.size(), IsSplit(spec, i) ? 2 : 1};
  if (spec.arguments[i].IsWritten()) return Array(values.dtype, shape);
  if (IsSplit(spec, i)) return InPairs(values);
  Array half = IsGradient(spec.arguments[i].name) ? gradients : values;
  half.shape = shape;
  return half;
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

// The dtype of the operands, unless results are truths.
aclDataType DtypeOfResult(const OpSpec& spec, int i, aclDataType dtype) {
  return OwnDtype(spec, i) == ACL_BOOL ? ACL_BOOL : dtype;
}

OperatorCall MakeCall(const OpSpec& spec, const Array& values, const Array& gradients,
                      const oracle::Parameters& parameters) {
  OperatorCall call = {spec.name, {}};
  size_t parameter = 0;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    if (i == ChannelOperandOf(spec)) {
      call.arguments.emplace_back(ArrayOf(values.dtype, {1}, {0.3}));
    } else if (i == ChannelSumsOf(spec)) {
      call.arguments.emplace_back(Array(values.dtype, {1}));
    } else if (argument.IsRead() && argument.is_optional) {
      const oracle::Given& given = parameters.at(parameter++);
      call.arguments.push_back(given.is_null ? CallArgument(nullptr)
                                             : ArrayOf(values.dtype, {1}, {given.number}));
    } else if (i == spec.axis_at) {
      call.arguments.emplace_back(-1.0);
    } else if (IsOneElement(spec, i)) {
      call.arguments.emplace_back(ArrayOf(values.dtype, {}, {parameters.at(parameter++).number}));
    } else if (HasSplit(spec) && argument.IsTensor()) {
      call.arguments.emplace_back(SplitTensor(spec, i, values, gradients));
    } else if (argument.name == "mask") {
      call.arguments.emplace_back(Mask(values.shape));
    } else if (IsOther(argument.name) && argument.IsRead()) {
      call.arguments.emplace_back(Others(values));
    } else if (argument.IsRead()) {
      call.arguments.emplace_back(IsGradient(argument.name) ? gradients : values);
    } else if (argument.kind == ArgumentKind::kOutput) {
      call.arguments.emplace_back(Array(DtypeOfResult(spec, i, values.dtype), values.shape));
    } else if (argument.kind == ArgumentKind::kScalar) {
      call.arguments.push_back(
          NumberBeside(spec, values.dtype, ArgumentOf(parameters.at(parameter++))));
    } else if (argument.kind == ArgumentKind::kUnread) {
      call.arguments.push_back(argument.is_optional ? CallArgument(nullptr)
                                                    : Array(ACL_FLOAT, {0}));
    } else {
      call.arguments.push_back(ArgumentOf(parameters.at(parameter++)));
    }
  }
  return call;
}

void ForEachElements(const OpSpec& spec, Extent extent, const UseCall& use) {
  const oracle::Subject* const subject = oracle::SubjectOf(spec.name);
  if (subject == nullptr) {
    ADD_FAILURE() << spec.name << " is in no table of tests/oracle";
    return;
  }
  for (const aclDataType dtype : DtypesOfAll(spec.name)) {
    if (IsComplex(dtype)) continue;  // which no array of a call holds
    const auto& [values, gradients] = OperandsOf(dtype, extent);
    for (const auto& parameters : subject->parameters) {
      use(MakeCall(spec, values, gradients, parameters), {});
    }
  }
}

}  // namespace

const Samples kElementwiseSamples = {&kElementwiseKind, ForEachElements};
const Samples kChannelsSamples = {&kChannelsKind, ForEachElements};

}  // namespace openaclnn::test
