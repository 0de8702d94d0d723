#include "kinds/formula_loop.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/dtype.h"
#include "base/ones.h"
#include "cpu/targets.h"
#include "engine/rule_checks.h"
#include "tensor/promote.h"

namespace openaclnn {
namespace {

// The dtypes of what the loops read, and of that and what they write; an optional tensor that is
// null has none.
struct DtypesOfCall {
  explicit DtypesOfCall(const Call& call) {
    if (call.likeness.one_dtype && call.spec.operands_at[0] >= 0) {
      operands = all = DtypeSet(call.likeness.first->dtype);
      return;
    }
    operands = DtypesAt(call.spec.operands_at, call);
    all = operands | DtypesAt(call.spec.results_at, call);
  }

  bool HasOperandOf(DtypeSet dtypes) const { return (operands & dtypes) != DtypeSet(); }
  bool HasFloatingOperand() const { return HasOperandOf(kFloatAndDoubleDtypes | kComplexDtypes); }
  bool AreAll(aclDataType dtype) const { return all == DtypeSet(dtype); }

  DtypeSet operands, all;

 private:
  static DtypeSet DtypesAt(std::span<const int8_t> indices, const Call& call) {
    DtypeSet dtypes;
    for (const int8_t i : indices) {
      if (i < 0) break;
      const Tensor* const tensor = call.At(i).tensor;
      if (tensor != nullptr) dtypes = dtypes | DtypeSet(tensor->dtype);
    }
    return dtypes;
  }
};

// Whether a scalar is complex that meets a tensor. Beside two tensors it takes their dtype.
bool HasComplexScalar(const Call& call) {
  const OpSpec& spec = call.spec;
  if (!spec.has_numbers || spec.operands_at[1] >= 0) return false;
  const uint64_t all = BitAt(static_cast<int>(call.arguments.size())) - 1;
  for (const int i : Ones(all & ~spec.tensors)) {
    const Scalar* const scalar = call.arguments[i].scalar;
    if (spec.arguments[i].may_be_complex && IsComplex(scalar->dtype)) return true;
  }
  return false;
}

// Whether the contract computes with complex numbers. They are computed with by their parts: each
// tensor is two operands of doubles, or two results, and the imaginary parts of a real one are 0.
// Other operators see complex operands where they only move them, or where a call asks for nothing.
bool IsComplexCall(const Call& call, const DtypesOfCall& dtypes) {
  const OpSpec& spec = call.spec;
  const bool has_kernel = spec.chooses_at < 0 && spec.work.kernels.choices[1] != nullptr;
  return has_kernel && (dtypes.HasOperandOf(kComplexDtypes) || HasComplexScalar(call));
}

// Whether the contract computes in double.
bool IsDouble(const Call& call, const DtypesOfCall& dtypes) {
  if (dtypes.HasOperandOf(DtypeSet(ACL_DOUBLE, ACL_COMPLEX128))) return true;
  // Chosen numbers are rounded to the result's dtype, and to no other.
  const aclDataType result = call.FirstResult().dtype;
  if (ComparisonOf(call.spec.work) == Comparison::kChooses) return !dtypes.AreAll(result);
  return Has(call.spec.work, kWideIntegers) && result == ACL_DOUBLE && !dtypes.HasFloatingOperand();
}

// What the operands promote to where the spec has a rule of that, and anything follows from it;
// else ACL_DT_UNDEFINED.
aclDataType PromotedBy(const Call& call, const Kernel& kernel) {
  const OpSpec& spec = call.spec;
  if (ComparisonOf(spec.work) != Comparison::kNone)
    return ACL_DT_UNDEFINED;  // operands stay as they are
  if (!kernel.types.Has(LoopType::kInt64) && !Has(spec.work, kWideMixtures))
    return ACL_DT_UNDEFINED;
  if (spec.promotion_by < 0) return ACL_DT_UNDEFINED;
  const Rule& rule = spec.rules[spec.promotion_by];
  return PromotedDtype(rule.at, call.arguments).value_or(ACL_DT_UNDEFINED);
}

// Whether the contract computes with integers, or BOOL.
bool IsOfIntegers(const Call& call, const DtypesOfCall& dtypes, aclDataType promoted) {
  const OpSpec& spec = call.spec;
  const bool has_floats = promoted != ACL_DT_UNDEFINED ? ClassOf(promoted) == DtypeClass::kFloat
                                                       : dtypes.HasFloatingOperand();
  const bool is_for_integers =
      Has(spec.work, kIntegerQuotients) || ComparisonOf(spec.work) == Comparison::kChooses;
  return !has_floats && (!is_for_integers || IsInteger(call.FirstResult().dtype));
}

// Whether integers, or BOOL, are divided as the numbers that they are.
bool DividesIntegers(const OpSpec& spec, aclDataType promoted) {
  return Has(spec.work, kIntegerQuotients) && ClassOf(promoted) != DtypeClass::kFloat;
}

// Whether the bytes of operands and results are read and written as they are.
bool GoesInBytes(const Call& call, const DtypesOfCall& dtypes) {
  const Work& work = call.spec.work;
  if (!Has(work, kTruthsInBytes)) return false;
  if (ComparisonOf(work) != Comparison::kTells) return dtypes.AreAll(ACL_BOOL);
  constexpr DtypeSet kBytes(ACL_BOOL, ACL_INT8, ACL_UINT8);
  return (dtypes.all & kBytes) == dtypes.all;
}

bool HasScalarBeyondFloat(const Call& call) {
  for (int i = 0; i < static_cast<int>(call.arguments.size()); ++i) {
    if (call.spec.arguments[i].kind != ArgumentKind::kScalar || !call.IsGiven(i)) continue;
    const Scalar& scalar = *call.At(i).scalar;
    if (double{ScalarTo<float>(scalar)} != ScalarTo<double>(scalar)) return true;
  }
  return false;
}

// `loop`: all but the type.
LoopType LoopFor(const Call& call, const DtypesOfCall& dtypes, const FormulaLoop& loop) {
  const Kernel& kernel = *loop.kernel;
  const aclDataType promoted = loop.promoted;
  if (GoesInBytes(call, dtypes)) return LoopType::kInt8;
  if (kernel.types.Has(LoopType::kInt64) && IsOfIntegers(call, dtypes, promoted)) {
    constexpr DtypeSet kNarrow(ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32);
    const bool is_narrow =
        kernel.types.Has(LoopType::kInt32) && promoted != ACL_DT_UNDEFINED && kNarrow.Has(promoted);
    if (is_narrow && DtypeBytes(promoted) == 1 && dtypes.AreAll(promoted)) return LoopType::kInt8;
    return is_narrow ? LoopType::kInt32 : LoopType::kInt64;
  }
  if (loop.is_complex) return LoopType::kDouble;
  // Integers that float would round on loading go through the double loop where there is one
  // (docs/numerics.md).
  if (kernel.types.Has(LoopType::kDouble) &&
      (loop.is_double || dtypes.HasOperandOf(DtypeSet(ACL_INT32, ACL_INT64)) ||
       (DividesIntegers(call.spec, promoted) && HasScalarBeyondFloat(call)))) {
    return LoopType::kDouble;
  }
  if (dtypes.AreAll(ACL_BF16)) return LoopType::kBfloat16;
  if (dtypes.AreAll(ACL_FLOAT16)) return LoopType::kFloat16;
  // A sum, a product or a quotient that is a FLOAT, or one widened, is rounded once in float, too.
  const aclDataType result = call.FirstResult().dtype;
  const bool is_float =
      promoted != ACL_DT_UNDEFINED && (result == ACL_FLOAT || result == ACL_DOUBLE);
  if (Has(call.spec.work, kWideMixtures) && !is_float && !dtypes.AreAll(ACL_FLOAT)) {
    return LoopType::kDouble;
  }
  return LoopType::kFloat;
}

// The kernel of complex numbers, where there is one, is the second.
const Kernel* KernelOf(const Call& call, bool is_complex) {
  const int choice = is_complex ? 1 : KernelChoice(call.spec, call.arguments);
  return call.spec.work.kernels.choices[choice]();
}

// `number`: where there is no scalar.
void SetNumber(const Scalar* scalar, double number, const FormulaLoop& loop, bool are_doubles,
               size_t at, Params& params) {
  params.f[at] = scalar != nullptr ? ScalarTo<float>(*scalar) : static_cast<float>(number);
  params.d[at] = !are_doubles        ? double{params.f[at]}
                 : scalar != nullptr ? ScalarTo<double>(*scalar)
                                     : number;
  if (!IsOfIntegers(loop.type)) return;
  params.i[at] = loop.promoted != ACL_DT_UNDEFINED && scalar != nullptr
                     ? IntegerOf(*scalar, loop.promoted)
                     : Truncated(scalar != nullptr ? ExactOf(*scalar) : ExactNumber{number});
}

// Out of line: of two such numbers side by side, the vectorizer of GCC 12 forgets to round.
[[gnu::noinline]] double InFloat(double number) { return static_cast<float>(number); }

// A scalar among complex numbers is two parameters: its real and its imaginary part.
void SetParts(const Scalar& scalar, bool is_double, size_t at, Params& params) {
  std::array<double, 2> parts = {0, 0};
  if (scalar.dtype == ACL_COMPLEX128) {
    std::memcpy(parts.data(), scalar.bytes.data(), sizeof(parts));
  } else if (scalar.dtype == ACL_COMPLEX64) {
    std::array<float, 2> floats;
    std::memcpy(floats.data(), scalar.bytes.data(), sizeof(floats));
    parts = {floats[0], floats[1]};
  } else {
    parts[0] = is_double ? ScalarTo<double>(scalar) : ScalarTo<float>(scalar);
  }
  for (size_t k = 0; k < parts.size(); ++k) {
    params.d[at + k] = is_double ? parts[k] : InFloat(parts[k]);
  }
}

}  // namespace

int64_t IntegerOf(const Scalar& scalar, aclDataType promoted) {
  if (promoted == ACL_BOOL) return ScalarTo<double>(scalar) != 0 ? 1 : 0;
  if (scalar.dtype != ACL_UINT64) return Truncated(ExactOf(scalar));
  int64_t bits;
  std::memcpy(&bits, scalar.bytes.data(), sizeof(bits));
  return bits;
}

void SetParam(const Scalar& scalar, const FormulaLoop& loop, size_t at, Params& params) {
  SetNumber(&scalar, 0, loop, loop.is_double, at, params);
}

void SetParams(const Call& call, const FormulaLoop& loop, Params& params) {
  const OpSpec& spec = call.spec;
  const std::span<const Argument> arguments = call.arguments;
  if (!spec.has_numbers) return;
  params = {};
  const bool are_doubles = loop.is_double || DividesIntegers(spec, loop.promoted);
  size_t next = 0;
  const uint64_t all = BitAt(static_cast<int>(arguments.size())) - 1;
  for (const int i : Ones(all & ~spec.tensors)) {
    const ArgumentKind kind = spec.arguments[i].kind;
    if (kind != ArgumentKind::kScalar && kind != ArgumentKind::kDouble &&
        kind != ArgumentKind::kFloat) {
      continue;
    }
    if (loop.is_complex) {
      SetParts(*arguments[i].scalar, are_doubles, next, params);
      next += 2;
    } else {
      SetNumber(arguments[i].scalar, arguments[i].number, loop, are_doubles, next++, params);
    }
  }
  if (spec.reduction_at >= 0) {
    const bool is_mean = call.At(spec.reduction_at).integer == kMean;
    params.d[0] = is_mean ? static_cast<double>(call.FirstResult().extent.elements) : 1;
  }
  if (spec.work.set_more_params != nullptr) spec.work.set_more_params(arguments, params);
}

FormulaLoop ChooseLoop(const Call& call) {
  ApplySimdSetting();
  const DtypesOfCall dtypes(call);
  FormulaLoop loop;
  loop.is_complex = IsComplexCall(call, dtypes);
  loop.kernel = KernelOf(call, loop.is_complex);
  loop.promoted = PromotedBy(call, *loop.kernel);
  loop.is_double = IsDouble(call, dtypes);
  loop.type = LoopFor(call, dtypes, loop);
  return loop;
}

}  // namespace openaclnn
