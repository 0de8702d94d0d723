// The two phases that every operator's C functions consist of.
#pragma once

#include <cstdint>
#include <span>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "base/shared.h"
#include "engine/argument.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Phase 1. Checks `arguments` against the spec, fills in their objects and makes an executor; on
// failure writes neither result. Returns a status code and leaves a message.
OPENACLNN_SHARED aclnnStatus PlanOperator(const OpSpec& spec, std::span<Argument> arguments,
                                          uint64_t* workspaceSize,
                                          aclOpExecutor** executor) noexcept;
template <size_t n>
aclnnStatus PlanOperator(const OpSpec& spec, Argument (&&arguments)[n], uint64_t* workspaceSize,
                         aclOpExecutor** executor) noexcept {
  return PlanOperator(spec, std::span<Argument>(arguments), workspaceSize, executor);
}

// Phase 2. Launches the executor, which must be one of this operator, on the stream, and consumes
// it unless it is repeatable.
OPENACLNN_SHARED aclnnStatus RunOperator(const OpSpec& spec, void* workspace,
                                         uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream) noexcept;

}  // namespace openaclnn
