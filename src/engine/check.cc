#include "engine/check.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "aclnn/opdev/op_errno.h"
#include "base/settings.h"
#include "engine/checked_mode.h"
#include "engine/kind.h"
#include "engine/rule_checks.h"
#include "engine/rules/choice.h"
#include "tensor/arrays.h"
#include "tensor/lists.h"
#include "tensor/overlap.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

// What an argument is to be.
const char* MeaningOf(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kInputs:
    case ArgumentKind::kOutputs:
    case ArgumentKind::kInOuts:
      return "an aclTensorList";
    case ArgumentKind::kScalar:
      return "an aclScalar";
    case ArgumentKind::kScalars:
      return "an aclScalarList";
    case ArgumentKind::kInts:
      return "an aclIntArray";
    case ArgumentKind::kFloats:
      return "an aclFloatArray";
    case ArgumentKind::kBools:
      return "an aclBoolArray";
    case ArgumentKind::kText:
      return "a string";
    default:
      return "an aclTensor";
  }
}

template <class Element>
Status RefuseNullMember(const ArgumentSpec& spec, const std::vector<const Element*>* members) {
  if (members == nullptr) return {};  // the list is not live
  const auto null = std::ranges::find(*members, nullptr);
  if (null == members->end()) return {};
  const bool is_of_tensors = spec.IsTensorList();
  return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null, expected {}",
               MemberName(spec.name, static_cast<size_t>(null - members->begin())),
               MeaningOf(is_of_tensors ? ArgumentKind::kInput : ArgumentKind::kScalar));
}

Status CheckNullMembers(const ArgumentSpec& spec, const void* list) {
  if (spec.has_optional_members) return {};
  if (spec.IsTensorList()) {
    return RefuseNullMember(spec, FindList(static_cast<const aclTensorList*>(list)));
  }
  return RefuseNullMember(spec, FindList(static_cast<const aclScalarList*>(list)));
}

// Where an argument is null, or is a list.
[[gnu::noinline]] Status CheckNullsOneByOne(const OpSpec& spec,
                                            std::span<const Argument> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    if (!arguments[i].is_null) {
      if (!argument.IsList()) continue;
      OPENACLNN_RETURN_IF_ERROR(CheckNullMembers(argument, arguments[i].handle));
    } else if (!argument.is_optional) {
      return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null, expected {}",
                   argument.name, MeaningOf(argument.kind));
    }
  }
  const RuleCall call(spec, arguments);
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.type->check_nulls == nullptr) continue;
    OPENACLNN_RETURN_IF_ERROR(rule.type->check_nulls(call, rule));
  }
  return {};
}

Status CheckNulls(const OpSpec& spec, std::span<const Argument> arguments) {
  bool any = spec.has_lists;
  for (const Argument& argument : arguments) any |= argument.is_null;
  return any ? CheckNullsOneByOne(spec, arguments) : Status();
}

Status CheckChip(const OpSpec& spec) {
  const Settings& settings = GetSettings();
  if (spec.chips.Has(settings.chip)) return {};
  return Error(ErrorKind::kChip, ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
               "{} is not available on {} (OPENACLNN_SOC={}), only on {}", spec.name,
               ChipName(settings.chip), settings.soc_name, spec.chips.Text());
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

Status RefuseScalar(const ArgumentSpec& spec, std::string_view name, aclDataType dtype) {
  return Error(ErrorKind::kScalarDtype, ACLNN_ERR_PARAM_INVALID,
               "{}: dtype is {}, expected a real dtype{}", name, DtypeName(dtype),
               spec.may_be_complex ? ", COMPLEX64 or COMPLEX128" : "");
}

// `kind`: of what the handle should stand for.
[[gnu::cold, gnu::noinline]] Status RefuseDead(const OpSpec& spec, std::string_view name,
                                               const void* handle, ArgumentKind kind) {
  if (AnyChecks()) ReportDeadArgument(spec, name, handle);
  return Error(ErrorKind::kNotLive, ACLNN_ERR_PARAM_INVALID,
               "{}: {} is not a live {}; it was destroyed or never created", name, handle,
               MeaningOf(kind) + std::strlen("an "));
}

Status FindMembers(const OpSpec& spec, const ArgumentSpec& argument_spec, ListMembers& members,
                   Argument& argument) {
  const auto* const list = FindList(static_cast<const aclTensorList*>(argument.handle));
  if (list == nullptr) {
    return RefuseDead(spec, argument_spec.name, argument.handle, argument_spec.kind);
  }
  std::vector<Tensor*>& found = members.lists.emplace_front().tensors;
  found.resize(list->size());
  for (size_t i = 0; i < list->size(); ++i) {
    const aclTensor* const handle = (*list)[i];
    if (handle == nullptr) continue;
    found[i] = FindTensor(handle);
    if (found[i] == nullptr) {
      return RefuseDead(spec, MemberName(argument_spec.name, i), handle, ArgumentKind::kInput);
    }
    if (!found[i]->extent.representable) {
      return RefuseLayout(MemberName(argument_spec.name, i), *found[i]);
    }
  }
  argument.tensors = found.data();
  argument.count = static_cast<uint32_t>(found.size());
  return {};
}

Status FindScalars(const OpSpec& spec, const ArgumentSpec& argument_spec, ListMembers& members,
                   Argument& argument) {
  const auto* const list = FindList(static_cast<const aclScalarList*>(argument.handle));
  if (list == nullptr) {
    return RefuseDead(spec, argument_spec.name, argument.handle, argument_spec.kind);
  }
  std::vector<const Scalar*>& found = members.lists.emplace_front().scalars;
  found.resize(list->size());
  for (size_t i = 0; i < list->size(); ++i) {
    const aclScalar* const handle = (*list)[i];
    if (handle == nullptr) continue;
    found[i] = FindScalar(handle);
    if (found[i] == nullptr) {
      return RefuseDead(spec, MemberName(argument_spec.name, i), handle, ArgumentKind::kScalar);
    }
    if (!IsAccepted(argument_spec, found[i]->dtype)) {
      return RefuseScalar(argument_spec, MemberName(argument_spec.name, i), found[i]->dtype);
    }
  }
  argument.scalars = found.data();
  argument.count = static_cast<uint32_t>(found.size());
  return {};
}

// Lists, and arrays that few operators have.
[[gnu::noinline]] Status FindItems(const OpSpec& spec, const ArgumentSpec& argument_spec,
                                   ListMembers& members, Argument& argument) {
  const void* const handle = argument.handle;
  const auto found = [&](const void* items) -> Status {
    if (items != nullptr) return {};
    return RefuseDead(spec, argument_spec.name, handle, argument_spec.kind);
  };
  switch (argument_spec.kind) {
    case ArgumentKind::kInputs:
    case ArgumentKind::kOutputs:
    case ArgumentKind::kInOuts:
      return FindMembers(spec, argument_spec, members, argument);
    case ArgumentKind::kScalars:
      return FindScalars(spec, argument_spec, members, argument);
    case ArgumentKind::kFloats:
      return found(argument.floats = FindArray(static_cast<const aclFloatArray*>(handle)));
    case ArgumentKind::kBools:
      return found(argument.bools = FindArray(static_cast<const aclBoolArray*>(handle)));
    default:
      return {};
  }
}

// Finds the objects behind the handles and looks at each by itself.
Status FindObjects(const OpSpec& spec, std::span<Argument> arguments, ListMembers& members) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ArgumentSpec& argument_spec = spec.arguments[i];
    Argument& argument = arguments[i];
    if (argument.is_null) {
      if (argument_spec.kind == ArgumentKind::kScalar) argument.number = argument_spec.by_default;
      if (argument_spec.kind == ArgumentKind::kText) argument.text = argument_spec.text_by_default;
      continue;
    }
    switch (argument_spec.kind) {
      case ArgumentKind::kInput:
      case ArgumentKind::kOutput:
      case ArgumentKind::kInOut:
      case ArgumentKind::kUnread:
        argument.tensor = FindTensor(static_cast<const aclTensor*>(argument.handle));
        if (argument.tensor == nullptr) {
          return RefuseDead(spec, argument_spec.name, argument.handle, argument_spec.kind);
        }
        if (!argument.tensor->extent.representable && argument_spec.IsTensor()) {
          return RefuseLayout(argument_spec.name, *argument.tensor);
        }
        break;
      case ArgumentKind::kScalar:
        argument.scalar = FindScalar(static_cast<const aclScalar*>(argument.handle));
        if (argument.scalar == nullptr) {
          return RefuseDead(spec, argument_spec.name, argument.handle, argument_spec.kind);
        }
        if (!IsAccepted(argument_spec, argument.scalar->dtype)) {
          return RefuseScalar(argument_spec, argument_spec.name, argument.scalar->dtype);
        }
        break;
      case ArgumentKind::kInts:
        argument.integers = FindArray(static_cast<const aclIntArray*>(argument.handle));
        if (argument.integers == nullptr) {
          return RefuseDead(spec, argument_spec.name, argument.handle, argument_spec.kind);
        }
        break;
      case ArgumentKind::kInputs:
      case ArgumentKind::kOutputs:
      case ArgumentKind::kInOuts:
      case ArgumentKind::kScalars:
      case ArgumentKind::kFloats:
      case ArgumentKind::kBools:
        OPENACLNN_RETURN_IF_ERROR(FindItems(spec, argument_spec, members, argument));
        break;
      default:
        break;
    }
  }
  return {};
}

// A tensor among the arguments, or a member of a list among them.
struct Placed {
  const Tensor* tensor;
  int argument;
  int member = -1;

  std::string NameIn(const OpSpec& spec) const {
    const ArgumentSpec& argument_spec = spec.arguments[argument];
    return member < 0 ? std::string(argument_spec.name)
                      : MemberName(argument_spec.name, static_cast<size_t>(member));
  }
};

// Whether an output may be exactly the view of an input.
bool MayBeOne(const OpSpec& spec, const Placed& output, const Placed& input) {
  const Kind& kind = *spec.work.kind;
  if (kind.pairs_members && output.member != input.member) return false;
  return kind.may_be_one == nullptr || kind.may_be_one(spec, output.argument, input.argument);
}

bool MayMeet(const OpSpec& spec, const Placed& output, const Placed& other) {
  const Kind& kind = *spec.work.kind;
  return kind.may_meet != nullptr && kind.may_meet(spec, output.argument, other.argument);
}

// What is wrong with an output that shares memory with another tensor, and what to do.
const char* RemedyFor(const OpSpec& spec, const Placed& output, const Placed& other) {
  if (spec.arguments[other.argument].IsWritten()) return ", also an output; each needs its own";
  if (!MayBeOne(spec, output, other)) {
    return ", in place of which it cannot be computed; use other memory";
  }
  return " without being the same view of it; use exactly the same view (in place) or other memory";
}

[[gnu::noinline]] Status CheckSelfOverlap(const OpSpec& spec, const Placed& output) {
  const Tensor& tensor = *output.tensor;
  if (!SelfOverlaps(ViewOf(tensor))) return {};
  return Error(ErrorKind::kSelfOverlap, ACLNN_ERR_PARAM_INVALID,
               "{}: shape {} with strides {} puts several elements at one address",
               output.NameIn(spec), ShapeText(tensor.shape), ShapeText(tensor.strides));
}

// Checks an output and another tensor whose places meet.
[[gnu::noinline]] Status CheckMeeting(const OpSpec& spec, const Placed& output,
                                      const Placed& other) {
  const bool is_output = spec.arguments[other.argument].IsWritten();
  if (MayMeet(spec, output, other)) return {};
  const View view = ViewOf(*output.tensor), other_view = ViewOf(*other.tensor);
  const aclDataType dtype = output.tensor->dtype, other_dtype = other.tensor->dtype;
  if (!is_output && MayBeOne(spec, output, other) && SameView(view, other_view)) {
    if (!spec.work.kind->moves || dtype == other_dtype) return {};
    return Error(ErrorKind::kOverlap, ACLNN_ERR_PARAM_INVALID,
                 "{}: shares memory with {}, whose dtype is {}, not {}; only a tensor of the "
                 "same dtype can be moved in place",
                 output.NameIn(spec), other.NameIn(spec), DtypeName(other_dtype), DtypeName(dtype));
  }
  if (!SharesBytes(view, other_view)) return {};
  return Error(ErrorKind::kOverlap, ACLNN_ERR_PARAM_INVALID, "{}: shares memory with {}{}",
               output.NameIn(spec), other.NameIn(spec), RemedyFor(spec, output, other));
}

// Where arguments are lists, which may be long: tensors are looked at by address, and of the pairs
// that are refused the first one is told, as in FindOverlap.
[[gnu::noinline]] Status FindOverlapAmongLists(const OpSpec& spec,
                                               std::span<const Argument> arguments) {
  std::vector<Placed> all;
  for (const int i : Ones(spec.used)) {
    if (arguments[i].tensor != nullptr) all.push_back({arguments[i].tensor, i});
    if (!spec.arguments[i].IsTensorList()) continue;
    for (int member = 0; const Tensor* const tensor : arguments[i].Tensors()) {
      if (tensor != nullptr) all.push_back({tensor, i, member});
      ++member;
    }
  }
  std::vector<ByteRange> places;
  for (const Placed& placed : all) places.push_back(AddressesOf(*placed.tensor));
  const auto is_output = [&](size_t at) { return spec.arguments[all[at].argument].IsWritten(); };
  std::vector<size_t> by_address(all.size());
  std::iota(by_address.begin(), by_address.end(), size_t{0});
  std::ranges::stable_sort(by_address, {}, [&](size_t at) { return places[at].begin; });
  // Pairs of an output and the other tensor, of which an output is the later one.
  std::vector<std::pair<size_t, size_t>> meetings;
  std::vector<size_t> begun;
  for (const size_t at : by_address) {
    std::erase_if(begun, [&](size_t k) { return places[k].end <= places[at].begin; });
    for (const size_t k : begun) {
      if (!Meet(places[k], places[at]) || (!is_output(at) && !is_output(k))) continue;
      const bool are_outputs = is_output(at) && is_output(k);
      const bool at_comes_first = are_outputs ? at < k : is_output(at);
      meetings.push_back(at_comes_first ? std::pair(at, k) : std::pair(k, at));
    }
    begun.push_back(at);
  }
  std::ranges::sort(meetings);
  auto next = meetings.begin();
  for (size_t at = 0; at < all.size(); ++at) {
    if (!is_output(at)) continue;
    if (!all[at].tensor->extent.contiguous) {
      OPENACLNN_RETURN_IF_ERROR(CheckSelfOverlap(spec, all[at]));
    }
    for (; next != meetings.end() && next->first == at; ++next) {
      OPENACLNN_RETURN_IF_ERROR(CheckMeeting(spec, all[at], all[next->second]));
    }
  }
  return {};
}

// What CheckOverlap finds, even where a call asks for nothing.
Status FindOverlap(const OpSpec& spec, std::span<const Argument> arguments) {
  if (spec.tensor_lists != 0) [[unlikely]]
    return FindOverlapAmongLists(spec, arguments);
  for (const int i : Ones(spec.written)) {
    if (arguments[i].tensor == nullptr) continue;
    const ByteRange place = AddressesOf(*arguments[i].tensor);
    if (!arguments[i].tensor->extent.contiguous) {
      OPENACLNN_RETURN_IF_ERROR(CheckSelfOverlap(spec, {arguments[i].tensor, i}));
    }
    const uint64_t outputs_before = spec.written & (BitAt(i) - 1);
    for (const int k : Ones(spec.used & ~BitAt(i) & ~outputs_before)) {
      const Tensor* const other = arguments[k].tensor;
      if (other == nullptr || !Meet(place, AddressesOf(*other))) continue;
      OPENACLNN_RETURN_IF_ERROR(CheckMeeting(spec, {arguments[i].tensor, i}, {other, k}));
    }
  }
  return {};
}

}  // namespace

Status CheckArguments(const OpSpec& spec, std::span<Argument> arguments, ListMembers& members) {
  OPENACLNN_RETURN_IF_ERROR(CheckNulls(spec, arguments));
  OPENACLNN_RETURN_IF_ERROR(CheckChip(spec));
  return FindObjects(spec, arguments, members);
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
  if (spec.choices_by < 0) {
    const bool is_bool = spec.arguments[spec.chooses_at].kind == ArgumentKind::kBool;
    return (is_bool ? argument.flag : argument.tensor != nullptr) ? 1 : 0;
  }
  return ChoiceAmong(spec.rules[spec.choices_by], argument);
}

}  // namespace openaclnn
