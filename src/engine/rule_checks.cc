#include "engine/rule_checks.h"

#include <algorithm>

namespace openaclnn {
namespace {

// The rules that hold because the tensors of the call are alike, by AlikeRules. An optional
// tensor that is null obeys those of dtypes as well.
uint32_t ObeyedBy(const RuleCall& call, const Likeness& likeness) {
  const AlikeRules& alike = call.spec().alike;
  uint32_t obeyed = 0;
  if (likeness.one_dtype) {
    const aclDataType dtype = likeness.first->dtype;
    if (alike.dtypes.Has(dtype) && ChipHas(dtype)) obeyed |= alike.of_dtypes;
  }
  if (likeness.one_shape && likeness.first->shape.size() <= alike.most_axes) {
    obeyed |= alike.of_shapes;
  }
  return obeyed;
}

// Whether a rule is about an optional tensor that is null.
bool IsOfAbsent(const RuleCall& call, const Rule& rule) {
  for (const int8_t at : rule.at) {
    if (at < 0) break;
    if (call.IsAbsent(static_cast<size_t>(at))) return true;
  }
  return false;
}

// A rule about lists of tensors, for their members.
[[gnu::noinline]] Status CheckMembers(const OpSpec& spec, std::span<const Argument> arguments,
                                      const Rule& rule) {
  const RuleType& type = *rule.type;
  Members members(spec, arguments, rule);
  for (size_t member = 0; member < members.count(); ++member) {
    if (!members.GoTo(member)) continue;
    const RuleCall call(spec, members.arguments());
    if (type.glance != nullptr && type.glance(call, rule)) continue;
    if (!type.check(call, rule).ok()) return type.check(call, members.NamedFor(member));
  }
  return {};
}

}  // namespace

Status CheckRules(const OpSpec& spec, std::span<const Argument> arguments,
                  const Likeness& likeness) {
  const RuleCall call(spec, arguments);
  const bool has_lists = spec.tensor_lists != 0;
  const uint64_t all = BitAt(spec.num_rules) - 1;
  for (const int i : Ones(all & ~ObeyedBy(call, likeness))) {
    const Rule& rule = spec.rules[i];
    const RuleType& type = *rule.type;
    if (IsEmptyFor(rule, arguments)) break;
    if (has_lists && IsForMembers(spec, rule)) [[unlikely]] {
      if (type.check == nullptr || IsOfAbsent(call, rule)) continue;
      OPENACLNN_RETURN_IF_ERROR(CheckMembers(spec, arguments, rule));
      continue;
    }
    if (type.glance != nullptr && type.glance(call, rule)) continue;
    if (type.check == nullptr || IsOfAbsent(call, rule)) continue;
    OPENACLNN_RETURN_IF_ERROR(type.check(call, rule));
  }
  return {};
}

}  // namespace openaclnn
