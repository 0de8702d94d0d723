// What rules say of dtypes and numbers that only some products have.
#pragma once

#include <string_view>

#include "engine/rules/rule_call.h"

namespace openaclnn {

// Refuses what the product does not have. `value`: the dtype or number in words; `is`: how the
// message puts that it is the argument's: "is", or "dtype is".
OPENACLNN_SHARED Status CheckOnProduct(std::string_view name, std::string_view is,
                                       std::string_view value, Products products);

inline Status CheckOnProduct(std::string_view name, std::string_view is, aclDataType dtype,
                             Products products) {
  if (products.Has(GetSettings().product)) return {};
  return CheckOnProduct(name, is, DtypeName(dtype), products);
}

// Refuses BFLOAT16 on products without it.
inline Status CheckDtypeOnProduct(std::string_view name, aclDataType dtype,
                                  std::string_view is = "dtype is") {
  return ProductHas(dtype) ? Status() : CheckOnProduct(name, is, dtype, kBfloat16Products);
}

}  // namespace openaclnn
