// Which dtypes the arguments of an operator can have on a chip.
#pragma once

#include <array>
#include <span>

#include "base/chip.h"
#include "base/dtype.h"
#include "base/shared.h"
#include "engine/op_spec.h"

namespace openaclnn {

// Made smaller by RuleType::narrow of all rules, again and again, until nothing changes.
class PossibleDtypes {
 public:
  PossibleDtypes(const OpSpec& spec, Chip chip);

  DtypeSet Of(int argument) const { return of_[static_cast<size_t>(argument)]; }

  // For rules.
  const OpSpec& spec() const { return spec_; }
  Chip chip() const { return chip_; }
  void Keep(int argument, DtypeSet dtypes) {
    of_[static_cast<size_t>(argument)] = Of(argument) & dtypes;
  }
  template <class Keeps>
  void KeepIf(int argument, const Keeps& keeps) {
    DtypeSet kept;
    for (const DtypeInfo& info : kDtypes) {
      if (Of(argument).Has(info.dtype) && keeps(info.dtype)) kept = kept | DtypeSet(info.dtype);
    }
    Keep(argument, kept);
  }
  // What arguments, given as in Rule::at, can promote to; where `fixed` is among them, it has
  // `dtype`.
  OPENACLNN_SHARED DtypeSet Promoted(std::span<const int8_t> arguments, int fixed = -1,
                                     aclDataType dtype = ACL_DT_UNDEFINED) const;

 private:
  const OpSpec& spec_;
  const Chip chip_;
  std::array<DtypeSet, kMaxArguments> of_;
};

}  // namespace openaclnn
