#include "runtime/json.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

Json Parsed(std::string_view text) {
  Json value;
  const Status status = ParseJson(text, value);
  EXPECT_TRUE(status.ok()) << text << ": " << status.message();
  return value;
}

void ExpectMistake(std::string_view text, const char* message) {
  Json value;
  const Status status = ParseJson(text, value);
  EXPECT_EQ(status.code(), 100006) << text;
  EXPECT_EQ(status.message(), message) << text;
}

TEST(JsonTest, Objects) {
  const Json value = Parsed(R"( { "a" : "b", "c":{"d":[1, -2.5e3,true,null , {}]} } )");
  ASSERT_EQ(value.kind, Json::Kind::kObject);
  ASSERT_EQ(value.members.size(), 2u);
  ASSERT_NE(value.Find("a"), nullptr);
  EXPECT_EQ(value.Find("a")->kind, Json::Kind::kString);
  EXPECT_EQ(value.Find("a")->text, "b");
  EXPECT_EQ(value.Find("d"), nullptr);
  const Json* const list = value.Find("c")->Find("d");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->elements.size(), 5u);
  EXPECT_EQ(list->elements[0].kind, Json::Kind::kNumber);
  EXPECT_EQ(list->elements[1].text, "-2.5e3");
  EXPECT_EQ(list->elements[2].kind, Json::Kind::kLiteral);
  EXPECT_EQ(list->elements[2].text, "true");
  EXPECT_EQ(list->elements[4].kind, Json::Kind::kObject);
}

TEST(JsonTest, Strings) {
  EXPECT_EQ(Parsed(R"("a\"\\\/\n\u0041z")").text, "a\"\\/\nAz");
  EXPECT_EQ(Parsed("\"\xc3\xa9\"").text, "\xc3\xa9");
}

TEST(JsonTest, Mistakes) {
  ExpectMistake("", "line 1: expected a value");
  ExpectMistake("{\n\n1: 2}", "line 3: expected a string");
  ExpectMistake(R"({"a" 1})", "line 1: expected ':'");
  ExpectMistake(R"({"a": 1"b": 2})", "line 1: expected a value");
  ExpectMistake(R"({"a": 1 "b": 2})", "line 1: expected ',' or '}'");
  ExpectMistake("[1,\n", "line 2: expected a value");
  ExpectMistake("[[1] 2]", "line 1: expected ',' or ']'");
  ExpectMistake("\"open", "line 1: expected '\"'");
  ExpectMistake("\"a\nb\"", "line 1: expected '\"'");
  ExpectMistake(R"("\q")", "line 1: expected an escape");
  ExpectMistake(R"("\u00g0")", "line 1: expected an escape");
  ExpectMistake(R"("\u00)", "line 1: expected an escape");
  ExpectMistake("nan", "line 1: expected a value");
  ExpectMistake("1x", "line 1: expected a value");
  ExpectMistake("{} {}", "line 1: expected the end of the file");
}

TEST(JsonTest, NestingIsLimited) {
  EXPECT_EQ(Parsed(std::string(50, '[') + std::string(50, ']')).kind, Json::Kind::kArray);
  ExpectMistake(std::string(100000, '['), "line 1: expected less nesting");
}

}  // namespace
}  // namespace openaclnn
