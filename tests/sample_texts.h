// The texts that tests give operators.
#pragma once

#include "engine/op_spec.h"

namespace openaclnn {

// The first one of those that an argument may be; empty where no rule lists them.
inline const char* SampleText(const OpSpec& spec, int argument) {
  for (const Rule& rule : RulesOf(spec)) {
    if (!rule.texts.empty() && rule.at[0] == argument) return rule.texts[0].data();
  }
  return "";
}

}  // namespace openaclnn
