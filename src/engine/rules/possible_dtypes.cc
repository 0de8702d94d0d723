#include "engine/rules/possible_dtypes.h"

#include <optional>

#include "tensor/promote.h"

namespace openaclnn {
namespace {

// What dtypes of two sets can promote to.
DtypeSet Met(DtypeSet all_a, DtypeSet all_b,
             std::optional<aclDataType> (*promote)(aclDataType, aclDataType)) {
  DtypeSet met;
  for (const DtypeInfo& a : kDtypes) {
    for (const DtypeInfo& b : kDtypes) {
      if (!all_a.Has(a.dtype) || !all_b.Has(b.dtype)) continue;
      if (const auto common = promote(a.dtype, b.dtype)) met = met | DtypeSet(*common);
    }
  }
  return met;
}

}  // namespace

PossibleDtypes::PossibleDtypes(const OpSpec& spec, Chip chip) : spec_(spec), chip_(chip) {
  DtypeSet all;
  for (const DtypeInfo& info : kDtypes) {
    if (info.dtype != ACL_BF16 || kBfloat16Chips.Has(chip)) all = all | DtypeSet(info.dtype);
  }
  of_.fill(all);
  bool changed = true;
  while (changed) {
    const auto before = of_;
    for (const Rule& rule : RulesOf(spec)) {
      if (rule.type->narrow != nullptr) rule.type->narrow(rule, *this);
    }
    changed = of_ != before;
  }
}

DtypeSet PossibleDtypes::Promoted(std::span<const int8_t> arguments, int fixed,
                                  aclDataType dtype) const {
  DtypeSet promoted;
  for (size_t k = 0; k < arguments.size() && arguments[k] >= 0; ++k) {
    const int argument = arguments[k];
    const bool is_scalar = spec_.arguments[argument].kind == ArgumentKind::kScalar;
    DtypeSet own = argument == fixed ? DtypeSet(dtype) : Of(argument);
    if (spec_.arguments[argument].IsTensorList()) own = Met(own, Of(argument), Promote);
    promoted = k == 0 ? own : Met(promoted, own, is_scalar ? PromoteWithScalar : Promote);
  }
  return promoted;
}

}  // namespace openaclnn
