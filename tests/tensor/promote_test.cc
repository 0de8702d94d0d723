// Promotion against the whole matrix, written out by hand from the contract and PyTorch's table.
#include "tensor/promote.h"

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

const std::vector<std::string> kOrder = {"u8",  "s8",  "s16", "s32", "s64",  "f16", "bf16",
                                         "f32", "f64", "c32", "c64", "c128", "b"};
const std::map<std::string, aclDataType> kDtypeOf = {
    {"u8", ACL_UINT8},   {"s8", ACL_INT8},       {"s16", ACL_INT16},     {"s32", ACL_INT32},
    {"s64", ACL_INT64},  {"f16", ACL_FLOAT16},   {"bf16", ACL_BF16},     {"f32", ACL_FLOAT},
    {"f64", ACL_DOUBLE}, {"c32", ACL_COMPLEX32}, {"c64", ACL_COMPLEX64}, {"c128", ACL_COMPLEX128},
    {"b", ACL_BOOL},
};
// Row and column in kOrder.
constexpr char kMatrix[] = R"(
u8   s16  s16  s32  s64  f16  bf16 f32  f64  c32  c64  c128 u8
s16  s8   s16  s32  s64  f16  bf16 f32  f64  c32  c64  c128 s8
s16  s16  s16  s32  s64  f16  bf16 f32  f64  c32  c64  c128 s16
s32  s32  s32  s32  s64  f16  bf16 f32  f64  c32  c64  c128 s32
s64  s64  s64  s64  s64  f16  bf16 f32  f64  c32  c64  c128 s64
f16  f16  f16  f16  f16  f16  f32  f32  f64  c32  c64  c128 f16
bf16 bf16 bf16 bf16 bf16 f32  bf16 f32  f64  c64  c64  c128 bf16
f32  f32  f32  f32  f32  f32  f32  f32  f64  c64  c64  c128 f32
f64  f64  f64  f64  f64  f64  f64  f64  f64  c128 c128 c128 f64
c32  c32  c32  c32  c32  c32  c64  c64  c128 c32  c64  c128 c32
c64  c64  c64  c64  c64  c64  c64  c64  c128 c64  c64  c128 c64
c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128
u8   s8   s16  s32  s64  f16  bf16 f32  f64  c32  c64  c128 b
)";

TEST(Promote, AgreesWithTheMatrix) {
  std::istringstream matrix(kMatrix);
  int entries = 0;
  for (const std::string& row : kOrder) {
    for (const std::string& column : kOrder) {
      std::string expected;
      matrix >> expected;
      EXPECT_EQ(Promote(kDtypeOf.at(row), kDtypeOf.at(column)), kDtypeOf.at(expected))
          << row << " with " << column;
      ++entries;
    }
  }
  EXPECT_EQ(entries, 169);
  std::string rest;
  EXPECT_FALSE(matrix >> rest);
}

// The vendor's second table: a tensor of the row with a scalar that is a float, an integer, an
// unsigned integer of 32 bits, a BOOL, or complex.
TEST(PromoteWithScalar, AgreesWithTheTable) {
  static constexpr aclDataType kNone = ACL_DT_UNDEFINED;
  struct Row {
    aclDataType tensor, with_float, with_integer, with_unsigned, with_bool, with_complex;
  };
  const Row rows[] = {
      {ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16, ACL_COMPLEX64},
      {ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, ACL_COMPLEX64},
      {ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE, ACL_DOUBLE, ACL_COMPLEX128},
      {ACL_INT8, ACL_FLOAT, ACL_INT8, ACL_INT8, ACL_INT8, ACL_COMPLEX64},
      {ACL_INT64, ACL_FLOAT, ACL_INT64, ACL_INT64, ACL_INT64, ACL_COMPLEX64},
      {ACL_BOOL, ACL_FLOAT, ACL_INT16, kNone, ACL_BOOL, ACL_COMPLEX64},
      {ACL_UINT32, kNone, ACL_UINT32, ACL_UINT32, ACL_UINT32, kNone},
      {ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64},
      {ACL_COMPLEX128, ACL_COMPLEX128, ACL_COMPLEX128, ACL_COMPLEX128, ACL_COMPLEX128,
       ACL_COMPLEX128},
  };
  for (const Row& row : rows) {
    const auto expect = [&row](aclDataType scalar, aclDataType expected) {
      EXPECT_EQ(PromoteWithScalar(row.tensor, scalar).value_or(kNone), expected)
          << DtypeName(row.tensor) << " with " << DtypeName(scalar);
    };
    expect(ACL_DOUBLE, row.with_float);
    expect(ACL_FLOAT8_E5M2, row.with_float);
    expect(ACL_INT16, row.with_integer);
    expect(ACL_UINT32, row.with_unsigned);
    expect(ACL_BOOL, row.with_bool);
    expect(ACL_COMPLEX64, row.with_complex);
    expect(ACL_COMPLEX128, row.with_complex);
    expect(ACL_STRING, kNone);
  }
}

TEST(Promote, AllOthersMeetOnlyThemselves) {
  int apart = 0;
  for (const DtypeInfo& a : kDtypes) {
    bool in_matrix = false;
    for (const auto& [name, dtype] : kDtypeOf) in_matrix = in_matrix || dtype == a.dtype;
    EXPECT_EQ(Promote(a.dtype, a.dtype), a.dtype) << a.name;
    if (in_matrix) continue;
    ++apart;
    for (const DtypeInfo& b : kDtypes) {
      if (a.dtype == b.dtype) continue;
      EXPECT_EQ(Promote(a.dtype, b.dtype), std::nullopt) << a.name << " with " << b.name;
      EXPECT_EQ(Promote(b.dtype, a.dtype), std::nullopt) << b.name << " with " << a.name;
    }
  }
  EXPECT_EQ(apart, 14);
}

TEST(Promote, WhatIsNoDtypeMeetsNothing) {
  const auto unknown = static_cast<aclDataType>(60);
  EXPECT_EQ(Promote(ACL_DT_UNDEFINED, ACL_DT_UNDEFINED), std::nullopt);
  EXPECT_EQ(Promote(ACL_FLOAT, ACL_DT_UNDEFINED), std::nullopt);
  EXPECT_EQ(Promote(unknown, unknown), std::nullopt);
  EXPECT_EQ(Promote(unknown, ACL_FLOAT), std::nullopt);
}

}  // namespace
}  // namespace openaclnn
