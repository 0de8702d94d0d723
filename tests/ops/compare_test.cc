// Elements against a number, and against each other: every dtype with every other, exactly.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/elements.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::compare_test {
namespace {

constexpr aclDataType kCompared[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16,   ACL_DOUBLE, ACL_INT8,
                                     ACL_UINT8, ACL_INT16,   ACL_UINT16, ACL_INT32,  ACL_UINT32,
                                     ACL_INT64, ACL_UINT64,  ACL_BOOL};

struct Relation {
  std::string name;  // as in aclnnGtScalar
  bool (*holds)(long double x, long double number);
};
const Relation kRelations[] = {{"Gt", [](long double x, long double y) { return x > y; }},
                               {"Ge", [](long double x, long double y) { return x >= y; }},
                               {"Lt", [](long double x, long double y) { return x < y; }},
                               {"Le", [](long double x, long double y) { return x <= y; }},
                               {"Eq", [](long double x, long double y) { return x == y; }},
                               {"Ne", [](long double x, long double y) { return x != y; }}};

bool Takes(const Relation& relation, aclDataType dtype) {
  const bool is_of_equality = relation.name == "Eq" || relation.name == "Ne";
  if (dtype == ACL_UINT16) return !is_of_equality;
  return dtype != ACL_UINT32 || !(is_of_equality || relation.name == "Le");
}

bool IsFloat(aclDataType dtype) { return ClassOf(dtype) == DtypeClass::kFloat; }

// The number as an element of `scalar`, and where floats are compared as one of theirs.
long double NumberBeside(aclDataType self, double number, aclDataType scalar) {
  const double given = ValueOf(scalar, BitsOf(scalar, number));
  return IsFloat(self) ? ValueOf(self, BitsOf(self, given)) : given;
}

Array Elements(aclDataType dtype, double number) {
  const Array any = RandomPatterns(dtype, {90}, 1), ordinary = RandomArray(dtype, {90}, 2);
  if (dtype == ACL_BOOL) return any;
  if (!IsFloat(dtype)) return Joined({any, EndsOf(dtype)});
  const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
  const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                      [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
  const double near = std::fabs(number) < 1e4 ? number : 1;
  return Joined({any, ordinary, special, ArrayOf(dtype, Around(dtype, near))});
}

void ExpectCompared(const Relation& relation, aclDataType self, double number, aclDataType scalar) {
  const Array x = Elements(self, number);
  const long double exact = NumberBeside(self, number, scalar);
  const std::string name = "aclnn" + relation.name + "Scalar";
  std::vector<std::byte> truths;
  for (int64_t i = 0; i < x.size(); ++i) {
    truths.push_back(std::byte{relation.holds(ExactAt(x, i), exact)});
  }
  for (const aclDataType out : {self, ACL_BOOL, ACL_UINT32, ACL_BF16}) {
    SCOPED_TRACE(relation.name + "Scalar of " + DtypeName(self) + " and " + DtypeName(scalar) +
                 " " + std::to_string(number) + " into " + DtypeName(out));
    const Array given = RunCall({name, {x, {number, scalar}, Array(out, x.shape)}}).at(0);
    const std::vector<std::byte> expected = Converted(ACL_BOOL, out, truths);
    ASSERT_EQ(FirstDifference(out, given.bytes, expected), -1);
    if (out != self) continue;
    const std::string in_place = "aclnnInplace" + relation.name + "Scalar";
    const Array replaced = RunCall({in_place, {x, {number, scalar}}}).at(0);
    ASSERT_EQ(FirstDifference(out, replaced.bytes, expected), -1) << in_place;
  }
}

TEST(CompareTest, AnyDtypeBesideAnyNumber) {
  const struct {
    double number;
    aclDataType dtype;
  } numbers[] = {{0.1, ACL_DOUBLE},       {-0.0, ACL_FLOAT},       {0.0, ACL_BOOL},
                 {1.0, ACL_INT8},         {300, ACL_INT32},        {-1, ACL_INT16},
                 {65535, ACL_UINT16},     {0x1p24 + 1, ACL_INT32}, {0x1p24, ACL_FLOAT},
                 {0x1p53 + 2, ACL_INT64}, {0x1p63, ACL_UINT64},    {0x1p63 + 2048, ACL_DOUBLE},
                 {-0x1p63, ACL_INT64},    {0x1p64, ACL_DOUBLE},    {-1e300, ACL_DOUBLE},
                 {INFINITY, ACL_FLOAT},   {-INFINITY, ACL_BF16},   {NAN, ACL_FLOAT16},
                 {127.5, ACL_DOUBLE},     {-128.5, ACL_FLOAT}};
  for (const Relation& relation : kRelations) {
    for (const aclDataType self : kCompared) {
      if (!Takes(relation, self)) continue;
      for (const auto& [number, dtype] : numbers) {
        if (!Takes(relation, dtype) || !PromoteWithScalar(self, dtype)) continue;
        ExpectCompared(relation, self, number, dtype);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// ---- Tensors

// A few elements of each sort, with those next to where float and double run out of integers.
Array FewOf(aclDataType dtype, uint32_t seed) {
  if (dtype == ACL_BOOL) return ArrayOf(dtype, {0, 1});
  std::vector<Array> parts = {RandomPatterns(dtype, {5}, seed),
                              ArrayOf(dtype, {-1, 0, 1, 2, 0x1p24, 0x1p53, 1e30, -1e30})};
  if (DtypeBytes(dtype) == 8 && !IsFloat(dtype)) {
    parts.push_back(
        Array(dtype, {6}, [](int64_t i) { return (uint64_t{1} << 53) + 1 - i % 3 - i / 3; }));
  }
  if (dtype == ACL_INT32) parts.push_back(ArrayOf(dtype, {0x1p24 + 1, 0x1p24 - 1}));
  if (IsFloat(dtype)) parts.push_back(ArrayOf(dtype, {-0.0, 0.5, kNan, kInfinity, -kInfinity}));
  return Joined(parts);
}

// As it is compared: an INT64 next to a DOUBLE is one.
long double ComparedAt(const Array& array, int64_t i, aclDataType beside) {
  const long double exact = ExactAt(array, i);
  return beside == ACL_DOUBLE ? static_cast<double>(exact) : exact;
}

void ExpectPairsCompared(const Relation& relation, aclDataType self, aclDataType other) {
  Array x = FewOf(self, 1), y = FewOf(other, 2);
  const int64_t rows = x.size(), columns = y.size();
  std::vector<std::byte> truths;
  for (int64_t i = 0; i < rows * columns; ++i) {
    truths.push_back(std::byte{
        relation.holds(ComparedAt(x, i / columns, other), ComparedAt(y, i % columns, self))});
  }
  x.shape = {rows, 1};
  const Shape shape = {rows, columns};
  const std::string name = "aclnn" + relation.name + "Tensor";
  SCOPED_TRACE(name + " of " + DtypeName(self) + " and " + DtypeName(other));
  for (const aclDataType out : {ACL_BOOL, ACL_FLOAT16}) {
    const Array given = RunCall({name, {x, y, Array(out, shape)}}).at(0);
    ASSERT_EQ(FirstDifference(out, given.bytes, Converted(ACL_BOOL, out, truths)), -1);
  }
  const std::string in_place = "aclnnInplace" + relation.name + "Tensor";
  const Array replaced = RunCall({in_place, {Expanded(x, shape), y}}).at(0);
  ASSERT_EQ(FirstDifference(self, replaced.bytes, Converted(ACL_BOOL, self, truths)), -1)
      << in_place;
}

TEST(CompareTest, AnyTwoDtypes) {
  for (const Relation& relation : kRelations) {
    for (const aclDataType self : kCompared) {
      for (const aclDataType other : kCompared) {
        if (!Takes(relation, self) || !Takes(relation, other) || !Promote(self, other)) continue;
        ExpectPairsCompared(relation, self, other);
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::compare_test
