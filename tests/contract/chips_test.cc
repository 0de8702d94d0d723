// Which operators and dtypes each chip has.
#include <algorithm>
#include <string>
#include <vector>

#include "aclnn/opdev/op_errno.h"
#include "tests/contract/dtypes.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using test::HasAll;
using test::Planned;
using test::ScopedSettings;
using test::TestCall;

struct ChipCase {
  Chip chip;
  const char* soc_name;
  bool has_bfloat16;
  std::vector<std::string> operators;
};

const std::vector<ChipCase>& Cases() {
  static const std::string hardtanh = "aclnnHardtanhBackward", softplus = "aclnnSoftplusBackward",
                           prelu = "aclnnPreluBackward", gelu = "aclnnGeluBackwardV2",
                           logit = "aclnnLogitGrad",
                           entropy = "aclnnBinaryCrossEntropyWithLogitsTargetBackward";
  static const std::vector<ChipCase> cases = {
      {Chip::kAscend310P, "Ascend310P3", false, {hardtanh, gelu}},
      {Chip::kAscend910, "Ascend910A", false, {hardtanh, gelu, softplus, prelu}},
      {Chip::kAscend910B, "Ascend910B1", true, {hardtanh, gelu, softplus, prelu, logit, entropy}},
      {Chip::kAscend910_93,
       "Ascend910_9391",
       true,
       {hardtanh, gelu, softplus, prelu, logit, entropy}},
      {Chip::kAscend950, "Ascend950PR", true, {hardtanh, gelu, softplus, prelu, logit}},
  };
  return cases;
}

class ChipsTest : public test::EveryOperator {};

template <class Body>
void ForEachChip(const Body& body) {
  for (const ChipCase& c : Cases()) {
    SCOPED_TRACE(c.soc_name);
    const ScopedSettings settings([&](Settings& s) {
      s.chip = c.chip;
      s.soc_name = c.soc_name;
    });
    body(c);
  }
}

// Operators that came after the contract's table say themselves where they are.
bool IsListed(const std::string& op) {
  const std::vector<ChipCase>& cases = Cases();
  return std::any_of(cases.begin(), cases.end(), [&op](const ChipCase& c) {
    return std::find(c.operators.begin(), c.operators.end(), op) != c.operators.end();
  });
}

bool Offers(const ChipCase& c, const std::string& op) {
  if (!IsListed(op)) return FindOperator(op)->spec->chips.Has(c.chip);
  return std::find(c.operators.begin(), c.operators.end(), op) != c.operators.end();
}

TEST_P(ChipsTest, Availability) {
  ForEachChip([&](const ChipCase& c) {
    TestCall call = MakeCall();
    for (const Rule& rule : call.spec().rules) {
      const bool is_elsewhere = rule.Is(rules::kDtypeOnlyOn) && !rule.chips.Has(c.chip);
      if (!is_elsewhere || !rule.dtypes.Has(ACL_FLOAT)) continue;
      if (rule.dtypes.Has(ACL_FLOAT16)) {
        call.tensor(rule.at[0]).dtype = ACL_COMPLEX64;  // of which FLOAT is the real part
      } else {
        call.SetDtypes(ACL_FLOAT16);
      }
    }
    const Planned planned = call.Plan();
    if (Offers(c, RunName())) {
      EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    } else {
      EXPECT_EQ(planned.status, ACLNN_ERR_INNER_FIND_KERNEL_ERROR);
      EXPECT_TRUE(HasAll(planned.message, {PlanName(), ChipName(c.chip), c.soc_name}));
      const std::string have = "only on " + FindOperator(RunName())->spec->chips.Text();
      EXPECT_TRUE(HasAll(planned.message, {have}));
    }
  });
}

TEST_P(ChipsTest, Bfloat16) {
  if (!test::IsOneOf(ACL_BF16, test::DtypesOfAll(RunName()))) return;
  ForEachChip([&](const ChipCase& c) {
    if (!Offers(c, RunName())) return;
    TestCall call = MakeCall();
    call.SetDtypes(ACL_BF16);
    const Planned planned = call.Plan();
    if (c.has_bfloat16) {
      EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    } else {
      EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
      EXPECT_TRUE(HasAll(planned.message, {PlanName(), "BFLOAT16", ChipName(c.chip)}));
    }
  });
}

// One BFLOAT16 tensor among FLOAT ones, where the operator takes it elsewhere.
TEST_P(ChipsTest, OneBfloat16Tensor) {
  ForEachChip([&](const ChipCase& c) {
    if (!Offers(c, RunName()) || c.has_bfloat16) return;
    TestCall call = MakeCall();
    for (const int i : call.Tensors()) {
      SCOPED_TRACE(call.name(i));
      call.tensor(i).dtype = ACL_BF16;
      EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_INVALID);
      call.tensor(i).dtype = ACL_FLOAT;
    }
  });
}

TEST_P(ChipsTest, Float16IsEverywhere) {
  ForEachChip([&](const ChipCase& c) {
    if (!Offers(c, RunName())) return;
    if (!test::IsOneOf(ACL_FLOAT16, test::DtypesOfAll(RunName()))) return;
    TestCall call = MakeCall();
    const auto is_elsewhere = [&c](const Rule& rule) {
      return rule.Is(rules::kDtypeOnlyOn) && rule.dtypes.Has(ACL_FLOAT16) &&
             !rule.chips.Has(c.chip);
    };
    if (std::ranges::any_of(call.spec().rules, is_elsewhere)) return;
    call.SetDtypes(ACL_FLOAT16);
    EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
  });
}

// A null argument is a null argument on every chip.
TEST_P(ChipsTest, NullsComeFirst) {
  ForEachChip([&](const ChipCase&) {
    TestCall call = MakeCall();
    int first = 0;
    const auto may_be = [&](const ArgumentSpec& argument) {
      return !argument.CanBeNull() || argument.is_optional;
    };
    while (may_be(call.spec().arguments[first])) ++first;
    call.SetHandle(first, nullptr);
    EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_NULLPTR);
  });
}

INSTANTIATE_FOR_EVERY_OPERATOR(ChipsTest);

TEST(GcdChipsTest, Ascend910_93HasNoBytes) {
  ForEachChip([](const ChipCase& c) {
    for (const char* const name : {"self", "other", "out"}) {
      TestCall call(*FindOperator("aclnnGcd"));
      call.tensor(call.IndexOf(name)).dtype = ACL_INT8;
      if (c.chip == Chip::kAscend910_93) {
        ExpectRefused(call, {name, "INT8", "only on"});
      } else {
        ExpectAccepted(call);
      }
    }
  });
}

}  // namespace
}  // namespace openaclnn
