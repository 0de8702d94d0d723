// Optional arguments, in a spec of its own: what is accepted, and the whole message of what is
// refused. tests/engine has the rules one by one.
#include <deque>
#include <vector>

#include "acl/acl.h"
#include "engine/check.h"
#include "engine/resolved.h"
#include "engine/rule_checks.h"
#include "kinds/elementwise/spec.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

// A value for each argument of a spec, in its order: a tensor's dtype, a scalar of a dtype, a plain
// number, or null.
struct Given {
  Given(aclDataType type) : dtype(type) {}
  Given(double value, aclDataType type = ACL_DOUBLE) : number(value), dtype(type) {}
  Given(std::nullptr_t) : is_null(true) {}

  double number = 0;
  aclDataType dtype = ACL_FLOAT;
  bool is_null = false;
};

// The arguments of a case with their objects.
class Arguments {
 public:
  Arguments(const OpSpec& spec, const std::vector<Given>& given) {
    for (size_t i = 0; i < given.size(); ++i) all_.push_back(Make(spec.arguments[i], given[i]));
  }

  std::span<Argument> all() { return all_; }

 private:
  Argument Make(const ArgumentSpec& spec, const Given& given) {
    if (spec.kind == ArgumentKind::kBool) return given.number != 0;
    if (given.is_null) return {};
    if (spec.kind == ArgumentKind::kScalar) {
      scalars_.push_back(test::MakeScalar(given.number, given.dtype));
      return static_cast<const aclScalar*>(scalars_.back().get());
    }
    const int64_t shape[] = {2};
    tensors_.emplace_back(
        aclCreateTensor(shape, 1, given.dtype, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr));
    return static_cast<const aclTensor*>(tensors_.back().get());
  }

  std::deque<test::TensorHandle> tensors_;
  std::deque<test::ScalarHandle> scalars_;
  std::vector<Argument> all_;
};

// What is refused, "" if nothing is.
std::string Refused(const OpSpec& spec, const std::vector<Given>& given) {
  Arguments arguments(spec, given);
  ListMembers members;
  Status status = CheckArguments(spec, arguments.all(), members);
  if (status.ok()) status = CheckRules(spec, arguments.all(), LikenessOf(spec, arguments.all()));
  return status.ok() ? std::string() : status.message();
}

TEST(RulesTest, OptionalArguments) {
  static constexpr OpSpec kSpec =
      Resolved({.name = "aclnnOptional",
                .formula = "",
                .arguments = {Input("x"), OptionalInput("y", 1), OptionalScalar("a", -1),
                              Ignored("buffer"), Unread("read"), BoolInput("flag")},
                .rules = {SameDtype("y", "x"), MaxRank(8), NotNegativeIf("a", "flag")},
                .chips = kAllChips});
  EXPECT_EQ(Refused(kSpec, {ACL_FLOAT, nullptr, nullptr, nullptr, ACL_INT8, 0.0}), "");
  EXPECT_EQ(Refused(kSpec, {ACL_FLOAT, ACL_FLOAT, 1, ACL_STRING, ACL_STRING, 1}), "");
  EXPECT_EQ(Refused(kSpec, {ACL_FLOAT, ACL_FLOAT16, nullptr, nullptr, ACL_INT8, 0.0}),
            "y: dtype is FLOAT16, expected FLOAT, the dtype of x");
  EXPECT_EQ(Refused(kSpec, {ACL_FLOAT, nullptr, nullptr, nullptr, ACL_INT8, 1}),
            "a: is -1, expected a number that is not negative, as flag is true");
  EXPECT_EQ(Refused(kSpec, {ACL_FLOAT, nullptr, nullptr, nullptr, nullptr, 0.0}),
            "read: is null, expected an aclTensor");
}

constexpr std::string_view kForms[] = {"none", "tanh"};

TEST(RulesTest, OptionalText) {
  static constexpr OpSpec kSpec = Resolved({.name = "aclnnOptional",
                                            .formula = "",
                                            .arguments = {OptionalText("text", "none")},
                                            .rules = {TextIn("text", kForms)},
                                            .chips = kAllChips});
  EXPECT_EQ(Refused(kSpec, {nullptr}), "");
}

TEST(RulesTest, EitherOfTwo) {
  static constexpr OpSpec kSpec =
      Resolved({.name = "aclnnOptional",
                .formula = "",
                .arguments = {OptionalScalar("a", 0), OptionalScalar("b", 0)},
                .rules = {AnyGiven("a", "b")},
                .chips = kAllChips});
  EXPECT_EQ(Refused(kSpec, {nullptr, 1}), "");
  EXPECT_EQ(Refused(kSpec, {nullptr, nullptr}), "a and b: both are null, expected one of them");
}

TEST(RulesTest, ScalarsThatMayBeComplex) {
  static constexpr OpSpec kSpec = Resolved({.name = "aclnnFill",
                                            .formula = "",
                                            .arguments = {AnyScalarInput("a"), Input("x")},
                                            .rules = {FilledWith("x", "a")},
                                            .chips = kAllChips});
  EXPECT_EQ(Refused(kSpec, {{1, ACL_COMPLEX128}, ACL_COMPLEX64}), "");
  EXPECT_EQ(Refused(kSpec, {{1, ACL_COMPLEX32}, ACL_COMPLEX64}),
            "a: dtype is COMPLEX32, expected a real dtype, COMPLEX64 or COMPLEX128");
}

}  // namespace
}  // namespace openaclnn
