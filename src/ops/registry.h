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
#include "engine/op_spec.h"

namespace openaclnn {

// An argument of any C prototype: the member that the argument's kind in the spec says.
struct AnyArgument {
  const aclTensor* tensor = nullptr;
  const aclScalar* scalar = nullptr;
  const aclIntArray* integers = nullptr;
  const char* text = nullptr;
  double number = 0;
  int64_t integer = 0;
  bool flag = false;
  aclDataType dtype = ACL_FLOAT;

  operator const aclTensor*() const { return tensor; }  // NOLINT: as C arguments convert
  operator aclTensor*() const { return const_cast<aclTensor*>(tensor); }  // NOLINT
  operator const aclScalar*() const { return scalar; }                    // NOLINT
  operator const aclIntArray*() const { return integers; }                // NOLINT
  operator char*() const { return const_cast<char*>(text); }              // NOLINT
  operator aclScalar*() const { return const_cast<aclScalar*>(scalar); }  // NOLINT
  operator double() const { return number; }                              // NOLINT
  operator int64_t() const { return integer; }                            // NOLINT
  operator int8_t() const { return static_cast<int8_t>(integer); }        // NOLINT
  operator bool() const { return flag; }                                  // NOLINT
  operator aclDataType() const { return dtype; }                          // NOLINT
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
