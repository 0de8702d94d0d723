// Specs of one rule each, what they say of arguments, and of themselves.
#pragma once

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/settings.h"
#include "engine/resolved.h"
#include "engine/rule_checks.h"
#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/sentence.h"
#include "tensor/view.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {

struct Axes {
  std::vector<int64_t> dims;
};

// One argument: a tensor's dtype or shape or both, or what an argument of another kind is.
struct Given {
  Given(aclDataType type, aclFormat storage = ACL_FORMAT_ND) : dtype(type), format(storage) {}
  Given(aclDataType type, Shape of) : dtype(type), shape(std::move(of)) {}
  Given(double value, aclDataType type = ACL_DOUBLE) : number(value), dtype(type) {}
  Given(Shape of) : shape(std::move(of)) {}
  Given(Axes of) : axes(std::move(of.dims)) {}
  Given(const char* value) : text(value) {}
  Given(std::nullptr_t) : is_null(true) {}

  double number = 0;
  aclDataType dtype = ACL_FLOAT;
  aclFormat format = ACL_FORMAT_ND;
  Shape shape = {2};
  std::vector<int64_t> axes;
  const char* text = nullptr;
  bool is_null = false;
};

// The arguments of a call, made without handles.
class Arguments {
 public:
  Arguments(const OpSpec& spec, std::vector<Given> given) : given_(std::move(given)) {
    for (size_t i = 0; i < given_.size(); ++i) all_.push_back(Make(spec.arguments[i], given_[i]));
  }

  std::span<const Argument> all() const { return all_; }

 private:
  Argument Make(const ArgumentSpec& spec, const Given& given) {
    Argument argument;
    argument.is_null = given.is_null;
    if (given.is_null) return argument;
    if (spec.IsTensor()) argument.tensor = MakeTensor(given);
    switch (spec.kind) {
      case ArgumentKind::kScalar:
        scalars_.push_back(MakeScalar(given.number, given.dtype));
        argument.scalar = FindScalar(scalars_.back().get());
        return argument;
      case ArgumentKind::kInts:
        argument.integers = &given.axes;
        return argument;
      case ArgumentKind::kInt:
        return static_cast<int64_t>(given.number);
      case ArgumentKind::kBool:
        return given.number != 0;
      case ArgumentKind::kText:
        return given.text;
      case ArgumentKind::kDtype:
        return given.dtype;
      case ArgumentKind::kDouble:
        return given.number;
      default:
        return argument;
    }
  }

  Tensor* MakeTensor(const Given& given) {
    Tensor& tensor = tensors_.emplace_back();
    tensor.dtype = given.dtype;
    tensor.format = given.format;
    tensor.shape.assign(given.shape.begin(), given.shape.end());
    tensor.strides = ContiguousStrides(tensor.shape);
    tensor.extent = ExtentOf(tensor);
    return &tensor;
  }

  std::vector<Given> given_;
  std::deque<Tensor> tensors_;
  std::deque<ScalarHandle> scalars_;
  std::vector<Argument> all_;
};

consteval OpSpec OneRule(Rule rule, std::initializer_list<ArgumentSpec> arguments) {
  OpSpec spec = {
      .name = "aclnnOneRule", .formula = "", .arguments = {}, .rules = {rule}, .chips = kAllChips};
  std::copy(arguments.begin(), arguments.end(), spec.arguments.begin());
  return Resolved(spec);
}

// A rule of one spec, as a chip has it.
class RuleOf {
 public:
  explicit RuleOf(const OpSpec& spec, const char* soc = "Ascend910B") : spec_(spec), soc_(soc) {}

  // What it refuses, "" if nothing: with the quick looks that spare checks, and without.
  std::string Refuses(std::vector<Given> given) const {
    const Arguments arguments(spec_, std::move(given));
    const Soc soc = *ParseSoc(soc_);
    const ScopedSettings settings([&](Settings& s) {
      s.chip = soc.chip;
      s.soc_name = soc.full_name;
    });
    const Rule& rule = spec_.rules[0];
    const Status status = CheckRules(spec_, arguments.all(), LikenessOf(spec_, arguments.all()));
    if (rule.type->check != nullptr && !IsEmptyFor(rule, arguments.all())) {
      const Status checked = rule.type->check(RuleCall(spec_, arguments.all()), rule);
      EXPECT_EQ(TextOf(checked), TextOf(status));
    }
    return TextOf(status);
  }

  // The same with arguments that may be null.
  std::string RefusesNulls(std::vector<Given> given) const {
    const Arguments arguments(spec_, std::move(given));
    const Rule& rule = spec_.rules[0];
    return TextOf(rule.type->check_nulls(RuleCall(spec_, arguments.all()), rule));
  }

  std::string Sentence() const { return SentenceOf(spec_.rules[0]); }
  std::string PythonSentence() const {
    return SentenceOf(spec_.rules[0], spec_.rules[0].type->python_sentence);
  }

  // Which dtypes it leaves an argument.
  std::string Dtypes(std::string_view argument) const {
    return PossibleDtypes(spec_, ParseSoc(soc_)->chip).Of(spec_.IndexOf(argument)).Text();
  }

  // What an output must be that is FLOAT [9] otherwise: "FLOAT [9]", or what is refused.
  std::string Infers(std::string_view output, std::vector<Given> given) const {
    const Arguments arguments(spec_, std::move(given));
    Inferred inferred{spec_.IndexOf(output), ACL_FLOAT, {9}};
    const Status status = Infer(spec_, arguments.all(), inferred);
    if (!status.ok()) return status.message();
    return DtypeName(inferred.dtype) + " " + ShapeText(inferred.shape);
  }

 private:
  static std::string TextOf(const Status& status) {
    return status.ok() ? std::string() : status.message();
  }

  const OpSpec& spec_;
  const char* const soc_;
};

inline constexpr ArgumentSpec kX = Input("x"), kY = Input("y"), kZ = Input("z"), kW = Input("w");
inline constexpr ArgumentSpec kA = ScalarInput("a"), kB = ScalarInput("b"), kN = IntInput("n");
inline constexpr Chips kOnly950{Chip::kAscend950};

}  // namespace openaclnn::test
