#include "engine/rules/rule_call.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tensor/lists.h"
#include "tensor/promote.h"

namespace openaclnn {

namespace {

// Goes on from `promoted`, of what comes before, if anything does.
[[gnu::noinline]] std::optional<aclDataType> PromotedMembers(std::optional<aclDataType> promoted,
                                                             const Argument& list) {
  for (const Tensor* const tensor : list.Tensors()) {
    if (tensor == nullptr) continue;
    promoted = promoted ? Promote(*promoted, tensor->dtype) : tensor->dtype;
    if (!promoted) break;
  }
  return promoted;
}

}  // namespace

std::optional<aclDataType> PromotedDtype(std::span<const int8_t> at,
                                         std::span<const Argument> arguments) {
  std::optional<aclDataType> promoted;
  for (const int8_t i : at) {
    if (i < 0) break;
    const Argument& argument = arguments[static_cast<size_t>(i)];
    if (argument.tensor != nullptr) {
      promoted = promoted ? Promote(*promoted, argument.tensor->dtype) : argument.tensor->dtype;
    } else if (argument.count > 0) {
      promoted = PromotedMembers(promoted, argument);
    } else {
      promoted = PromoteWithScalar(*promoted, argument.scalar->dtype);
    }
    if (!promoted) return std::nullopt;
  }
  return promoted;
}

std::string DtypesText(const RuleCall& call, const Rule& rule, int k) {
  const Argument& argument = call.Given(rule, k);
  if (argument.count == 0) return DtypeName(call.DtypeOf(rule, k));
  std::vector<std::string> names;
  for (const Tensor* const tensor : argument.Tensors()) {
    if (tensor == nullptr) continue;
    std::string name = DtypeName(tensor->dtype);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

Members::Members(const OpSpec& spec, std::span<const Argument> arguments, const Rule& rule)
    : arguments_(arguments), one_(arguments.begin(), arguments.end()), names_(rule) {
  for (const int8_t at : rule.at) {
    if (at < 0) break;
    if (!spec.arguments[at].IsTensorList()) continue;
    lists_ |= BitAt(at);
    count_ = std::max(count_, size_t{arguments[static_cast<size_t>(at)].count});
  }
}

bool Members::GoTo(size_t member) {
  bool are_given = true;
  for (const int i : Ones(lists_)) {
    const Argument& list = arguments_[static_cast<size_t>(i)];
    Argument& one = one_[static_cast<size_t>(i)];
    one.tensor = member < list.count ? list.tensors[member] : nullptr;
    one.count = 0;
    are_given = are_given && one.tensor != nullptr;
  }
  return are_given;
}

const Rule& Members::NamedFor(size_t member) {
  for (size_t k = 0; k < names_.at.size() && names_.at[k] >= 0; ++k) {
    if ((lists_ >> names_.at[k] & 1) == 0) continue;
    texts_[k] = MemberName(names_.names[k], member);
    names_.names[k] = texts_[k];
  }
  return names_;
}

}  // namespace openaclnn
