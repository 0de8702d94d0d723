#include "base/product.h"

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

void ExpectSoc(const char* name, Product product, const char* full_name) {
  const std::optional<Soc> soc = ParseSoc(name);
  ASSERT_TRUE(soc) << name;
  EXPECT_EQ(soc->product, product) << name;
  EXPECT_EQ(soc->full_name, full_name) << name;
}

TEST(ProductTest, FamiliesHaveAUsualMember) {
  ExpectSoc("Ascend910", Product::kAscend910, "Ascend910A");
  ExpectSoc("Ascend910B", Product::kAscend910B, "Ascend910B3");
  ExpectSoc("Ascend910_93", Product::kAscend910_93, "Ascend910_9391");
  ExpectSoc("Ascend950", Product::kAscend950, "Ascend950PR_9599");
  ExpectSoc("Ascend310P", Product::kAscend310P, "Ascend310P3");
}

TEST(ProductTest, FullNamesAreKept) {
  ExpectSoc("Ascend910A", Product::kAscend910, "Ascend910A");
  ExpectSoc("Ascend910ProB", Product::kAscend910, "Ascend910ProB");
  for (const char* name : {"Ascend910B1", "Ascend910B2", "Ascend910B3", "Ascend910B4"}) {
    ExpectSoc(name, Product::kAscend910B, name);
  }
  ExpectSoc("Ascend910B2C", Product::kAscend910B, "Ascend910B2C");
  ExpectSoc("Ascend910B4-1", Product::kAscend910B, "Ascend910B4-1");
  ExpectSoc("Ascend910_9382", Product::kAscend910_93, "Ascend910_9382");
  ExpectSoc("Ascend910_9391", Product::kAscend910_93, "Ascend910_9391");
  ExpectSoc("Ascend950PR_9599", Product::kAscend950, "Ascend950PR_9599");
  ExpectSoc("Ascend950DT_9582", Product::kAscend950, "Ascend950DT_9582");
  ExpectSoc("Ascend310P1", Product::kAscend310P, "Ascend310P1");
  ExpectSoc("Ascend310P3", Product::kAscend310P, "Ascend310P3");
  ExpectSoc("Ascend910PremiumA", Product::kAscend910, "Ascend910PremiumA");
  ExpectSoc("Ascend950PR", Product::kAscend950, "Ascend950PR");
  ExpectSoc("Ascend950PR_957bx", Product::kAscend950, "Ascend950PR_957bx");
  ExpectSoc("Ascend950DT_95A", Product::kAscend950, "Ascend950DT_95A");
  ExpectSoc("Ascend310P3vir04", Product::kAscend310P, "Ascend310P3vir04");
}

TEST(ProductTest, OtherNamesAreUnknown) {
  for (const char* name : {"",
                           "Ascend",
                           "ascend910b",
                           "Ascend310",
                           "Ascend910C",
                           "Ascend910Bx",
                           "Ascend910B3 ",
                           "Ascend910_92",
                           "Ascend310Px",
                           "Ascend9501",
                           "Ascend910B5",
                           "Ascend910B33",
                           "Ascend910B3nonsense",
                           "Ascend910Apple",
                           "Ascend910P",
                           "Ascend910_9",
                           "Ascend910_9399",
                           "Ascend950P",
                           "Ascend950PR_nonsense",
                           "Ascend950DT_95",
                           "Ascend310P6",
                           "Ascend310P3vir",
                           "Ascend910B?",
                           "Ascend950PR_95-1",
                           "Ascend910B1 2"}) {
    EXPECT_FALSE(ParseSoc(name)) << name;
  }
}

TEST(ProductTest, NamesAreThoseThatParse) {
  for (const Product product : kProducts) {
    const std::optional<Soc> soc = ParseSoc(ProductName(product));
    ASSERT_TRUE(soc) << ProductName(product);
    EXPECT_EQ(soc->product, product);
  }
}

TEST(ProductTest, SetsOfProducts) {
  EXPECT_TRUE(kBfloat16Products.Has(Product::kAscend910B));
  EXPECT_TRUE(kBfloat16Products.Has(Product::kAscend950));
  EXPECT_FALSE(kBfloat16Products.Has(Product::kAscend910));
  EXPECT_FALSE(kBfloat16Products.Has(Product::kAscend310P));
  EXPECT_EQ(Products().Text(), "none");
  EXPECT_EQ(Products(Product::kAscend950).Text(), "Ascend950");
  EXPECT_EQ(Products(Product::kAscend910, Product::kAscend310P).Text(), "Ascend310P and Ascend910");
  EXPECT_EQ(kBfloat16Products.Text(), "Ascend910B, Ascend910_93 and Ascend950");
}

}  // namespace
}  // namespace openaclnn
