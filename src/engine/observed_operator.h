// The two phases of an operator as the log and the trace see them (base/observe.h).
#pragma once

#include <cstdint>
#include <span>

#include "acl/acl_rt.h"
#include "aclnn/acl_meta.h"
#include "base/details.h"
#include "engine/argument.h"
#include "engine/op_spec.h"

namespace openaclnn {

struct PlanCall {
  const char* name;
  const OpSpec* spec;
  std::span<const Argument> arguments;
  const uint64_t* workspace_size;
  aclOpExecutor* const* executor;

  void AddArguments(Details& details) const;
  void AddResults(Details& details) const;
  void AddMore(Details& details) const;  // the plan
};

struct RunCall {
  const char* name;
  const void* workspace;
  uint64_t workspace_size;
  const aclOpExecutor* executor;
  aclrtStream stream;

  void AddArguments(Details& details) const;
  void AddResults(Details& /*details*/) const {}
  void AddMore(Details& /*details*/) const {}
};

}  // namespace openaclnn
