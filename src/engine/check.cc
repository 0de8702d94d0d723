#include "engine/check.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "aclnn/opdev/op_errno.h"
#include "base/settings.h"
#include "engine/checked_mode.h"
#include "engine/kind.h"
#include "engine/rule_checks.h"
#include "engine/rules/choice.h"
#include "tensor/arrays.h"
#include "tensor/overlap.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

const char* MeaningOf(ArgumentKind kind) {
  if (kind == ArgumentKind::kScalar) return "an aclScalar";
  if (kind == ArgumentKind::kInts) return "an aclIntArray";
  return kind == ArgumentKind::kText ? "a string" : "an aclTensor";
}

Status CheckNulls(const OpSpec& spec, std::span<const Argument> arguments) {
  bool any = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_null) continue;
    any = true;
    if (spec.arguments[i].is_optional) continue;
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null, expected {}",
                 spec.arguments[i].name, MeaningOf(spec.arguments[i].kind));
  }
  if (!any) return {};
  const RuleCall call(spec, arguments);
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.type->check_nulls == nullptr) continue;
    OPENACLNN_RETURN_IF_ERROR(rule.type->check_nulls(call, rule));
  }
  return {};
}

Status CheckProduct(const OpSpec& spec) {
  const Settings& settings = GetSettings();
  if (spec.products.Has(settings.product)) return {};
  return Error(ErrorKind::kProduct, ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
               "{} is not available on {} (OPENACLNN_SOC={}), only on {}", spec.name,
               ProductName(settings.product), settings.soc_name, spec.products.Text());
}

// A tensor whose own numbers describe no memory that can exist.
Status RefuseLayout(std::string_view name, const Tensor& tensor) {
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    if (tensor.shape[i] >= 0) continue;
    return Error(ErrorKind::kLayout, ACLNN_ERR_PARAM_INVALID,
                 "{}: shape {} has a negative size at axis {}", name, ShapeText(tensor.shape), i);
  }
  return Error(ErrorKind::kLayout, ACLNN_ERR_PARAM_INVALID,
               "{}: shape {} with strides {} and offset {} reaches beyond what memory can hold",
               name, ShapeText(tensor.shape), ShapeText(tensor.strides), tensor.offset);
}

bool IsAccepted(const ArgumentSpec& spec, aclDataType scalar) {
  return IsReal(scalar) || (spec.may_be_complex && kComplexDtypes.Has(scalar));
}

Status RefuseScalar(const ArgumentSpec& spec, aclDataType dtype) {
  return Error(ErrorKind::kScalarDtype, ACLNN_ERR_PARAM_INVALID,
               "{}: dtype is {}, expected a real dtype{}", spec.name, DtypeName(dtype),
               spec.may_be_complex ? ", COMPLEX64 or COMPLEX128" : "");
}

// `type`: of what the argument's handle should stand for.
Status RefuseDead(const OpSpec& spec, size_t i, const Argument& argument, const char* type) {
  if (AnyChecks()) ReportDeadArgument(spec, static_cast<int>(i), argument.handle);
  return Error(ErrorKind::kNotLive, ACLNN_ERR_PARAM_INVALID,
               "{}: {} is not a live {}; it was destroyed or never created", spec.arguments[i].name,
               argument.handle, type);
}

// Finds the objects behind the handles and looks at each by itself.
Status FindObjects(const OpSpec& spec, std::span<Argument> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ArgumentSpec& argument_spec = spec.arguments[i];
    Argument& argument = arguments[i];
    if (argument.is_null) {
      argument.number = argument_spec.by_default;
      argument.text = argument_spec.text_by_default;
      continue;
    }
    switch (argument_spec.kind) {
      case ArgumentKind::kInput:
      case ArgumentKind::kOutput:
      case ArgumentKind::kInOut:
      case ArgumentKind::kUnread:
        argument.tensor = FindTensor(static_cast<const aclTensor*>(argument.handle));
        if (argument.tensor == nullptr) return RefuseDead(spec, i, argument, "aclTensor");
        if (!argument.tensor->extent.representable && argument_spec.IsTensor()) {
          return RefuseLayout(argument_spec.name, *argument.tensor);
        }
        break;
      case ArgumentKind::kInts:
        argument.integers = FindArray(static_cast<const aclIntArray*>(argument.handle));
        if (argument.integers == nullptr) return RefuseDead(spec, i, argument, "aclIntArray");
        break;
      case ArgumentKind::kScalar:
        argument.scalar = FindScalar(static_cast<const aclScalar*>(argument.handle));
        if (argument.scalar == nullptr) return RefuseDead(spec, i, argument, "aclScalar");
        if (!IsAccepted(argument_spec, argument.scalar->dtype)) {
          return RefuseScalar(argument_spec, argument.scalar->dtype);
        }
        break;
      default:
        break;
    }
  }
  return {};
}

// Whether an output may be exactly the view of an input.
bool MayBeOne(const OpSpec& spec, int output, int input) {
  return spec.work.kind->may_be_one == nullptr || spec.work.kind->may_be_one(spec, output, input);
}

// What is wrong with an output that shares memory with another tensor, and what to do.
const char* RemedyFor(const OpSpec& spec, int output, int other) {
  if (spec.arguments[other].IsWritten()) return ", also an output; each needs its own";
  if (!MayBeOne(spec, output, other)) {
    return ", in place of which it cannot be computed; use other memory";
  }
  return " without being the same view of it; use exactly the same view (in place) or other memory";
}

// Empty for a tensor without an address.
ByteRange PlaceOf(const Tensor& tensor) {
  return tensor.data != nullptr ? RangeOf(tensor) : ByteRange{0, 0};
}

// What CheckOverlap finds, even where a call asks for nothing.
Status FindOverlap(const OpSpec& spec, std::span<const Argument> arguments) {
  for (const int i : Ones(spec.written)) {
    const std::string_view name = spec.arguments[i].name;
    const Tensor& output = *arguments[i].tensor;
    if (!output.extent.contiguous && SelfOverlaps(ViewOf(output))) {
      return Error(ErrorKind::kSelfOverlap, ACLNN_ERR_PARAM_INVALID,
                   "{}: shape {} with strides {} puts several elements at one address", name,
                   ShapeText(output.shape), ShapeText(output.strides));
    }
    const ByteRange place = PlaceOf(output);
    const uint32_t outputs_before = spec.written & (BitAt(i) - 1);
    for (const int k : Ones(spec.used & ~BitAt(i) & ~outputs_before)) {
      if (arguments[k].tensor == nullptr) continue;
      const Tensor& other = *arguments[k].tensor;
      const ByteRange other_place = PlaceOf(other);
      if (place.end <= other_place.begin || other_place.end <= place.begin) continue;
      const bool is_output = spec.arguments[k].IsWritten();
      const View view = ViewOf(output), other_view = ViewOf(other);
      if (!is_output && MayBeOne(spec, i, k) && SameView(view, other_view)) {
        if (!spec.work.kind->moves || output.dtype == other.dtype) continue;
        return Error(ErrorKind::kOverlap, ACLNN_ERR_PARAM_INVALID,
                     "{}: shares memory with {}, whose dtype is {}, not {}; only a tensor of the "
                     "same dtype can be moved in place",
                     name, spec.arguments[k].name, DtypeName(other.dtype), DtypeName(output.dtype));
      }
      if (!SharesBytes(view, other_view)) continue;
      return Error(ErrorKind::kOverlap, ACLNN_ERR_PARAM_INVALID, "{}: shares memory with {}{}",
                   name, spec.arguments[k].name, RemedyFor(spec, i, k));
    }
  }
  return {};
}

}  // namespace

Status CheckArguments(const OpSpec& spec, std::span<Argument> arguments) {
  OPENACLNN_RETURN_IF_ERROR(CheckNulls(spec, arguments));
  OPENACLNN_RETURN_IF_ERROR(CheckProduct(spec));
  return FindObjects(spec, arguments);
}

bool AsksForNothing(const OpSpec& spec, std::span<const Argument> arguments) {
  return std::ranges::any_of(RulesOf(spec),
                             [arguments](const Rule& rule) { return IsEmptyFor(rule, arguments); });
}

Status CheckOverlap(const OpSpec& spec, std::span<const Argument> arguments) {
  Status status = FindOverlap(spec, arguments);
  return status.ok() || !AsksForNothing(spec, arguments) ? std::move(status) : Status();
}

int KernelChoice(const OpSpec& spec, std::span<const Argument> arguments) {
  if (spec.chooses_at < 0) return 0;
  const Argument& argument = arguments[static_cast<size_t>(spec.chooses_at)];
  if (spec.choices_by < 0) return argument.flag || argument.tensor != nullptr ? 1 : 0;
  return ChoiceAmong(spec.rules[spec.choices_by], argument);
}

}  // namespace openaclnn
