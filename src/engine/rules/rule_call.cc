#include "engine/rules/rule_call.h"

#include "tensor/promote.h"

namespace openaclnn {

std::optional<aclDataType> PromotedDtype(std::span<const int8_t> at,
                                         std::span<const Argument> arguments) {
  std::optional<aclDataType> promoted;
  for (const int8_t i : at) {
    if (i < 0) break;
    const Argument& argument = arguments[static_cast<size_t>(i)];
    promoted = !promoted                    ? argument.tensor->dtype
               : argument.tensor != nullptr ? Promote(*promoted, argument.tensor->dtype)
                                            : PromoteWithScalar(*promoted, argument.scalar->dtype);
    if (!promoted) return std::nullopt;
  }
  return promoted;
}

}  // namespace openaclnn
