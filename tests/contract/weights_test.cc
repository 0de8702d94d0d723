// How many elements weights have, and what refuses to count them.
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_trans_matmul_weight.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

struct Counted {
  aclnnStatus status;
  uint64_t count;
  std::string message;
};

constexpr uint64_t kUnwritten = 77;

template <class Count>
Counted CountedBy(const std::vector<int64_t>& sizes, const Count& count_elements) {
  aclIntArray* const shape = aclCreateIntArray(sizes.data(), sizes.size());
  uint64_t count = kUnwritten;
  const aclnnStatus status = count_elements(shape, &count);
  aclDestroyIntArray(shape);
  const char* const message = status == 0 ? "" : aclGetRecentErrMsg();
  return {status, count, message != nullptr ? message : ""};
}
Counted Count(const std::vector<int64_t>& sizes) {
  return CountedBy(sizes, aclnnCalculateMatmulWeightSize);
}
Counted CountV2(const std::vector<int64_t>& sizes, aclDataType dtype) {
  return CountedBy(sizes, [dtype](const aclIntArray* shape, uint64_t* count) {
    return aclnnCalculateMatmulWeightSizeV2(shape, dtype, count);
  });
}

void ExpectRefused(const Counted& counted, const std::string& part) {
  EXPECT_EQ(counted.status, ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(counted.count, kUnwritten);
  EXPECT_NE(counted.message.find(part), std::string::npos) << counted.message;
}

TEST(WeightSizeTest, IsTheNumberOfElements) {
  EXPECT_EQ(Count({16, 32}).count, 512u);
  EXPECT_EQ(Count({510, 510}).count, 260100u);
  EXPECT_EQ(Count({2, 3, 1, 2, 5, 7}).count, 420u);
  EXPECT_EQ(Count({0, 7}).count, 0u);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8}) {
    EXPECT_EQ(CountV2({510, 270}, dtype).count, 137700u);
    EXPECT_EQ(CountV2({2, 32, 16}, dtype).count, 1024u);
  }
}

TEST(WeightSizeTest, Refusals) {
  ExpectRefused(Count({5}),
                "aclnnCalculateMatmulWeightSize: tensorShape: has 1 axes, expected 2 to 6");
  ExpectRefused(Count({1, 1, 1, 1, 1, 1, 1}), "tensorShape: has 7 axes");
  ExpectRefused(Count({3, -1}), "tensorShape: is [3, -1], expected sizes from 0 on");
  ExpectRefused(Count({int64_t{1} << 32, int64_t{1} << 32}), "of at most 2^63 - 1 elements");
  ExpectRefused(CountV2({3, 0}, ACL_INT8), "tensorShape: is [3, 0], expected sizes from 1 on");
  ExpectRefused(CountV2({3, 4}, ACL_INT32),
                "dataType: is INT32, expected FLOAT, FLOAT16, BFLOAT16 or INT8");
  uint64_t count = kUnwritten;
  EXPECT_EQ(aclnnCalculateMatmulWeightSize(nullptr, &count), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclnnCalculateMatmulWeightSizeV2(nullptr, ACL_INT8, &count), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(count, kUnwritten);
  const int64_t sizes[] = {3, 4};
  aclIntArray* const shape = aclCreateIntArray(sizes, 2);
  EXPECT_EQ(aclnnCalculateMatmulWeightSize(shape, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(aclnnCalculateMatmulWeightSizeV2(shape, ACL_INT8, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  aclDestroyIntArray(shape);
  EXPECT_EQ(aclnnCalculateMatmulWeightSize(shape, &count), ACLNN_ERR_PARAM_INVALID);
  aclGetRecentErrMsg();
}

TEST(WeightSizeTest, OnOtherChips) {
  const test::ScopedSettings settings([](Settings& s) { s.chip = Chip::kAscend910; });
  EXPECT_EQ(Count({3, 4}).count, 12u);
  const Counted counted = CountV2({3, 4}, ACL_FLOAT16);
  EXPECT_EQ(counted.status, ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_NE(counted.message.find("is not supported on Ascend910"), std::string::npos)
      << counted.message;
}

}  // namespace
}  // namespace openaclnn
