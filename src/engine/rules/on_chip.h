// What rules say of dtypes and numbers that only some chips have.
#pragma once

#include <string_view>

#include "engine/rules/rule_call.h"

namespace openaclnn {

// Refuses what the chip does not have. `value`: the dtype or number in words. `is`: the words of
// the message between the argument and the value, "is" or "dtype is".
OPENACLNN_SHARED Status CheckOnChip(std::string_view name, std::string_view is,
                                    std::string_view value, Chips chips);

inline Status CheckOnChip(std::string_view name, std::string_view is, aclDataType dtype,
                          Chips chips) {
  if (chips.Has(GetSettings().chip)) return {};
  return CheckOnChip(name, is, DtypeName(dtype), chips);
}

// Refuses BFLOAT16 on chips without it.
inline Status CheckDtypeOnChip(std::string_view name, aclDataType dtype,
                               std::string_view is = "dtype is") {
  return ChipHas(dtype) ? Status() : CheckOnChip(name, is, dtype, kBfloat16Chips);
}

}  // namespace openaclnn
