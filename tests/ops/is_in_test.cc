// Whether elements are equal to a number, and whether a number is among elements: in every dtype,
// and where dtypes hold no such number.
#include <cmath>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::is_in_test {
namespace {

constexpr aclDataType kDtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                   ACL_UINT8, ACL_INT16,   ACL_INT32, ACL_INT64,  ACL_BOOL};

std::vector<Array> Numbers() {
  std::vector<Array> numbers;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
    for (const double x : {0.0, -0.0, 3.0, 2.5, 1e30, -1e30, kInfinity, kNan, 0x1p63}) {
      numbers.push_back(ArrayOf(dtype, {x}));
    }
  }
  for (const double x : {0.0, 1.0}) numbers.push_back(ArrayOf(ACL_BOOL, {x}));
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT64}) {
    numbers.push_back(ArrayOf(dtype, {3}));
    numbers.push_back(EndsOf(dtype));
    numbers.back().shape = {1};
    numbers.back().bytes.resize(static_cast<size_t>(DtypeBytes(dtype)));
  }
  return numbers;
}

// As the elements see a number: floats its nearest, integers all of it.
bool IsEqual(const Array& elements, int64_t i, const Array& number) {
  if (ClassOf(elements.dtype) == DtypeClass::kFloat) {
    return elements.Value(i) == ArrayOf(elements.dtype, {number.Value(0)}).Value(0);
  }
  if (number.dtype == ACL_INT64 && elements.dtype == ACL_INT64) {
    return elements.Bits(i) == number.Bits(0);
  }
  // Some of 64 bits are no doubles.
  return elements.dtype == ACL_INT64
             ? static_cast<long double>(static_cast<int64_t>(elements.Bits(i))) == number.Value(0)
             : elements.Value(i) == number.Value(0);
}

TEST(IsInTest, EveryDtype) {
  int found = 0, missed = 0;
  for (const aclDataType dtype : kDtypes) {
    const Array some = ArrayOf(dtype, {0, 3, 2, 7, 3, 1});
    const Array elements = ClassOf(dtype) == DtypeClass::kFloat
                               ? Joined({some, ArrayOf(dtype, {2.5, -0.0, kInfinity, kNan, 1e30})})
                           : dtype == ACL_BOOL ? some
                                               : Joined({some, EndsOf(dtype)});
    for (const Array& number : Numbers()) {
      SCOPED_TRACE(DtypeName(dtype) + " and " + DtypeName(number.dtype) + " " +
                   std::to_string(number.Value(0)));
      std::vector<double> truths, inverse;
      bool is_in = false;
      for (int64_t i = 0; i < elements.size(); ++i) {
        const bool is_equal = IsEqual(elements, i, number);
        truths.push_back(is_equal ? 1 : 0);
        inverse.push_back(is_equal ? 0 : 1);
        is_in = is_in || is_equal;
      }
      is_in ? ++found : ++missed;
      for (const bool inverts : {false, true}) {
        const double invert = inverts ? 1 : 0;
        const Array out(ACL_BOOL, elements.shape);
        const Array each =
            RunCall({"aclnnIsInTensorScalar", {elements, number, 0.0, invert, out}}).at(0);
        EXPECT_TRUE(SameBits(each, ArrayOf(ACL_BOOL, inverts ? inverse : truths)));
        const Array any =
            RunCall({"aclnnIsInScalarTensor", {number, elements, 0.0, invert, Array(ACL_BOOL, {})}})
                .at(0);
        EXPECT_EQ(any.Bits(0), is_in != inverts ? 1u : 0u);
      }
    }
  }
  EXPECT_GT(found, 60);
  EXPECT_GT(missed, 60);
}

TEST(IsInTest, AmongNone) {
  for (const double invert : {0.0, 1.0}) {
    const Array any =
        RunCall({"aclnnIsInScalarTensor",
                 {{1.0, ACL_INT8}, Array(ACL_FLOAT, {0}), 1.0, invert, Array(ACL_BOOL, {})}})
            .at(0);
    EXPECT_EQ(any.Bits(0), static_cast<uint64_t>(invert));
  }
}

}  // namespace
}  // namespace openaclnn::test::is_in_test
