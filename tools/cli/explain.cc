#include "tools/cli/explain.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>

#include "base/dtype.h"
#include "base/product.h"
#include "fmt/format.h"
#include "tensor/promote.h"

namespace openaclnn::cli {
namespace {

using Dtypes = std::vector<aclDataType>;

// The dtypes that each argument can have, made smaller rule by rule.
class Possible {
 public:
  Possible(const OpSpec& spec, Product product) : spec_(spec), product_(product) {
    Dtypes all;
    for (const DtypeInfo& info : kDtypes) {
      if (info.dtype != ACL_BF16 || kBfloat16Products.Has(product)) all.push_back(info.dtype);
    }
    dtypes_.fill(all);
    bool changed = true;
    while (changed) {
      const auto before = dtypes_;
      for (const Rule& rule : spec.rules) Apply(rule);
      changed = dtypes_ != before;
    }
  }

  const Dtypes& Of(int argument) const { return dtypes_[static_cast<size_t>(argument)]; }

 private:
  template <class Keeps>
  void Keep(int argument, Keeps keeps) {
    std::erase_if(dtypes_[static_cast<size_t>(argument)],
                  [&](aclDataType dtype) { return !keeps(dtype); });
  }
  // Whether arguments can have dtypes that promote to one that pleases; where `fixed` is among
  // them, it has `dtype`.
  template <class Pleases>
  bool Promote(std::span<const int8_t> arguments, int fixed, aclDataType dtype, Pleases pleases,
               std::optional<aclDataType> so_far = std::nullopt) const {
    if (arguments.empty() || arguments[0] < 0) return so_far && pleases(*so_far);
    const int argument = arguments[0];
    const Dtypes one = {dtype};
    return std::ranges::any_of(argument == fixed ? one : Of(argument), [&](aclDataType other) {
      const auto promoted = so_far ? Meet(*so_far, argument, other) : other;
      return promoted && Promote(arguments.subspan(1), fixed, dtype, pleases, promoted);
    });
  }
  std::optional<aclDataType> Meet(aclDataType tensor, int argument, aclDataType other) const {
    return spec_.arguments[argument].kind == ArgumentKind::kScalar
               ? PromoteWithScalar(tensor, other)
               : openaclnn::Promote(tensor, other);
  }
  // Whether b and c can promote to the dtype, and may.
  bool IsPromoted(aclDataType dtype, std::span<const int8_t> arguments) const {
    for (const Rule& rule : spec_.rules) {
      const bool is_about_them = rule.kind == RuleKind::kPromotesInto &&
                                 rule.at[0] == arguments[0] && rule.at[1] == arguments[1];
      if (is_about_them && !rule.dtypes.Has(dtype)) return false;
    }
    return Promote(arguments, -1, dtype,
                   [dtype](aclDataType promoted) { return promoted == dtype; });
  }
  bool Has(int argument, aclDataType dtype) const {
    return std::ranges::find(Of(argument), dtype) != Of(argument).end();
  }

  void Apply(const Rule& rule) {
    const int a = rule.at[0], b = rule.at[1];
    const std::span others = std::span(rule.at).subspan(1);
    const auto can_be_cast_to = [](aclDataType to) {
      return [to](aclDataType from) { return CanCast(from, to); };
    };
    const auto is_accepted = [&rule](aclDataType dtype) { return rule.dtypes.Has(dtype); };
    switch (rule.kind) {
      case RuleKind::kDtypeIn:
        Keep(a, is_accepted);
        break;
      case RuleKind::kSameDtype:
        Keep(a, [this, b](aclDataType dtype) { return Has(b, dtype); });
        Keep(b, [this, a](aclDataType dtype) { return Has(a, dtype); });
        break;
      case RuleKind::kPromotesInto:
        for (const int8_t k : rule.at) {
          if (k < 0) break;
          Keep(k, [&](aclDataType dtype) { return Promote(rule.at, k, dtype, is_accepted); });
        }
        break;
      case RuleKind::kDtypeInOrCastable:
        Keep(a, [&](aclDataType dtype) {
          return is_accepted(dtype) ||
                 (rule.products.Has(product_) && Promote(others, a, dtype, can_be_cast_to(dtype)));
        });
        break;
      case RuleKind::kPromotedDtype:
        Keep(a, [&](aclDataType dtype) { return IsPromoted(dtype, others); });
        break;
      case RuleKind::kIsDtypeIn:
        Keep(a, is_accepted);
        break;
      case RuleKind::kCastable:
        Keep(b, [this, a](aclDataType dtype) {
          return std::ranges::any_of(Of(a),
                                     [dtype](aclDataType from) { return CanCast(from, dtype); });
        });
        break;
      case RuleKind::kPromotedCastable:
        for (const int8_t k : others) {
          if (k < 0) break;
          Keep(k, [&](aclDataType dtype) { return Promote(others, k, dtype, IsAny); });
        }
        Keep(a,
             [&](aclDataType dtype) { return Promote(others, a, dtype, can_be_cast_to(dtype)); });
        break;
      case RuleKind::kOnlyWithZero:
        if (rule.products.Has(product_)) break;
        Keep(a, [&](aclDataType dtype) { return !is_accepted(dtype); });
        break;
      case RuleKind::kDtypeOnlyOn:
        if (rule.products.Has(product_)) break;
        Keep(a, [&](aclDataType dtype) { return !is_accepted(dtype); });
        break;
      case RuleKind::kHasDtype:
        Keep(a, [this, b](aclDataType dtype) { return Has(b, dtype); });
        break;
      default:  // of shapes and texts
        break;
    }
  }

  static bool IsAny(aclDataType /*dtype*/) { return true; }

  const OpSpec& spec_;
  const Product product_;
  std::array<Dtypes, kMaxArguments> dtypes_;
};

std::vector<DtypesOnProducts::Tensor> TensorsOf(const OpSpec& spec, Product product) {
  const Possible possible(spec, product);
  std::vector<DtypesOnProducts::Tensor> tensors;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (!spec.arguments[i].IsTensor()) continue;
    auto& tensor = tensors.emplace_back();
    tensor.name = spec.arguments[i].name;
    for (const aclDataType dtype : possible.Of(i)) tensor.dtypes.push_back(DtypeName(dtype));
  }
  return tensors;
}

// "0, 1 or 2".
std::string IntegersText(const Rule& rule) {
  std::string text;
  for (int i = 0; i < rule.limit; ++i) {
    text += fmt::format("{}{}",
                        i == 0                ? ""
                        : i + 1 == rule.limit ? " or "
                                              : ", ",
                        rule.integers[static_cast<size_t>(i)]);
  }
  return text;
}

// "a, b and c", from one of the rule's arguments on.
std::string NamesFrom(const Rule& rule, size_t first) {
  std::string text;
  for (size_t k = first; k < rule.names.size() && !rule.names[k].empty(); ++k) {
    const bool is_last = k + 1 == rule.names.size() || rule.names[k + 1].empty();
    text += fmt::format("{}{}", k == first ? "" : is_last ? " and " : ", ", rule.names[k]);
  }
  return text;
}

std::string Sentence(const Rule& rule) {
  const std::string_view a = rule.names[0], b = rule.names[1], c = rule.names[2];
  switch (rule.kind) {
    case RuleKind::kDtypeIn:
      return fmt::format("The dtype of {} is {}.", a, rule.dtypes.Text());
    case RuleKind::kSameDtype:
      return fmt::format("The dtype of {} is that of {}.", a, b);
    case RuleKind::kPromotesInto:
      return fmt::format("The dtypes of {} promote to {}.", NamesFrom(rule, 0), rule.dtypes.Text());
    case RuleKind::kPromotedDtype:
      return fmt::format("The dtype of {} is what those of {} and {} promote to.", a, b, c);
    case RuleKind::kMaxRank:
      return fmt::format("No tensor has more than {} axes.", rule.limit);
    case RuleKind::kSameShape:
      return fmt::format("The shape of {} is that of {}.", a, b);
    case RuleKind::kBroadcasts:
      return fmt::format("The shapes of {} broadcast.", NamesFrom(rule, 0));
    case RuleKind::kBroadcastShape:
      return fmt::format("The shape of {} is what those of {} broadcast to.", a,
                         NamesFrom(rule, 1));
    case RuleKind::kBroadcastsTo:
      return fmt::format("The shape of {} broadcasts to that of {}.", a, b);
    case RuleKind::kChannelWeight:
      if (c.empty()) {
        return fmt::format("{} has one element, or one for each channel (axis 1) of {}.", a, b);
      }
      return fmt::format(
          "{0} has one element, or one for each channel (axis 1) of {1}; {2} has the shape of {0}, "
          "or one axis with an element for each channel.",
          a, b, c);
    case RuleKind::kTextIn:
      return fmt::format("{} is \"{}\" or \"{}\".", a, rule.texts[0], rule.texts[1]);
    case RuleKind::kIsDtypeIn:
      return fmt::format("{} is {}.", a, rule.dtypes.Text());
    case RuleKind::kHasDtype:
      return fmt::format("The dtype of {} is the one that {} names.", a, b);
    case RuleKind::kIntIn:
      return fmt::format("{} is {}.", a, IntegersText(rule));
    case RuleKind::kCastable:
      return fmt::format("Elements of {} can become ones of {}.", a, b);
    case RuleKind::kCastableToPromoted:
      return fmt::format("{} can become an element of what the dtypes of {} promote to.", a,
                         NamesFrom(rule, 1));
    case RuleKind::kPromotedCastable:
      return fmt::format("Elements of what the dtypes of {} promote to can become ones of {}.",
                         NamesFrom(rule, 1), a);
    case RuleKind::kFilledWith:
      return fmt::format(
          "The dtypes of {} and {} promote, but that a complex tensor takes any scalar.", a, b);
    case RuleKind::kDtypeOnlyOn:
      return fmt::format("The dtype of {} is {} on {} only.", a, rule.dtypes.Text(),
                         rule.products.Text());
    case RuleKind::kDtypeInOrCastable:
      return fmt::format(
          "The dtype of {} is {}; on {} also one of which elements of {} can become.", a,
          rule.dtypes.Text(), rule.products.Text(),
          c.empty() ? std::string(b)
                    : fmt::format("what those of {} promote to", NamesFrom(rule, 1)));
    case RuleKind::kNotAbove:
      return fmt::format("{} is not above {}.", a, b);
    case RuleKind::kNotZeroNorNan:
      return fmt::format("{} is neither 0 nor NaN.", a);
    case RuleKind::kNotNegative:
      return fmt::format("{} is not below 0.", a);
    case RuleKind::kAtLeastZero:
      return fmt::format("{} is at least 0.", a);
    case RuleKind::kNotNegativeIf:
      return fmt::format("{} is not below 0 if {} is true.", a, b);
    case RuleKind::kNumberForIntegers:
      return fmt::format("{} is not NaN where {} has integers.", a, b);
    case RuleKind::kFitsIntegers:
      return fmt::format("Where {1} has integers, its dtype holds {0}, truncated.", a, b);
    case RuleKind::kOnlyWithZero:
      return fmt::format("The dtype of {} is {} on {} only, and with {} 0.", a, rule.dtypes.Text(),
                         rule.products.Text(), b);
    case RuleKind::kSameFormat:
      return fmt::format("The format of {} is that of {}.", a, b);
    case RuleKind::kDimOf:
      return fmt::format("{} is an axis of {}; -1 is the last.", a, b);
    case RuleKind::kSucceedIfEmpty:
      return fmt::format("If {} has no elements, nothing is done, and no rule below counts.", a);
    case RuleKind::kRankIs:
      return fmt::format("{} has {} axes.", a, rule.limit);
    case RuleKind::kShapeOfRows:
      return fmt::format("The shape of {} is that of {} without its last axis.", a, b);
    case RuleKind::kHalfShape:
      return fmt::format(
          "The shape of {} is that of {} with half the size along {}; that size is even.", a, b,
          c.empty() ? "the last axis" : c);
    case RuleKind::kMinRank:
      return fmt::format("{} has at least {}.", a,
                         rule.limit == 1 ? "one axis" : fmt::format("{} axes", rule.limit));
    case RuleKind::kSizes:
      return fmt::format(
          "The last size of {} is from {} to {}, and the product of the others at most {}.", a,
          rule.integers[0], rule.integers[1], rule.integers[2]);
    case RuleKind::kOneElement:
      return fmt::format("{} has one element.", a);
    case RuleKind::kIntBetween:
      return fmt::format("{} is from {} to {}.", a, rule.integers[0], rule.integers[1]);
    case RuleKind::kAxesOf:
      return fmt::format("{} has axes of {}, none of them twice; -1 is the last.", a, b);
    case RuleKind::kReducedShape:
      return fmt::format(
          "The shape of {0} is that of {1} without the axes in {2}, or with 1 in their place if "
          "{3} is true; without any axes there, without all. One element may have any shape.",
          a, b, c, rule.names[3]);
    case RuleKind::kProductShape:
      return fmt::format("The shape of {} is that of the product of {} and {}.", a, b, c);
    case RuleKind::kRowOf:
      return fmt::format("{} has one axis, as long as the last one of {}.", a, b);
    case RuleKind::kLossShape:
      return fmt::format(
          "The shape of {} is that of {} if {} is 0, else {} has one element, along at most one "
          "axis.",
          a, b, c, a);
    case RuleKind::kIntOnlyOn:
      return fmt::format("{} is {} on {} only.", a, rule.integers[0], rule.products.Text());
    case RuleKind::kAnyGiven:
      return fmt::format("{} or {} is given.", a, b);
    case RuleKind::kIsPower:
      return fmt::format(
          "What {1} promote to holds {0}: if these are integers, not negative; if floats, "
          "finite if it is.",
          a, NamesFrom(rule, 1));
    case RuleKind::kNone:
      break;
  }
  return {};
}

const char* NameOf(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kInput:
      return "input tensor";
    case ArgumentKind::kOutput:
      return "output tensor";
    case ArgumentKind::kInOut:
      return "tensor, replaced by the result";
    case ArgumentKind::kScalar:
      return "scalar";
    case ArgumentKind::kDouble:
      return "number";
    case ArgumentKind::kUnread:
      return "tensor, not read";
    case ArgumentKind::kInt:
      return "integer";
    case ArgumentKind::kInts:
      return "integers";
    case ArgumentKind::kBool:
      return "true or false";
    case ArgumentKind::kText:
      return "text";
    case ArgumentKind::kDtype:
      return "dtype";
    case ArgumentKind::kNone:
      break;
  }
  return "";
}

bool Equal(const DtypesOnProducts::Tensor& a, const DtypesOnProducts::Tensor& b) {
  return a.name == b.name && a.dtypes == b.dtypes;
}

}  // namespace

std::vector<std::string> ProductNames(const OpSpec& spec) {
  std::vector<std::string> names;
  for (const Product product : kProducts) {
    if (spec.products.Has(product)) names.emplace_back(ProductName(product));
  }
  return names;
}

std::string KindName(const ArgumentSpec& argument) {
  const bool is_optional = argument.is_optional && argument.kind != ArgumentKind::kUnread;
  return fmt::format("{}{}", is_optional ? "optional " : "", NameOf(argument.kind));
}

std::vector<std::string> Sentences(const OpSpec& spec) {
  std::vector<std::string> sentences;
  for (const Rule& rule : spec.rules) {
    if (rule.kind == RuleKind::kNone) continue;
    std::string& sentence = sentences.emplace_back(Sentence(rule));
    const bool is_optional = std::ranges::any_of(rule.at, [&spec](int8_t at) {
      return at >= 0 && spec.arguments[at].IsTensor() && spec.arguments[at].is_optional;
    });
    if (is_optional) sentence.insert(sentence.size() - 1, ", if it is given");
  }
  return sentences;
}

std::vector<DtypesOnProducts> DtypesOf(const OpSpec& spec) {
  std::vector<DtypesOnProducts> groups;
  for (const Product product : kProducts) {
    if (!spec.products.Has(product)) continue;
    auto tensors = TensorsOf(spec, product);
    const auto known = std::ranges::find_if(groups, [&](const DtypesOnProducts& group) {
      return std::ranges::equal(group.tensors, tensors, Equal);
    });
    if (known != groups.end()) {
      known->products.emplace_back(ProductName(product));
    } else {
      groups.push_back({{ProductName(product)}, std::move(tensors)});
    }
  }
  return groups;
}

}  // namespace openaclnn::cli
