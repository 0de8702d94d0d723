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
#include "tests/oracle/subject.h"
#include "tests/sample_shapes.h"

namespace openaclnn::test {
namespace {

// A parameter of the table, as an argument of a call.
CallArgument ArgumentOf(const oracle::Given& given) {
  if (given.is_null) return nullptr;
  if (given.text != nullptr) return given.text;
  return {given.number, given.dtype};
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
    } else if (HasHalves(spec) && argument.IsTensor()) {
      call.arguments.emplace_back(HalvesTensor(spec, i, values, gradients));
    } else if (IsOther(argument.name) && argument.IsRead()) {
      call.arguments.emplace_back(Others(values));
    } else if (argument.IsRead()) {
      call.arguments.emplace_back(IsGradient(argument.name) ? gradients : values);
    } else if (argument.kind == ArgumentKind::kOutput) {
      call.arguments.emplace_back(Array(values.dtype, values.shape));
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
    const oracle::Subject* const subject = oracle::SubjectOf(entry.spec->name);
    if (subject == nullptr) {
      ADD_FAILURE() << entry.spec->name << " is in no table of tests/oracle";
      continue;
    }
    for (const aclDataType dtype : DtypesOfAll(entry.spec->name)) {
      if (IsComplex(dtype)) continue;  // which no array of a call holds
      const Array values = Values(dtype, extent), gradients = Gradients(dtype, values.size());
      for (const auto& parameters : subject->parameters) {
        use(MakeCall(*entry.spec, values, gradients, parameters), {});
      }
    }
  }
}

}  // namespace openaclnn::test
