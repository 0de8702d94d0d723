#include "ops/lists/number_beside.h"

#include "base/settings.h"
#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

DtypeSet NumbersBeside(aclDataType dtype, bool widens_halves) {
  if (dtype == ACL_FLOAT || dtype == ACL_BF16) return DtypeSet(ACL_FLOAT);
  if (dtype != ACL_FLOAT16) return DtypeSet(ACL_INT32);
  return widens_halves ? DtypeSet(ACL_FLOAT, ACL_FLOAT16) : DtypeSet(ACL_FLOAT16);
}

// It is called for each member; there may be none.
Status CheckNumberBeside(const RuleCall& call, const Rule& rule) {
  const aclDataType number = call.DtypeOf(rule, 0), beside = call.DtypeOf(rule, 1);
  const DtypeSet dtypes = NumbersBeside(beside, rule.chips.Has(GetSettings().chip));
  if (dtypes.Has(number)) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {} beside {}, the dtype of {}",
                 rule.names[0], DtypeName(number), dtypes.Text(), DtypeName(beside), rule.names[1]);
}

void NarrowNumberBeside(const Rule& rule, PossibleDtypes& possible) {
  DtypeSet dtypes;
  for (const DtypeInfo& info : kDtypes) {
    if (!possible.Of(rule.at[1]).Has(info.dtype)) continue;
    dtypes = dtypes | NumbersBeside(info.dtype, rule.chips.Has(possible.chip()));
  }
  possible.Keep(rule.at[0], dtypes);
}

}  // namespace

namespace rules {

constinit const RuleType kNumberBeside = {
    .name = "NumberBeside",
    .check = CheckNumberBeside,
    .sentence = {"The dtype of {a} is FLOAT beside FLOAT and BFLOAT16 of {b}, FLOAT16 beside "
                 "FLOAT16, and INT32 beside integers."},
    .python_sentence = {"{a} is FLOAT beside FLOAT and BFLOAT16 of {b}, FLOAT16 beside FLOAT16, "
                        "and INT32 beside integers."},
    .narrow = NarrowNumberBeside,
};

constinit const RuleType kWideNumberBeside = {
    .name = "WideNumberBeside",
    .check = CheckNumberBeside,
    .sentence = {"The dtype of {a} is FLOAT beside FLOAT and BFLOAT16 of {b}, FLOAT16 beside "
                 "FLOAT16, on {products} FLOAT too, and INT32 beside integers."},
    .python_sentence = {"{a} is FLOAT beside FLOAT and BFLOAT16 of {b}, FLOAT16 beside FLOAT16, "
                        "on {products} FLOAT too, and INT32 beside integers."},
    .narrow = NarrowNumberBeside,
};

}  // namespace rules
}  // namespace openaclnn
