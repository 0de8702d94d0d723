#include "engine/rules/on_chip.h"

namespace openaclnn {

Status CheckOnChip(std::string_view name, std::string_view is, std::string_view value,
                   Chips chips) {
  const Settings& settings = GetSettings();
  if (chips.Has(settings.chip)) return {};
  return Invalid(ErrorKind::kChip,
                 "{}: {} {}, which is not supported on {} (OPENACLNN_SOC={}), only on {}", name, is,
                 value, ChipName(settings.chip), settings.soc_name, chips.Text());
}

}  // namespace openaclnn
