// What a caller passed, in the order of the C prototype, as the checks and plans see it.
#pragma once

#include <cstdint>
#include <vector>

#include "aclnn/acl_meta.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace openaclnn {

// Made, implicitly, from the C argument. Which members count follows from the argument's kind in
// the spec.
struct Argument {
  Argument() = default;
  Argument(const aclTensor* value) : is_null(value == nullptr), handle(value) {}    // NOLINT
  Argument(const aclScalar* value) : is_null(value == nullptr), handle(value) {}    // NOLINT
  Argument(const aclIntArray* value) : is_null(value == nullptr), handle(value) {}  // NOLINT
  Argument(const char* value) : is_null(value == nullptr), text(value) {}           // NOLINT
  Argument(int64_t value) : is_null(false), integer(value) {}                       // NOLINT
  Argument(int8_t value) : is_null(false), integer(value) {}                        // NOLINT
  Argument(bool value) : is_null(false), flag(value) {}                             // NOLINT
  Argument(double value) : is_null(false), number(value) {}                         // NOLINT
  Argument(aclDataType value) : is_null(false), dtype(value) {}                     // NOLINT

  bool is_null = true;
  const void* handle = nullptr;
  const char* text = nullptr;
  double number = 0;  // of an optional scalar that is null its default
  int64_t integer = 0;
  bool flag = false;
  aclDataType dtype = ACL_DT_UNDEFINED;
  // Set by CheckArguments from live handles; null for what is optional and null.
  Tensor* tensor = nullptr;
  const Scalar* scalar = nullptr;
  const std::vector<int64_t>* integers = nullptr;
};

}  // namespace openaclnn
