// Phase 1: from checked arguments to an executor.

#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/api.h"
#include "base/dtype.h"
#include "base/float_environment.h"
#include "checked/history.h"
#include "cpu/cast.h"
#include "cpu/targets.h"
#include "engine/check.h"
#include "engine/checked_mode.h"
#include "engine/executor.h"
#include "engine/lay_operands.h"
#include "engine/observed_operator.h"
#include "engine/operator.h"
#include "engine/rule_checks.h"

namespace openaclnn {
namespace {

// The dtypes of what the loops read, and of that and what they write; an optional tensor that is
// null has none.
struct DtypesOfCall {
  DtypesOfCall(const OpSpec& spec, std::span<const Argument> arguments, const Likeness& likeness) {
    if (likeness.one_dtype && spec.operands_at[0] >= 0) {
      operands = all = DtypeSet(likeness.first->dtype);
      return;
    }
    operands = DtypesAt(spec.operands_at, arguments);
    all = operands | DtypesAt(spec.results_at, arguments);
  }

  bool HasOperandOf(DtypeSet dtypes) const { return (operands & dtypes) != DtypeSet(); }
  bool HasFloatingOperand() const { return HasOperandOf(kFloatAndDoubleDtypes | kComplexDtypes); }
  bool AreAll(aclDataType dtype) const { return all == DtypeSet(dtype); }

  DtypeSet operands, all;

 private:
  static DtypeSet DtypesAt(std::span<const int8_t> indices, std::span<const Argument> arguments) {
    DtypeSet dtypes;
    for (const int8_t i : indices) {
      if (i < 0) break;
      const Tensor* const tensor = arguments[static_cast<size_t>(i)].tensor;
      if (tensor != nullptr) dtypes = dtypes | DtypeSet(tensor->dtype);
    }
    return dtypes;
  }
};

// Whether the contract computes with complex numbers. They are computed with by their parts: each
// tensor is two operands of doubles, or two results, and the imaginary parts of a real one are 0.
// Other operators see complex operands where they only move them, or where a call asks for nothing.
bool IsComplexCall(const OpSpec& spec, const DtypesOfCall& dtypes) {
  const bool has_kernel = spec.chooses_at < 0 && spec.kernels.choices[1] != nullptr;
  return has_kernel && dtypes.HasOperandOf(kComplexDtypes);
}

const Tensor& ResultOf(const OpSpec& spec, std::span<const Argument> arguments) {
  return *arguments[size_t(spec.results_at[0])].tensor;
}

// Whether the contract computes in double.
bool IsDouble(const OpSpec& spec, std::span<const Argument> arguments, const DtypesOfCall& dtypes) {
  if (dtypes.HasOperandOf(DtypeSet(ACL_DOUBLE, ACL_COMPLEX128))) return true;
  // Chosen numbers are rounded to the result's dtype, and to no other.
  const aclDataType result = ResultOf(spec, arguments).dtype;
  if (spec.comparison == Comparison::kChooses) return !dtypes.AreAll(result);
  return spec.wide_integers && result == ACL_DOUBLE && !dtypes.HasFloatingOperand();
}

// What the operands promote to where the spec has a rule of that, and anything follows from it;
// else ACL_DT_UNDEFINED.
aclDataType PromotedBy(const OpSpec& spec, std::span<const Argument> arguments,
                       const Kernel& kernel) {
  if (spec.comparison != Comparison::kNone) return ACL_DT_UNDEFINED;  // operands stay as they are
  if (kernel.in_int64 == nullptr && !spec.wide_mixtures) return ACL_DT_UNDEFINED;
  if (spec.promotion_by < 0) return ACL_DT_UNDEFINED;
  const Rule& rule = spec.rules[spec.promotion_by];
  return PromotedDtype(rule.at, arguments).value_or(ACL_DT_UNDEFINED);
}

// Whether the contract computes with integers, or BOOL.
bool IsOfIntegers(const OpSpec& spec, std::span<const Argument> arguments,
                  const DtypesOfCall& dtypes, aclDataType promoted) {
  const bool has_floats = promoted != ACL_DT_UNDEFINED ? ClassOf(promoted) == DtypeClass::kFloat
                                                       : dtypes.HasFloatingOperand();
  const Tensor& result = ResultOf(spec, arguments);
  const bool is_for_integers = spec.integer_quotients || spec.comparison == Comparison::kChooses;
  return !has_floats && (!is_for_integers || IsInteger(result.dtype));
}

LoopType LoopFor(const OpSpec& spec, std::span<const Argument> arguments,
                 const DtypesOfCall& dtypes, const Kernel& kernel, aclDataType promoted,
                 bool is_double, bool is_complex) {
  if (kernel.in_int64 != nullptr && IsOfIntegers(spec, arguments, dtypes, promoted)) {
    constexpr DtypeSet kNarrow(ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32);
    const bool is_narrow =
        kernel.in_int32 != nullptr && promoted != ACL_DT_UNDEFINED && kNarrow.Has(promoted);
    if (is_narrow && DtypeBytes(promoted) == 1 && dtypes.AreAll(promoted)) return LoopType::kInt8;
    return is_narrow ? LoopType::kInt32 : LoopType::kInt64;
  }
  if (is_complex) return LoopType::kDouble;
  // Integers that float would round on loading go through the double loop where there is one
  // (docs/numerics.md).
  if (kernel.HasDoubleLoop() &&
      (is_double || dtypes.HasOperandOf(DtypeSet(ACL_INT32, ACL_INT64)))) {
    return LoopType::kDouble;
  }
  if (dtypes.AreAll(ACL_BF16)) return LoopType::kBfloat16;
  if (dtypes.AreAll(ACL_FLOAT16)) return LoopType::kFloat16;
  // A sum, a product or a quotient that is a FLOAT, or one widened, is rounded once in float, too.
  const aclDataType result = ResultOf(spec, arguments).dtype;
  const bool is_float =
      promoted != ACL_DT_UNDEFINED && (result == ACL_FLOAT || result == ACL_DOUBLE);
  if (spec.wide_mixtures && !is_float && !dtypes.AreAll(ACL_FLOAT)) {
    return LoopType::kDouble;
  }
  return LoopType::kFloat;
}

// The kernel of complex numbers, where there is one, is the second.
const Kernel* KernelOf(const OpSpec& spec, std::span<const Argument> arguments, bool is_complex) {
  const int choice = is_complex ? 1 : KernelChoice(spec, arguments);
  return spec.kernels.choices[choice]();
}

// Whether a scalar is a FLOAT that is normal or 0.
bool IsPlain(const Scalar& scalar) {
  if (scalar.dtype != ACL_FLOAT) return false;
  uint32_t bits;
  std::memcpy(&bits, scalar.bytes.data(), sizeof(bits));
  const uint32_t magnitude = bits & 0x7fffffff;
  return magnitude == 0 || (0x00800000 <= magnitude && magnitude < 0x7f800000);
}

// The loops of a reduction follow from the dtype of its sums, to which elements are cast unless
// they become of it without loss.
LoopType LoopForSums(aclDataType from, aclDataType sum) {
  if (ClassOf(sum) != DtypeClass::kFloat) return LoopType::kInt64;
  switch (from) {
    case ACL_FLOAT:
      return LoopType::kFloat;
    case ACL_FLOAT16:
      return LoopType::kFloat16;
    case ACL_BF16:
      return LoopType::kBfloat16;
    default:
      return LoopType::kDouble;
  }
}

// A scalar as an operand of integers, modulo 2^64, or of BOOL.
int64_t IntegerOf(const Scalar& scalar, aclDataType promoted) {
  if (promoted == ACL_BOOL) return ScalarTo<double>(scalar) != 0 ? 1 : 0;
  if (scalar.dtype != ACL_UINT64) return Truncated(ExactOf(scalar));
  int64_t bits;
  std::memcpy(&bits, scalar.bytes.data(), sizeof(bits));
  return bits;
}

// Scalars and doubles, if there are any, once for each compute type. They are float wherever the
// contract computes in float, even if the loops then run in double.
void SetParams(const OpSpec& spec, std::span<const Argument> arguments, aclDataType promoted,
               bool is_double, LoopType loop, Params& params) {
  if (!spec.has_numbers) return;
  params = {};
  size_t next = 0;
  const uint32_t all = BitAt(static_cast<int>(arguments.size())) - 1;
  for (const int i : Ones(all & ~spec.tensors)) {
    const ArgumentKind kind = spec.arguments[i].kind;
    if (kind != ArgumentKind::kScalar && kind != ArgumentKind::kDouble) continue;
    const Scalar* const scalar = arguments[i].scalar;
    const double number = arguments[i].number;
    params.f[next] = scalar != nullptr ? ScalarTo<float>(*scalar) : static_cast<float>(number);
    params.d[next] = !is_double          ? double{params.f[next]}
                     : scalar != nullptr ? ScalarTo<double>(*scalar)
                                         : number;
    if (IsOfIntegers(loop)) {
      params.i[next] = promoted != ACL_DT_UNDEFINED && scalar != nullptr
                           ? IntegerOf(*scalar, promoted)
                           : Truncated(scalar != nullptr ? ExactOf(*scalar) : ExactNumber{number});
    }
    ++next;
  }
  if (spec.computation == Computation::kPicks) {
    params.i[0] = arguments[size_t(spec.reduction_at)].integer;
  } else if (spec.reduction_at >= 0) {
    const bool is_mean = arguments[size_t(spec.reduction_at)].integer == kMean;
    const Tensor& result = ResultOf(spec, arguments);
    params.d[0] = is_mean ? static_cast<double>(result.extent.elements) : 1;
  }
  if (spec.set_more_params != nullptr) spec.set_more_params(arguments, params);
}

// A number as an element of another dtype, converted once.
Element ElementOf(const void* number, aclDataType from, aclDataType to) {
  Element element{}, scratch, other;
  std::memcpy(element.data(), number, static_cast<size_t>(DtypeBytes(from)));
  const Cast cast(from, to);
  if (cast.IsIdentity()) return element;
  const Element given = std::exchange(element, {});
  cast(given.data(), element.data(), 1, scratch.data(), other.data());
  return element;
}

// What the elements of a fill become.
Element FillOf(const OpSpec& spec, std::span<const Argument> arguments) {
  const aclDataType to = arguments[size_t(spec.results_at[0])].tensor->dtype;
  if (spec.fill_at < 0) return ElementOf(&spec.fill_number, ACL_DOUBLE, to);
  const Scalar& scalar = *arguments[size_t(spec.fill_at)].scalar;
  if (IsCastable(scalar.dtype)) return ElementOf(scalar.bytes.data(), scalar.dtype, to);
  // Dtypes of fewer bits, whose numbers these hold.
  if (IsInteger(scalar.dtype)) {
    const int64_t integer = Truncated(ExactOf(scalar));
    return ElementOf(&integer, ACL_INT64, to);
  }
  const double number = ScalarTo<double>(scalar);
  return ElementOf(&number, ACL_DOUBLE, to);
}

// Makes an executor of arguments whose objects are found.
[[gnu::noinline]] Status MakeExecutor(const OpSpec& spec, std::span<const Argument> arguments,
                                      const Likeness& likeness, uint64_t* workspace_size,
                                      aclOpExecutor** executor) {
  OPENACLNN_RETURN_IF_ERROR(CheckRules(spec, arguments, likeness));
  OPENACLNN_RETURN_IF_ERROR(CheckOverlap(spec, arguments));
  if (AnyChecks()) OPENACLNN_RETURN_IF_ERROR(CheckMemory(spec, arguments));

  ExecutorTable& table = ExecutorTable::Get();
  void* const handle = table.Create(spec);
  try {
    Executor& made = *table.Find(handle);
    ApplySimdSetting();
    const DtypesOfCall dtypes(spec, arguments, likeness);
    const bool is_complex = IsComplexCall(spec, dtypes);
    made.kernel = KernelOf(spec, arguments, is_complex);
    const aclDataType promoted = PromotedBy(spec, arguments, *made.kernel);
    const bool is_double = IsDouble(spec, arguments, dtypes);
    if (spec.computation == Computation::kFill) made.fill = FillOf(spec, arguments);
    made.loop =
        spec.sum_dtype_at >= 0
            ? LoopForSums(arguments[size_t(spec.operands_at[0])].tensor->dtype,
                          arguments[size_t(spec.sum_dtype_at)].dtype)
            : LoopFor(spec, arguments, dtypes, *made.kernel, promoted, is_double, is_complex);
    SetParams(spec, arguments, promoted, is_double, made.loop, made.params);
    LayOperands(spec, arguments, likeness, is_complex, made);
    // Modulo 2^8 a sign does not matter.
    if (made.loop == LoopType::kInt8) made.plan.dtype.fill(DtypeOf(made.loop));
    made.plan.float_results = made.loop == LoopType::kDouble && !is_double;
    // Integers wrap in what they promote to, those of one operand in its dtype.
    if (IsOfIntegers(made.loop) && !spec.integer_quotients &&
        spec.comparison == Comparison::kNone) {
      const bool is_unary = spec.operands_at[1] < 0;
      if (is_unary) made.plan.wraps_to = arguments[size_t(spec.operands_at[0])].tensor->dtype;
      if (promoted != ACL_DT_UNDEFINED) made.plan.wraps_to = promoted;
    }
    made.plan.odd_doubles = spec.comparison == Comparison::kChooses &&
                            made.loop == LoopType::kDouble &&
                            ResultOf(spec, arguments).dtype != ACL_DOUBLE;
    made.plan.nearest_integers = spec.integer_results == IntegerResults::kNearest;
    made.workspace_size = WorkspaceSize(made);
    *workspace_size = made.workspace_size;
    if (AnyChecks()) {
      KeepRanges(arguments, made);
      Made("aclOpExecutor", handle);
    }
  } catch (...) {
    table.Destroy(handle);
    throw;
  }
  *executor = static_cast<aclOpExecutor*>(handle);
  return {};
}

// Whether the numbers among the arguments come to the same, and leave no flag, in any
// floating-point environment: there are none, or all are plain and for tensors of floats.
bool HasPlainNumbers(const OpSpec& spec, std::span<const Argument> arguments,
                     const Likeness& likeness) {
  if (!spec.has_numbers) return true;
  if (spec.set_more_params != nullptr || spec.computation != Computation::kElementwise)
    return false;
  if (!likeness.one_dtype || !kFloatDtypes.Has(likeness.first->dtype)) return false;
  const uint32_t all = BitAt(static_cast<int>(arguments.size())) - 1;
  for (const int i : Ones(all & ~spec.tensors)) {
    if (spec.arguments[i].kind == ArgumentKind::kDouble) return false;
    if (spec.arguments[i].kind != ArgumentKind::kScalar) continue;
    if (arguments[i].scalar == nullptr || !IsPlain(*arguments[i].scalar)) return false;
  }
  return true;
}

Status Make(const OpSpec& spec, std::span<Argument> arguments, uint64_t* workspace_size,
            aclOpExecutor** executor) {
  if (workspace_size == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "workspaceSize: is null");
  }
  if (executor == nullptr) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "executor: is null");
  }
  OPENACLNN_RETURN_IF_ERROR(CheckArguments(spec, arguments));
  const Likeness likeness = LikenessOf(spec, arguments);
  const auto make = [&] {
    return MakeExecutor(spec, arguments, likeness, workspace_size, executor);
  };
  if (HasPlainNumbers(spec, arguments, likeness)) return make();
  const ExactFloats exact;
  return make();
}

}  // namespace

aclnnStatus PlanOperator(const OpSpec& spec, std::span<Argument> arguments, uint64_t* workspaceSize,
                         aclOpExecutor** executor) noexcept {
  if (ToBeObserved()) [[unlikely]] {
    const PlanCall call{spec.plan_name.data(), &spec, arguments, workspaceSize, executor};
    return Observed(call,
                    [=, &spec] { return PlanOperator(spec, arguments, workspaceSize, executor); });
  }
  return RunWithoutFloats(spec.plan_name.data(), kAclnnCodes,
                          [&] { return Make(spec, arguments, workspaceSize, executor); });
}

}  // namespace openaclnn
