// Losses of margins next to the same in long double. Their bits in other layouts and settings:
// tests/ops/cases.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
namespace {

Array Scores(aclDataType dtype, const Shape& shape) {
  return Array(dtype, shape, [&](int64_t i) {
    return BitsOf(dtype, static_cast<double>(i * 7919 % 61) / 32 - 0.875);
  });
}

// The loss of a row, and whether each class is a target.
long double LossOf(const Array& scores, const Array& targets, int64_t first, int64_t classes,
                   std::vector<bool>& mask) {
  mask.assign(static_cast<size_t>(classes), false);
  std::vector<int64_t> named;
  for (int64_t k = 0; k < classes && targets.Value(first + k) >= 0; ++k) {
    named.push_back(static_cast<int64_t>(targets.Value(first + k)));
    mask[static_cast<size_t>(named.back())] = true;
  }
  long double loss = 0;
  for (const int64_t j : named) {
    for (int64_t i = 0; i < classes; ++i) {
      if (mask[static_cast<size_t>(i)]) continue;
      const long double margin =
          1 - (static_cast<long double>(scores.Value(first + j)) - scores.Value(first + i));
      if (margin > 0) loss += margin;
    }
  }
  return loss / static_cast<long double>(classes);
}

void Check(aclDataType dtype, aclDataType index, const Shape& shape, const Array& targets) {
  const Array scores = Scores(dtype, shape);
  const int64_t classes = shape.back(), rows = CountOf(shape) / classes;
  for (const int64_t reduction : {0, 1, 2}) {
    const bool has_rows = reduction == 0 && shape.size() == 2;
    const std::vector<Array> results =
        RunCall({"aclnnMultilabelMarginLoss",
                 {scores, targets, static_cast<double>(reduction),
                  Array(dtype, has_rows ? Shape{rows} : Shape{}), Array(dtype, shape)}});
    long double sum = 0;
    for (int64_t row = 0; row < rows; ++row) {
      std::vector<bool> mask;
      const long double loss = LossOf(scores, targets, row * classes, classes, mask);
      sum += loss;
      for (int64_t i = 0; i < classes; ++i) {
        EXPECT_EQ(results[1].Value(row * classes + i), mask[static_cast<size_t>(i)] ? 1 : 0);
      }
      if (!has_rows) continue;
      EXPECT_NEAR(results[0].Value(row), static_cast<double>(loss),
                  0.5101 * UnitOf(dtype) * static_cast<double>(loss));
    }
    if (has_rows) continue;
    if (reduction == 1) sum /= static_cast<long double>(rows);
    EXPECT_NEAR(results[0].Value(0), static_cast<double>(sum),
                0.5101 * UnitOf(dtype) * static_cast<double>(sum))
        << DtypeName(index) << reduction;
  }
}

TEST(MarginsTest, AreExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType index : {ACL_INT64, ACL_INT32}) {
      // One row without targets, and one whose target comes twice.
      Check(dtype, index, {3, 5},
            ArrayOf(index, {3, 5}, {0, 3, -1, 1, 1, -1, 2, 2, 2, 2, 4, 4, -1, 7, 7}));
      Check(dtype, index, {4}, ArrayOf(index, {2, 0, 1, 3}));
      const Array many(index, {2, 900}, [](int64_t i) {
        return i % 900 < 300 ? static_cast<uint64_t>(i % 900 * 2) : ~uint64_t{0};
      });
      Check(dtype, index, {2, 900}, many);
    }
  }
}

TEST(MarginsTest, OneNumber) {
  const std::vector<Array> results =
      RunCall({"aclnnMultilabelMarginLoss",
               {ArrayOf(ACL_FLOAT, Shape{}, {2}), ArrayOf(ACL_INT64, {1}, {0}), 1.0,
                Array(ACL_FLOAT, {}), Array(ACL_FLOAT, {1})}});
  EXPECT_EQ(results[0].Value(0), 0);
  EXPECT_EQ(results[1].Value(0), 1);
}

TEST(MarginsTest, NoRows) {
  for (const int64_t reduction : {1, 2}) {
    const std::vector<Array> results =
        RunCall({"aclnnMultilabelMarginLoss",
                 {Array(ACL_FLOAT, {0, 3}), Array(ACL_INT64, {0, 3}),
                  static_cast<double>(reduction), Array(ACL_FLOAT, {}), Array(ACL_FLOAT, {0})}});
    if (reduction == 1) {
      EXPECT_TRUE(std::isnan(results[0].Value(0)));
    } else {
      EXPECT_EQ(results[0].Bits(0), 0u);
    }
  }
}

TEST(MarginsTest, WrongTargetsFailTheRun) {
  const std::string message =
      FailureOf({"aclnnMultilabelMarginLoss",
                 {Scores(ACL_FLOAT, {2, 3}), ArrayOf(ACL_INT64, {2, 3}, {0, 1, -1, 2, 3, -1}), 0.0,
                  Array(ACL_FLOAT, {2}), Array(ACL_FLOAT, {2, 3})}},
                ACL_ERROR_RT_AICORE_EXCEPTION);
  EXPECT_NE(message.find("target: 3 in row 1"), std::string::npos) << message;
}

}  // namespace
}  // namespace openaclnn::test
