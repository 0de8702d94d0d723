// What moves elements: between all pairs of dtypes.
#include "tests/kinds/samples.h"
#include "base/dtype.h"
#include "kinds/moves/spec.h"
#include "kinds/roles.h"
#include "tensor/promote.h"
#include "tests/contract/dtypes.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

// Any bits, and floats near small numbers among them.
Array MovedValues(aclDataType dtype) {
  constexpr int64_t kCount = 1500;
  const Array any = RandomPatterns(dtype, {kCount}, 3);
  const Array small = RandomArray(dtype, {kCount}, 4, -300, 300);
  return Array(dtype, {kCount},
               [&](int64_t i) { return i % 2 == 0 ? any.Bits(i) : small.Bits(i); });
}

// Every real dtype by every number.
void ForEachFill(const OpSpec& spec, Extent, const UseCall& use) {
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

// Arrays of every dtype, filled by an element of their own.
void ForEachMaskedFill(const OpSpec& spec, const UseCall& use) {
  for (const aclDataType dtype : DtypesOfAll(spec.name)) {
    const Array values = MovedValues(dtype);
    use({spec.name, {values, Mask(values.shape), ArrayOf(dtype, {}, {1})}}, {});
  }
}

// Each real dtype, and its numbers in two orders.
void ForEachSelection(const OpSpec& spec, Extent, const UseCall& use) {
  if (spec.NumArguments() == 3) return ForEachMaskedFill(spec, use);
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

// One element of every real dtype to tensors of every other.
void ForEachFillByTensor(const OpSpec& spec, const UseCall& use) {
  for (const aclDataType from : ConvertedDtypes()) {
    if (!IsReal(from)) continue;
    const Array values = MovedValues(from);
    for (const aclDataType to : DtypesOfAll(spec.name)) {
      if (!IsReal(to)) continue;
      for (int64_t i = 0; i < 8; ++i) {
        use({spec.name,
             {Array(to, {3}), Array(from, {1}, [&](int64_t) { return values.Bits(i); })}},
            {});
      }
    }
  }
}

// From every real dtype to every other.
void ForEachMove(const OpSpec& spec, Extent, const UseCall& use) {
  if (spec.arguments[0].kind == ArgumentKind::kInOut) return ForEachFillByTensor(spec, use);
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

}  // namespace

const Samples kMoveSamples = {&kMoveKind, ForEachMove};
const Samples kFillSamples = {&kFillKind, ForEachFill};
const Samples kSelectSamples = {&kSelectKind, ForEachSelection};

}  // namespace openaclnn::test
