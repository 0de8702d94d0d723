// All operators of this library, for what is made from their specs: contract tests, benchmarks,
// `openaclnn describe`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "base/shared.h"

namespace openaclnn {

struct OpSpec;

// An argument of any C prototype: the member that the argument's kind in the spec says.
struct AnyArgument {
  const aclTensor* tensor = nullptr;
  const aclTensorList* tensors = nullptr;
  const aclScalar* scalar = nullptr;
  const aclScalarList* scalars = nullptr;
  const aclIntArray* integers = nullptr;
  const aclFloatArray* floats = nullptr;
  const aclBoolArray* bools = nullptr;
  const char* text = nullptr;
  double number = 0;
  int64_t integer = 0;
  bool flag = false;
  aclDataType dtype = ACL_FLOAT;

  // As C arguments convert.
  operator const aclTensor*() const { return tensor; }                             // NOLINT
  operator aclTensor*() const { return const_cast<aclTensor*>(tensor); }           // NOLINT
  operator const aclTensorList*() const { return tensors; }                        // NOLINT
  operator aclTensorList*() const { return const_cast<aclTensorList*>(tensors); }  // NOLINT
  operator const aclScalar*() const { return scalar; }                             // NOLINT
  operator aclScalar*() const { return const_cast<aclScalar*>(scalar); }           // NOLINT
  operator const aclScalarList*() const { return scalars; }                        // NOLINT
  operator aclScalarList*() const { return const_cast<aclScalarList*>(scalars); }  // NOLINT
  operator const aclIntArray*() const { return integers; }                         // NOLINT
  operator aclIntArray*() const { return const_cast<aclIntArray*>(integers); }     // NOLINT
  operator const aclFloatArray*() const { return floats; }                         // NOLINT
  operator const aclBoolArray*() const { return bools; }                           // NOLINT
  operator char*() const { return const_cast<char*>(text); }                       // NOLINT
  operator const char*() const { return text; }                                    // NOLINT
  operator double() const { return number; }                                       // NOLINT
  operator float() const { return static_cast<float>(number); }                    // NOLINT
  operator int64_t() const { return integer; }                                     // NOLINT
  operator uint64_t() const { return static_cast<uint64_t>(integer); }             // NOLINT
  operator int32_t() const { return static_cast<int32_t>(integer); }               // NOLINT
  operator int8_t() const { return static_cast<int8_t>(integer); }                 // NOLINT
  operator bool() const { return flag; }                                           // NOLINT
  operator aclDataType() const { return dtype; }                                   // NOLINT
};

// An operator's C functions behind one prototype. `plan` takes as many arguments as the spec has.
struct Operator {
  const OpSpec* spec;
  aclnnStatus (*plan)(std::span<const AnyArgument> arguments, uint64_t* workspaceSize,
                      aclOpExecutor** executor);
  aclnnStatus (*run)(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                     aclrtStream stream);
};

OPENACLNN_SHARED std::span<const Operator> AllOperators();
OPENACLNN_SHARED const Operator* FindOperator(
    std::string_view name);  // "aclnnGeluBackwardV2"; or null

}  // namespace openaclnn
