#include "engine/call.h"

#include "engine/rules/choice.h"

namespace openaclnn {

int Call::ChoiceAt(int argument) const {
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.lists_choices && rule.at[0] == argument) return ChoiceAmong(rule, At(argument));
  }
  return 0;
}

int Call::SlotOf(int argument) const {
  if (!spec.arguments[argument].IsTensorList()) return argument;
  size_t slot = arguments.size();
  for (const int i : Ones(spec.tensor_lists & (BitAt(argument) - 1))) slot += At(i).count;
  return static_cast<int>(slot);
}

}  // namespace openaclnn
