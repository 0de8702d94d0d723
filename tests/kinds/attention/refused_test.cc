// Slopes and rotated elements that do not fit are refused, with a message that says why.
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_flash_attention_score.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"

namespace openaclnn::test {
namespace {

// Tensors without memory, which live as long as this.
class Objects {
 public:
  ~Objects() {
    for (const aclTensor* const tensor : tensors_) aclDestroyTensor(tensor);
    for (const aclIntArray* const array : arrays_) aclDestroyIntArray(array);
  }

  const aclTensor* Tensor(const Shape& shape, aclDataType dtype = ACL_FLOAT) {
    return tensors_.emplace_back(aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0,
                                                 ACL_FORMAT_ND, shape.data(), shape.size(),
                                                 nullptr));
  }
  const aclIntArray* Numbers(const std::vector<int64_t>& numbers) {
    return arrays_.emplace_back(aclCreateIntArray(numbers.data(), numbers.size()));
  }

 private:
  std::vector<const aclTensor*> tensors_;
  std::vector<const aclIntArray*> arrays_;
};

std::string Message() {
  const std::string message = aclGetRecentErrMsg();
  const size_t begin = message.find(": ") + 2;
  return message.substr(begin, message.find(" [EZ") - begin);
}

struct Given {
  bool is_null = false;
  Shape shape = {2};
  aclDataType dtype = ACL_FLOAT;

  const aclTensor* In(Objects& objects) const {
    return is_null ? nullptr : objects.Tensor(shape, dtype);
  }
};

// Two batches of two heads, of five queries each.
std::string MessageOfSlopes(int64_t keys, const Given& slopes, int64_t type) {
  Objects objects;
  const aclTensor* const query = objects.Tensor({2, 2, 5, 4});
  const aclTensor* const key = objects.Tensor({2, 2, keys, 4});
  const aclTensor* const rows = objects.Tensor({2, 2, 5, 8});
  char layout[] = "BNSD";
  uint64_t size;
  aclOpExecutor* executor;
  EXPECT_EQ(aclnnFlashAttentionScoreV2GetWorkspaceSize(
                query, key, key, slopes.In(objects), nullptr, nullptr, nullptr, nullptr, nullptr,
                nullptr, 1, 1, 9, 9, 2, layout, 0, 0, type, rows, rows, nullptr,
                objects.Tensor({2, 2, 5, 4}), &size, &executor),
            161002);
  return Message();
}

TEST(RefusedAttentionTest, Slopes) {
  EXPECT_EQ(MessageOfSlopes(5, {.is_null = true}, 2),
            "realShiftOptional: is null, expected slopes, as pseType is 2");
  EXPECT_EQ(MessageOfSlopes(5, {.dtype = ACL_FLOAT16}, 3),
            "realShiftOptional: dtype is FLOAT16, expected FLOAT, as pseType is 3");
  EXPECT_EQ(MessageOfSlopes(5, {.shape = {3}}, 2),
            "realShiftOptional: shape is [3], expected [2] or [2, 2]");
  EXPECT_EQ(MessageOfSlopes(6, {}, 2),
            "key: there are 5 queries and 6 keys, expected as many, as pseType is 2");
  EXPECT_EQ(MessageOfSlopes(5, {}, 4), "pseType: is 4, expected 0, 1, 2 or 3");
  EXPECT_EQ(MessageOfSlopes(5, {}, 1),
            "realShiftOptional: shape is [2], expected [2, 2, 5, 5], [2, 2, 1, 5] or [1, 2, 5, 5]");
}

// The same positions one after another.
std::string MessageOfPackedSlopes(const std::vector<int64_t>& key_ends, const Given& slopes,
                                  int64_t type) {
  Objects objects;
  const aclTensor* const query = objects.Tensor({10, 2, 4});
  const aclTensor* const rows = objects.Tensor({10, 2, 8});
  char layout[] = "TND";
  uint64_t size;
  aclOpExecutor* executor;
  EXPECT_EQ(
      aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
          query, query, query, slopes.In(objects), nullptr, nullptr, nullptr, nullptr,
          objects.Numbers({5, 10}), objects.Numbers(key_ends), nullptr, nullptr, 1, 1, 9, 9, 2,
          layout, 0, 0, type, rows, rows, nullptr, objects.Tensor({10, 2, 4}), &size, &executor),
      161002);
  return Message();
}

TEST(RefusedAttentionTest, PackedSlopes) {
  EXPECT_EQ(MessageOfPackedSlopes({5, 10}, {.is_null = true}, 3),
            "realShiftOptional: is null, expected slopes, as pseType is 3");
  EXPECT_EQ(MessageOfPackedSlopes({5, 10}, {.dtype = ACL_BF16}, 2),
            "realShiftOptional: dtype is BFLOAT16, expected FLOAT, as pseType is 2");
  EXPECT_EQ(MessageOfPackedSlopes({5, 10}, {.shape = {3, 2}}, 2),
            "realShiftOptional: shape is [3, 2], expected [2] or [2, 2], as pseType is 2");
  EXPECT_EQ(MessageOfPackedSlopes({4, 10}, {}, 2),
            "actualSeqKvLenOptional: batch 0 has 5 queries and 4 keys, expected as many, as "
            "pseType is 2");
  EXPECT_EQ(MessageOfPackedSlopes({5, 10}, {}, 0),
            "realShiftOptional: shape is [2], expected [20], [100], [2, 2, 5, 5], [2, 2, 1, 5] or "
            "[1, 2, 5, 5]");
  EXPECT_EQ(MessageOfPackedSlopes({4, 10}, {}, 1),
            "realShiftOptional: shape is [2], expected [20] or [100]");
  EXPECT_EQ(MessageOfPackedSlopes({5, 10}, {.shape = {20}, .dtype = ACL_BF16}, 1),
            "realShiftOptional: dtype is BFLOAT16, expected FLOAT, the dtype of query");
}

// Two batches of two heads: of two queries and five keys, and of eight queries and five keys.
std::string MessageOfMode(int64_t mode, const Given& mask, const std::vector<int64_t>& prefixes,
                          const std::vector<int64_t>& query_ends = {2, 10},
                          const Given& bias = {.is_null = true}) {
  Objects objects;
  const aclTensor* const query = objects.Tensor({10, 2, 4});
  const aclTensor* const rows = objects.Tensor({10, 2, 8});
  char layout[] = "TND";
  uint64_t size;
  aclOpExecutor* executor;
  EXPECT_EQ(aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
                query, query, query, bias.In(objects), nullptr, nullptr, mask.In(objects),
                prefixes.empty() ? nullptr : objects.Numbers(prefixes), objects.Numbers(query_ends),
                objects.Numbers({5, 10}), 1, 1, 3, -4, 2, layout, 0, mode, rows, rows, nullptr,
                objects.Tensor({10, 2, 4}), &size, &executor),
            161002);
  return Message();
}

TEST(RefusedAttentionTest, PackedModes) {
  const Given prefix_mask = {.shape = {3072, 2048}, .dtype = ACL_BOOL},
              square = {.shape = {2048, 2048}, .dtype = ACL_BOOL};
  for (const int64_t mode : {5, 9}) {
    EXPECT_EQ(MessageOfMode(mode, square, {}),
              "sparseMode: is " + std::to_string(mode) + ", expected 0 to 4, 6, 7 or 8");
  }
  EXPECT_EQ(MessageOfMode(6, square, {3, 0}),
            "attenMaskOptional: shape is [2048, 2048], expected [3072,2048]");
  EXPECT_EQ(MessageOfMode(6, prefix_mask, {3}),
            "prefixOptional: expected 2 numbers, one for each batch, as sparseMode is 6");
  EXPECT_EQ(MessageOfMode(6, prefix_mask, {2, 0}),
            "prefixOptional: has 2, expected a number from 3 to 5 for batch 0");
  EXPECT_EQ(MessageOfMode(6, prefix_mask, {5, 6}),
            "prefixOptional: has 6, expected a number from 0 to 5 for batch 1");
  for (const int64_t mode : {7, 8}) {
    EXPECT_EQ(MessageOfMode(mode, square, {}),
              "preTokens and nextTokens: are 3 and -4, expected a sum of at least 0");
    EXPECT_EQ(MessageOfMode(mode, square, {}, {2, 10}, {.shape = {100}}),
              "realShiftOptional: shape is [100], expected null, as sparseMode is " +
                  std::to_string(mode));
  }
  EXPECT_EQ(MessageOfMode(1, {.shape = {3, 2, 8, 5}, .dtype = ACL_BOOL}, {}),
            "attenMaskOptional: shape is [3, 2, 8, 5], expected [8,5], the most that a batch has, "
            "or more, with nothing or [B,N], [B,1] or [1,1] before");
  EXPECT_EQ(MessageOfMode(1, square, {}, {0, 9}),
            "actualSeqQLenOptional: the last number is 9, expected 10, the positions");
  EXPECT_EQ(MessageOfMode(1, square, {}, {0, 0}),
            "actualSeqQLenOptional: the last number is 0, expected 10, the positions");
}

std::string MessageOfRope(const Given& query_rope, const Given& key_rope, bool has_mask,
                          double keep, aclnnStatus status) {
  Objects objects;
  const aclTensor* const query = objects.Tensor({10, 2, 4});
  const aclTensor* const rows = objects.Tensor({10, 2, 8});
  char layout[] = "TND";
  uint64_t size;
  aclOpExecutor* executor;
  EXPECT_EQ(aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(
                query, query_rope.In(objects), query, key_rope.In(objects), query, nullptr, nullptr,
                nullptr, has_mask ? objects.Tensor({10, 10}, ACL_BOOL) : nullptr, nullptr,
                objects.Numbers({10}), objects.Numbers({10}), nullptr, nullptr, 1, keep, 9, 9, 2,
                layout, 0, 0, 1, rows, rows, nullptr, objects.Tensor({10, 2, 4}), &size, &executor),
            status);
  return Message();
}

TEST(RefusedAttentionTest, Rope) {
  const Given good = {.shape = {10, 2, 3}}, null = {.is_null = true};
  EXPECT_EQ(MessageOfRope(good, null, true, 1, 161001),
            "keyRope: is null, expected an aclTensor, as queryRope is given");
  EXPECT_EQ(MessageOfRope(null, good, true, 1, 161001),
            "queryRope: is null, expected an aclTensor, as keyRope is given");
  EXPECT_EQ(MessageOfRope(good, good, false, 1, 161001),
            "attenMaskOptional: is null, expected an aclTensor, as queryRope is given");
  EXPECT_EQ(MessageOfRope(good, {.shape = {10, 2, 3}, .dtype = ACL_BF16}, true, 1, 161002),
            "keyRope: dtype is BFLOAT16, expected FLOAT, the dtype of query");
  EXPECT_EQ(MessageOfRope({.shape = {10, 2, 5}}, good, true, 1, 161002),
            "queryRope: shape is [10, 2, 5], expected [10,2,D], where D is at most 4");
  EXPECT_EQ(MessageOfRope(good, {.shape = {10, 2, 2}}, true, 1, 161002),
            "keyRope: shape is [10, 2, 2], expected [10, 2, 3]");
  EXPECT_EQ(MessageOfRope(good, good, true, 0.5, 161002),
            "keepProb: is 0.5, expected 1, as queryRope is given");
}

}  // namespace
}  // namespace openaclnn::test
