#include "base/details.h"

#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(DetailsTest, TextAndJsonHaveNamesAndValuesInOrder) {
  Details details;
  EXPECT_TRUE(details.empty());
  EXPECT_EQ(details.Text(), "");
  EXPECT_EQ(details.Json(), "{}");
  details.Add("size", size_t{8});
  details.Add("device", int32_t{-1});
  details.Add("kind", ACL_MEMCPY_DEVICE_TO_HOST);
  details.Add("dtype", ACL_BF16);
  details.Add("eps", 0.25);
  details.Add("path", "a b");
  details.Add("data", static_cast<const void*>(nullptr));
  EXPECT_FALSE(details.empty());
  EXPECT_EQ(details.Text(),
            "size=8, device=-1, kind=DEVICE_TO_HOST, dtype=BFLOAT16, eps=0.25, path=\"a b\", "
            "data=null");
  EXPECT_EQ(details.Json(),
            "{\"size\": 8, \"device\": -1, \"kind\": \"DEVICE_TO_HOST\", \"dtype\": \"BFLOAT16\", "
            "\"eps\": 0.25, \"path\": \"a b\", \"data\": \"null\"}");
}

TEST(DetailsTest, ValuesThatJsonHasNoNumberFor) {
  Details details;
  details.Add("eps", std::numeric_limits<double>::quiet_NaN());
  details.Add("beta", -std::numeric_limits<double>::infinity());
  EXPECT_EQ(details.Json(), "{\"eps\": \"nan\", \"beta\": \"-inf\"}");
}

TEST(DetailsTest, AnyTextMakesAString) {
  EXPECT_EQ(JsonText("\"\\\n\t\x01"), "\"\\\"\\\\\\u000a\\u0009\\u0001\"");
  EXPECT_EQ(JsonText("\xff\x7f"), "\"\\u00ff\\u007f\"");
}

TEST(DetailsTest, LongTextIsCut) {
  Details details;
  details.Add("path", std::string(1000, 'x'));
  EXPECT_EQ(details.Text(), "path=\"" + std::string(200, 'x') + "...\"");
}

}  // namespace
}  // namespace openaclnn
