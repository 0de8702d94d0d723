#include "base/dtype.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

// Any int, as C programs can pass it.
aclDataType DtypeNumber(int number) { return static_cast<aclDataType>(number); }

TEST(Dtype, NamesAndSizes) {
  EXPECT_EQ(DtypeName(ACL_BF16), "BFLOAT16");
  EXPECT_EQ(DtypeName(ACL_FLOAT8_E4M3FN), "FLOAT8_E4M3FN");
  EXPECT_EQ(DtypeName(ACL_DT_UNDEFINED), "UNDEFINED");
  EXPECT_EQ(DtypeName(DtypeNumber(28)), "unknown dtype 28");
  EXPECT_EQ(DtypeBytes(ACL_FLOAT), 4);
  EXPECT_EQ(DtypeBytes(ACL_BOOL), 1);
  EXPECT_EQ(DtypeBytes(ACL_COMPLEX32), 4);
  EXPECT_EQ(DtypeBytes(ACL_COMPLEX128), 16);
  EXPECT_EQ(DtypeBytes(ACL_INT4), 0);
  EXPECT_EQ(DtypeBytes(ACL_FLOAT6_E3M2), 0);
  EXPECT_EQ(DtypeBytes(ACL_STRING), 0);
  EXPECT_EQ(DtypeBytes(ACL_DT_UNDEFINED), 0);
}

TEST(Dtype, Classes) {
  EXPECT_EQ(ClassOf(ACL_HIFLOAT8), DtypeClass::kFloat);
  EXPECT_EQ(ClassOf(ACL_INT4), DtypeClass::kSigned);
  EXPECT_EQ(ClassOf(ACL_UINT1), DtypeClass::kUnsigned);
  EXPECT_TRUE(IsReal(ACL_BOOL) && IsReal(ACL_UINT64) && IsReal(ACL_BF16));
  EXPECT_FALSE(IsReal(ACL_COMPLEX32) || IsReal(ACL_STRING) || IsReal(ACL_DT_UNDEFINED));
  EXPECT_TRUE(IsComplex(ACL_COMPLEX64));
  EXPECT_FALSE(IsComplex(ACL_DOUBLE));
}

TEST(Dtype, EveryDtypeIsListedOnce) {
  std::set<int> values;
  std::set<std::string> names;
  for (const DtypeInfo& info : kDtypes) {
    EXPECT_TRUE(values.insert(info.dtype).second) << info.name;
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(DtypeName(info.dtype), info.name);
  }
  const std::set<int> contract = {0,  1,  2,  3,  4,  6,  7,  8,  9,  10, 11, 12, 13, 16,
                                  17, 27, 29, 30, 33, 34, 35, 36, 37, 38, 39, 40, 41};
  EXPECT_EQ(values, contract);
}

TEST(DtypeSet, HoldsWhatItWasGiven) {
  constexpr DtypeSet kSet(ACL_BF16, ACL_FLOAT, ACL_FLOAT16);
  static_assert(kSet.Has(ACL_BF16) && kSet.Has(ACL_FLOAT) && !kSet.Has(ACL_DOUBLE));
  EXPECT_FALSE(kSet.Has(ACL_DT_UNDEFINED));
  EXPECT_FALSE(kSet.Has(DtypeNumber(64)));
  EXPECT_FALSE(kSet.Has(DtypeNumber(1000)));
  EXPECT_TRUE(kSet == DtypeSet(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));
  EXPECT_FALSE(kSet == DtypeSet(ACL_FLOAT, ACL_FLOAT16));
}

TEST(DtypeSet, ReadsAsASentence) {
  EXPECT_EQ(DtypeSet(ACL_BF16, ACL_FLOAT, ACL_FLOAT16).Text(), "FLOAT, FLOAT16 or BFLOAT16");
  EXPECT_EQ(DtypeSet(ACL_INT8, ACL_DOUBLE).Text(), "DOUBLE or INT8");
  EXPECT_EQ(DtypeSet(ACL_BOOL).Text(), "BOOL");
  EXPECT_EQ(DtypeSet().Text(), "none");
}

TEST(Format, Names) {
  EXPECT_EQ(FormatName(ACL_FORMAT_ND), "ND");
  EXPECT_EQ(FormatName(ACL_FORMAT_FRACTAL_NZ), "FRACTAL_NZ");
  EXPECT_EQ(FormatName(ACL_FORMAT_UNDEFINED), "UNDEFINED");
  EXPECT_EQ(FormatName(static_cast<aclFormat>(60)), "unknown format 60");
}

}  // namespace
}  // namespace openaclnn
