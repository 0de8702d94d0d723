// Which arguments a row's parameters are for.
#pragma once

#include "kinds/roles.h"
#include "tests/oracle/subject.h"

namespace openaclnn::oracle {

// Whether Subject::parameters have an entry for the argument.
inline bool IsParameter(const OpSpec& spec, int i) {
  const ArgumentSpec& argument = spec.arguments[i];
  if (i == spec.axis_at || i == ChannelOperandOf(spec)) return false;
  if (argument.IsTensor()) {
    return argument.IsRead() && (argument.is_optional || IsOneElement(spec, i));
  }
  return argument.kind != ArgumentKind::kUnread;
}

}  // namespace openaclnn::oracle
