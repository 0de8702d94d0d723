#include "base/chip.h"

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

void ExpectSoc(const char* name, Chip chip, const char* full_name) {
  const std::optional<Soc> soc = ParseSoc(name);
  ASSERT_TRUE(soc) << name;
  EXPECT_EQ(soc->chip, chip) << name;
  EXPECT_EQ(soc->full_name, full_name) << name;
}

TEST(ChipTest, FamiliesHaveAUsualMember) {
  ExpectSoc("Ascend910", Chip::kAscend910, "Ascend910A");
  ExpectSoc("Ascend910B", Chip::kAscend910B, "Ascend910B3");
  ExpectSoc("Ascend910_93", Chip::kAscend910_93, "Ascend910_9391");
  ExpectSoc("Ascend950", Chip::kAscend950, "Ascend950PR_9599");
  ExpectSoc("Ascend310P", Chip::kAscend310P, "Ascend310P3");
}

TEST(ChipTest, FullNamesAreKept) {
  ExpectSoc("Ascend910A", Chip::kAscend910, "Ascend910A");
  ExpectSoc("Ascend910ProB", Chip::kAscend910, "Ascend910ProB");
  for (const char* name : {"Ascend910B1", "Ascend910B2", "Ascend910B3", "Ascend910B4"}) {
    ExpectSoc(name, Chip::kAscend910B, name);
  }
  ExpectSoc("Ascend910B2C", Chip::kAscend910B, "Ascend910B2C");
  ExpectSoc("Ascend910B4-1", Chip::kAscend910B, "Ascend910B4-1");
  ExpectSoc("Ascend910_9382", Chip::kAscend910_93, "Ascend910_9382");
  ExpectSoc("Ascend910_9391", Chip::kAscend910_93, "Ascend910_9391");
  ExpectSoc("Ascend950PR_9599", Chip::kAscend950, "Ascend950PR_9599");
  ExpectSoc("Ascend950DT_9582", Chip::kAscend950, "Ascend950DT_9582");
  ExpectSoc("Ascend310P1", Chip::kAscend310P, "Ascend310P1");
  ExpectSoc("Ascend310P3", Chip::kAscend310P, "Ascend310P3");
  ExpectSoc("Ascend910PremiumA", Chip::kAscend910, "Ascend910PremiumA");
  ExpectSoc("Ascend950PR", Chip::kAscend950, "Ascend950PR");
  ExpectSoc("Ascend950PR_957bx", Chip::kAscend950, "Ascend950PR_957bx");
  ExpectSoc("Ascend950DT_95A", Chip::kAscend950, "Ascend950DT_95A");
  ExpectSoc("Ascend310P3vir04", Chip::kAscend310P, "Ascend310P3vir04");
}

TEST(ChipTest, OtherNamesAreUnknown) {
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

TEST(ChipTest, NamesAreThoseThatParse) {
  for (const Chip chip : kChips) {
    const std::optional<Soc> soc = ParseSoc(ChipName(chip));
    ASSERT_TRUE(soc) << ChipName(chip);
    EXPECT_EQ(soc->chip, chip);
  }
}

TEST(ChipTest, SetsOfChips) {
  EXPECT_TRUE(kBfloat16Chips.Has(Chip::kAscend910B));
  EXPECT_TRUE(kBfloat16Chips.Has(Chip::kAscend950));
  EXPECT_FALSE(kBfloat16Chips.Has(Chip::kAscend910));
  EXPECT_FALSE(kBfloat16Chips.Has(Chip::kAscend310P));
  EXPECT_EQ(Chips().Text(), "none");
  EXPECT_EQ(Chips(Chip::kAscend950).Text(), "Ascend950");
  EXPECT_EQ(Chips(Chip::kAscend910, Chip::kAscend310P).Text(), "Ascend310P and Ascend910");
  EXPECT_EQ(kBfloat16Chips.Text(), "Ascend910B, Ascend910_93 and Ascend950");
}

}  // namespace
}  // namespace openaclnn
