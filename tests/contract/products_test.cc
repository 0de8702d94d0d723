// Which operators and dtypes each product has.
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

struct ProductCase {
  Product product;
  const char* soc_name;
  bool has_bfloat16;
  std::vector<std::string> operators;
};

const std::vector<ProductCase>& Cases() {
  static const std::string hardtanh = "aclnnHardtanhBackward", softplus = "aclnnSoftplusBackward",
                           prelu = "aclnnPreluBackward", gelu = "aclnnGeluBackwardV2",
                           logit = "aclnnLogitGrad",
                           entropy = "aclnnBinaryCrossEntropyWithLogitsTargetBackward";
  static const std::vector<ProductCase> cases = {
      {Product::kAscend310P, "Ascend310P3", false, {hardtanh, gelu}},
      {Product::kAscend910, "Ascend910A", false, {hardtanh, gelu, softplus, prelu}},
      {Product::kAscend910B,
       "Ascend910B1",
       true,
       {hardtanh, gelu, softplus, prelu, logit, entropy}},
      {Product::kAscend910_93,
       "Ascend910_9391",
       true,
       {hardtanh, gelu, softplus, prelu, logit, entropy}},
      {Product::kAscend950, "Ascend950PR", true, {hardtanh, gelu, softplus, prelu, logit}},
  };
  return cases;
}

class ProductsTest : public test::EveryOperator {};

template <class Body>
void ForEachProduct(const Body& body) {
  for (const ProductCase& c : Cases()) {
    SCOPED_TRACE(c.soc_name);
    const ScopedSettings settings([&](Settings& s) {
      s.product = c.product;
      s.soc_name = c.soc_name;
    });
    body(c);
  }
}

// Operators that came after the contract's table say themselves where they are.
bool IsListed(const std::string& op) {
  const std::vector<ProductCase>& cases = Cases();
  return std::any_of(cases.begin(), cases.end(), [&op](const ProductCase& c) {
    return std::find(c.operators.begin(), c.operators.end(), op) != c.operators.end();
  });
}

bool Offers(const ProductCase& c, const std::string& op) {
  if (!IsListed(op)) return FindOperator(op)->spec->products.Has(c.product);
  return std::find(c.operators.begin(), c.operators.end(), op) != c.operators.end();
}

TEST_P(ProductsTest, Availability) {
  ForEachProduct([&](const ProductCase& c) {
    TestCall call = MakeCall();
    const Planned planned = call.Plan();
    if (Offers(c, RunName())) {
      EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    } else {
      EXPECT_EQ(planned.status, ACLNN_ERR_INNER_FIND_KERNEL_ERROR);
      EXPECT_TRUE(HasAll(planned.message, {PlanName(), ProductName(c.product), c.soc_name}));
      const std::string have = "only on " + FindOperator(RunName())->spec->products.Text();
      EXPECT_TRUE(HasAll(planned.message, {have}));
    }
  });
}

TEST_P(ProductsTest, Bfloat16) {
  if (!test::IsOneOf(ACL_BF16, test::DtypesOfAll(RunName()))) return;
  ForEachProduct([&](const ProductCase& c) {
    if (!Offers(c, RunName())) return;
    TestCall call = MakeCall();
    call.SetDtypes(ACL_BF16);
    const Planned planned = call.Plan();
    if (c.has_bfloat16) {
      EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    } else {
      EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
      EXPECT_TRUE(HasAll(planned.message, {PlanName(), "BFLOAT16", ProductName(c.product)}));
    }
  });
}

// One BFLOAT16 tensor among FLOAT ones, where the operator takes it elsewhere.
TEST_P(ProductsTest, OneBfloat16Tensor) {
  ForEachProduct([&](const ProductCase& c) {
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

TEST_P(ProductsTest, Float16IsEverywhere) {
  ForEachProduct([&](const ProductCase& c) {
    if (!Offers(c, RunName())) return;
    TestCall call = MakeCall();
    call.SetDtypes(ACL_FLOAT16);
    EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
  });
}

// A null argument is a null argument on every product.
TEST_P(ProductsTest, NullsComeFirst) {
  ForEachProduct([&](const ProductCase&) {
    TestCall call = MakeCall();
    call.SetHandle(0, nullptr);
    EXPECT_EQ(call.Plan().status, ACLNN_ERR_PARAM_NULLPTR);
  });
}

INSTANTIATE_FOR_EVERY_OPERATOR(ProductsTest);

}  // namespace
}  // namespace openaclnn
