#include "engine/rule_checks.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "aclnn/opdev/op_errno.h"
#include "base/settings.h"
#include "fmt/format.h"
#include "tensor/broadcast.h"
#include "tensor/derived_shape.h"
#include "tensor/promote.h"

namespace openaclnn {
namespace {

// The arguments of one call beside their spec.
class Call {
 public:
  Call(const OpSpec& spec, std::span<const Argument> arguments)
      : spec_(spec), arguments_(arguments) {}

  const Tensor& At(const Rule& rule, int k) const { return *Given(rule, k).tensor; }

  // The rules that hold because the tensors of the call are alike, by AlikeRules. An optional
  // tensor that is null obeys those of dtypes as well.
  uint32_t ObeyedBy(const Likeness& likeness) const {
    const AlikeRules& alike = spec_.alike;
    uint32_t obeyed = 0;
    if (likeness.one_dtype) {
      const aclDataType dtype = likeness.first->dtype;
      if (alike.dtypes.Has(dtype) && ProductHas(dtype)) obeyed |= alike.of_dtypes;
    }
    if (likeness.one_shape && likeness.first->shape.size() <= alike.most_axes) {
      obeyed |= alike.of_shapes;
    }
    return obeyed;
  }

  // Whether a rule of a kind that many specs have holds because its tensors, all given, are of one
  // dtype or shape, or its text is one of two. Obeys decides the rest, and has what messages take.
  bool IsObeyedAtAGlance(const Rule& rule) const {
    const auto is_same = [&](auto Tensor::*member) {
      const Tensor* const first = Given(rule, 0).tensor;
      if (first == nullptr) return false;
      for (size_t k = 1; k < rule.at.size() && rule.at[k] >= 0; ++k) {
        const Tensor* const other = Given(rule, static_cast<int>(k)).tensor;
        if (other == nullptr || other->*member != first->*member) return false;
      }
      return true;
    };
    switch (rule.kind) {
      case RuleKind::kDtypeIn:
      case RuleKind::kPromotesInto:
        return is_same(&Tensor::dtype) && At(rule, 0).dtype != ACL_BF16 &&
               rule.dtypes.Has(At(rule, 0).dtype);
      case RuleKind::kSameDtype:
        return is_same(&Tensor::dtype);
      case RuleKind::kPromotedDtype:
        return is_same(&Tensor::dtype) && FindDtype(At(rule, 0).dtype) != nullptr;
      case RuleKind::kSameShape:
      case RuleKind::kBroadcasts:
      case RuleKind::kBroadcastShape:
      case RuleKind::kBroadcastsTo:
        return is_same(&Tensor::shape);
      case RuleKind::kMaxRank:
        return std::ranges::all_of(arguments_, [&](const Argument& argument) {
          return HasRankUpTo(rule.limit, argument);
        });
      case RuleKind::kTextIn:
        return HasText(rule);
      default:
        return false;
    }
  }

  Status Obeys(const Rule& rule) const {
    for (const int8_t at : rule.at) {
      if (at < 0) break;
      if (IsAbsent(static_cast<size_t>(at))) return {};
    }
    switch (rule.kind) {
      case RuleKind::kNone:
        return {};
      case RuleKind::kDtypeIn:
        return CheckDtypeIn(rule);
      case RuleKind::kSameDtype:
        return CheckSameDtype(rule);
      case RuleKind::kPromotesInto:
        return CheckPromotesInto(rule);
      case RuleKind::kPromotedDtype:
        return CheckPromotedDtype(rule);
      case RuleKind::kMaxRank:
        return CheckMaxRank(rule);
      case RuleKind::kSameShape:
        return CheckSameShape(rule);
      case RuleKind::kBroadcasts:
        return CheckBroadcasts(rule);
      case RuleKind::kBroadcastShape:
        return CheckBroadcastShape(rule);
      case RuleKind::kBroadcastsTo:
        return CheckBroadcastsTo(rule);
      case RuleKind::kChannelWeight:
        return CheckChannelWeight(rule);
      case RuleKind::kTextIn:
        return CheckTextIn(rule);
      case RuleKind::kIsDtypeIn:
        return CheckIsDtypeIn(rule);
      case RuleKind::kHasDtype:
        return CheckHasDtype(rule);
      case RuleKind::kIntIn:
        return CheckIntIn(rule);
      case RuleKind::kCastable:
        return CheckCastable(rule);
      case RuleKind::kCastableToPromoted:
        return CheckCastableToPromoted(rule);
      case RuleKind::kPromotedCastable:
        return CheckPromotedCastable(rule);
      case RuleKind::kNotAbove:
        return CheckNotAbove(rule);
      case RuleKind::kNotZeroNorNan:
        return CheckNotZeroNorNan(rule);
      case RuleKind::kNotNegative:
        return CheckNotNegative(rule);
      case RuleKind::kAtLeastZero:
        return CheckAtLeastZero(rule);
      case RuleKind::kNotNegativeIf:
        return CheckNotNegativeIf(rule);
      case RuleKind::kNumberForIntegers:
        return CheckNumberForIntegers(rule);
      case RuleKind::kFitsIntegers:
        return CheckFitsIntegers(rule);
      case RuleKind::kOnlyWithZero:
        return CheckOnlyWithZero(rule);
      case RuleKind::kSameFormat:
        return CheckSameFormat(rule);
      case RuleKind::kDimOf:
        return CheckDimOf(rule);
      case RuleKind::kRankIs:
        return CheckRankIs(rule);
      case RuleKind::kShapeOfRows:
        return CheckShapeOfRows(rule);
      case RuleKind::kSucceedIfEmpty:  // seen by CheckRules
      case RuleKind::kAnyGiven:        // seen by CheckArguments
        return {};
      case RuleKind::kHalfShape:
        return CheckHalfShape(rule);
      case RuleKind::kMinRank:
        return CheckMinRank(rule);
      case RuleKind::kSizes:
        return CheckSizes(rule);
      case RuleKind::kOneElement:
        return CheckOneElement(rule);
      case RuleKind::kIntOnlyOn:
        return CheckIntOnlyOn(rule);
      case RuleKind::kFilledWith:
        return CheckFilledWith(rule);
      case RuleKind::kDtypeOnlyOn:
        return CheckDtypeOnlyOn(rule);
      case RuleKind::kIntBetween:
        return CheckIntBetween(rule);
      case RuleKind::kAxesOf:
        return CheckAxesOf(rule);
      case RuleKind::kReducedShape:
        return CheckReducedShape(rule);
      case RuleKind::kProductShape:
        return CheckProductShape(rule);
      case RuleKind::kRowOf:
        return CheckRowOf(rule);
      case RuleKind::kLossShape:
        return CheckLossShape(rule);
      case RuleKind::kDtypeInOrCastable:
        return CheckDtypeInOrCastable(rule);
      case RuleKind::kIsPower:
        return CheckIsPower(rule);
    }
    return {};
  }

 private:
  const Argument& Given(const Rule& rule, int k) const {
    return arguments_[static_cast<size_t>(rule.at[k])];
  }
  // What is no tensor, too.
  static bool HasRankUpTo(int64_t limit, const Argument& argument) {
    return argument.tensor == nullptr ||
           argument.tensor->shape.size() <= static_cast<size_t>(limit);
  }
  bool HasText(const Rule& rule) const {
    const char* const given = Given(rule, 0).text;
    return IsText(given, rule.texts[0]) || IsText(given, rule.texts[1]);
  }
  // Of an optional tensor, that the caller passed null.
  bool IsAbsent(size_t i) const {
    return arguments_[i].tensor == nullptr && spec_.arguments[i].IsTensor();
  }
  // Of a scalar or double, exact. An optional scalar that is null is its default.
  ExactNumber Number(const Rule& rule, int k) const {
    const Argument& argument = Given(rule, k);
    return argument.scalar != nullptr ? ExactOf(*argument.scalar) : ExactNumber{argument.number};
  }
  // Of a tensor or scalar.
  aclDataType DtypeOf(const Rule& rule, int k) const {
    const Argument& argument = Given(rule, k);
    return argument.tensor != nullptr ? argument.tensor->dtype : argument.scalar->dtype;
  }

  template <class... Args>
  static Status Invalid(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
    return Error(kind, ACLNN_ERR_PARAM_INVALID, format, std::forward<Args>(args)...);
  }

  // `is`: how the message puts the dtype's being that of the argument, or it.
  static Status CheckProduct(std::string_view name, std::string_view is, aclDataType dtype,
                             Products products) {
    const Product product = GetSettings().product;
    if (products.Has(product)) return {};
    return Invalid(ErrorKind::kProduct,
                   "{}: {} {}, which is not supported on {} (OPENACLNN_SOC={}), only on {}", name,
                   is, DtypeName(dtype), ProductName(product), GetSettings().soc_name,
                   products.Text());
  }

  // BFLOAT16 exists on some products only, wherever a rule allows it.
  static bool ProductHas(aclDataType dtype) {
    return dtype != ACL_BF16 || kBfloat16Products.Has(GetSettings().product);
  }
  static Status CheckDtypeOnProduct(std::string_view name, aclDataType dtype,
                                    std::string_view is = "dtype is") {
    return ProductHas(dtype) ? Status() : CheckProduct(name, is, dtype, kBfloat16Products);
  }

  Status CheckDtypeIn(const Rule& rule) const {
    const aclDataType dtype = DtypeOf(rule, 0);
    if (!rule.dtypes.Has(dtype)) {
      return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}", rule.names[0],
                     DtypeName(dtype), rule.dtypes.Text());
    }
    return CheckDtypeOnProduct(rule.names[0], dtype);
  }

  Status CheckSameDtype(const Rule& rule) const {
    const aclDataType a = At(rule, 0).dtype, b = At(rule, 1).dtype;
    if (a == b) return {};
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[0], DtypeName(a), DtypeName(b), rule.names[1]);
  }

  // What the arguments from `first` on promote to.
  std::optional<aclDataType> PromotedFrom(const Rule& rule, int first) const {
    return PromotedDtype(std::span(rule.at).subspan(static_cast<size_t>(first)), arguments_);
  }
  // "self and other", of what the arguments from `first` on are called, or of what `text` gives.
  template <class TextAt>
  static std::string Listed(const Rule& rule, int first, const TextAt& text) {
    std::string list;
    for (int k = first; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
      const bool is_last = k + 1 == static_cast<int>(rule.at.size()) || rule.at[k + 1] < 0;
      list += fmt::format("{}{}", k == first ? "" : is_last ? " and " : ", ", text(k));
    }
    return list;
  }
  static std::string NamesFrom(const Rule& rule, int first) {
    return Listed(rule, first, [&rule](int k) { return rule.names[k]; });
  }
  std::string DtypesFrom(const Rule& rule, int first) const {
    return Listed(rule, first, [&](int k) { return DtypeName(DtypeOf(rule, k)); });
  }

  Status CannotPromote(const Rule& rule, int first) const {
    return Invalid(ErrorKind::kPromotion, "{}: {} cannot promote to a common dtype",
                   NamesFrom(rule, first), DtypesFrom(rule, first));
  }

  Status CheckPromotesInto(const Rule& rule) const {
    const std::optional<aclDataType> promoted = PromotedFrom(rule, 0);
    if (!promoted) return CannotPromote(rule, 0);
    if (!rule.dtypes.Has(*promoted)) {
      return Invalid(ErrorKind::kPromotion, "{}: {} promote to {}, expected {}", NamesFrom(rule, 0),
                     DtypesFrom(rule, 0), DtypeName(*promoted), rule.dtypes.Text());
    }
    for (int k = 0; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
      if (Given(rule, k).tensor == nullptr) continue;
      OPENACLNN_RETURN_IF_ERROR(CheckDtypeOnProduct(rule.names[k], DtypeOf(rule, k)));
    }
    return {};
  }

  Status CheckPromotedDtype(const Rule& rule) const {
    const aclDataType given = At(rule, 0).dtype;
    const std::optional<aclDataType> promoted = PromotedFrom(rule, 1);
    if (promoted && given == *promoted) return {};
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, to which {} and {} promote",
                   rule.names[0], DtypeName(given),
                   promoted ? DtypeName(*promoted) : std::string("none"), rule.names[1],
                   rule.names[2]);
  }

  Status CheckMaxRank(const Rule& rule) const {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (HasRankUpTo(rule.limit, arguments_[i])) continue;
      const Dims& shape = arguments_[i].tensor->shape;
      return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected at most {}",
                     spec_.arguments[i].name, shape.size(), ShapeText(shape), rule.limit);
    }
    return {};
  }

  Status CheckSameShape(const Rule& rule) const {
    const Dims &a = At(rule, 0).shape, &b = At(rule, 1).shape;
    if (a == b) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}",
                   rule.names[0], ShapeText(a), ShapeText(b), rule.names[1]);
  }

  // Of the arguments from `first` on; nothing if they have no common shape.
  std::optional<Dims> BroadcastFrom(const Rule& rule, int first) const {
    std::optional<Dims> common = At(rule, first).shape;
    for (int k = first + 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0 && common;
         ++k) {
      common = Broadcast(*common, At(rule, k).shape);
    }
    return common;
  }
  // Whether the arguments from `first` on have one shape; quicker than broadcasting.
  bool HaveOneShape(const Rule& rule, int first) const {
    for (int k = first + 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
      if (At(rule, k).shape != At(rule, first).shape) return false;
    }
    return true;
  }

  Status CheckBroadcasts(const Rule& rule) const {
    if (HaveOneShape(rule, 0) || BroadcastFrom(rule, 0)) return {};
    return Invalid(
        ErrorKind::kBroadcast,
        "{}: shapes {} do not broadcast; aligned at their last axes, sizes must be equal "
        "or 1",
        NamesFrom(rule, 0), Listed(rule, 0, [&](int k) { return ShapeText(At(rule, k).shape); }));
  }

  Status CheckBroadcastShape(const Rule& rule) const {
    if (HaveOneShape(rule, 0)) return {};
    const Dims& given = At(rule, 0).shape;
    const std::optional<Dims> expected = BroadcastFrom(rule, 1);
    if (expected && given == *expected) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the broadcast shape of {}",
                   rule.names[0], ShapeText(given),
                   expected ? ShapeText(*expected) : std::string("none"), NamesFrom(rule, 1));
  }

  Status CheckBroadcastsTo(const Rule& rule) const {
    const Dims &a = At(rule, 0).shape, &b = At(rule, 1).shape;
    if (BroadcastsTo(a, b)) return {};
    return Invalid(ErrorKind::kBroadcast, "{}: shape {} does not broadcast to {}, the shape of {}",
                   rule.names[0], ShapeText(a), ShapeText(b), rule.names[1]);
  }

  Status CheckChannelWeight(const Rule& rule) const {
    const Dims &weight = At(rule, 0).shape, &self = At(rule, 1).shape;
    const bool has_gradient = rule.at[2] >= 0;
    const Dims& gradient = At(rule, has_gradient ? 2 : 0).shape;
    const int64_t count = At(rule, 0).extent.elements;
    if (count == 1) {
      if (gradient == weight) return {};
      return Invalid(ErrorKind::kShape,
                     "{}: shape is {}, expected {}, the shape of {}, which has one element",
                     rule.names[2], ShapeText(gradient), ShapeText(weight), rule.names[0]);
    }
    if (self.empty()) {
      return Invalid(ErrorKind::kChannels,
                     "{}: has {} elements (shape {}), expected 1, as {} has no axes", rule.names[0],
                     count, ShapeText(weight), rule.names[1]);
    }
    const int64_t channels = self.size() > 1 ? self[1] : 1;
    if (count != channels) {
      return Invalid(
          ErrorKind::kChannels,
          "{}: has {} elements (shape {}), expected 1 or {}, the channels of {} (shape {})",
          rule.names[0], count, ShapeText(weight), channels, rule.names[1], ShapeText(self));
    }
    if (!has_gradient || gradient == Dims{channels}) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, one element for each of {}",
                   rule.names[2], ShapeText(gradient), ShapeText(Dims{channels}), rule.names[0]);
  }

  Status CheckTextIn(const Rule& rule) const {
    if (HasText(rule)) return {};
    const std::string_view given = Given(rule, 0).text;
    constexpr size_t kShown = 32;
    return Invalid(ErrorKind::kText, "{}: is \"{}\"{}, expected \"{}\" or \"{}\"", rule.names[0],
                   given.substr(0, kShown), given.size() > kShown ? "..." : "", rule.texts[0],
                   rule.texts[1]);
  }

  Status CheckIsDtypeIn(const Rule& rule) const {
    const aclDataType given = arguments_[rule.at[0]].dtype;
    if (!rule.dtypes.Has(given)) {
      return Invalid(ErrorKind::kDtype, "{}: is {}, expected {}", rule.names[0], DtypeName(given),
                     rule.dtypes.Text());
    }
    return CheckDtypeOnProduct(rule.names[0], given, "is");
  }

  Status CheckHasDtype(const Rule& rule) const {
    const aclDataType given = At(rule, 0).dtype, expected = arguments_[rule.at[1]].dtype;
    if (given == expected) return {};
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, which is {}", rule.names[0],
                   DtypeName(given), DtypeName(expected), rule.names[1]);
  }

  Status CheckIntIn(const Rule& rule) const {
    const int64_t given = Given(rule, 0).integer;
    const std::span known(rule.integers.data(), static_cast<size_t>(rule.limit));
    if (std::ranges::find(known, given) != known.end()) return {};
    const auto but_last = known.first(known.size() - 1);
    return Invalid(ErrorKind::kValue, "{}: is {}, expected {} or {}", rule.names[0], given,
                   fmt::join(but_last.begin(), but_last.end(), ", "), known.back());
  }

  Status CheckCastable(const Rule& rule) const {
    const aclDataType from = DtypeOf(rule, 0), to = DtypeOf(rule, 1);
    if (CanCast(from, to)) return {};
    return Invalid(ErrorKind::kCast, "{}: dtype is {}, to which {}, the dtype of {}, is not cast",
                   rule.names[1], DtypeName(to), DtypeName(from), rule.names[0]);
  }

  Status CheckCastableToPromoted(const Rule& rule) const {
    const aclDataType from = DtypeOf(rule, 0);
    const std::optional<aclDataType> to = PromotedFrom(rule, 1);
    // An integer that is a BOOL is whether it is not 0.
    if (to && (CanCast(from, *to) || (*to == ACL_BOOL && IsInteger(from)))) return {};
    return Invalid(ErrorKind::kCast,
                   "{}: dtype is {}, which is not cast to {}, to which {} promote", rule.names[0],
                   DtypeName(from), to ? DtypeName(*to) : std::string("none"), NamesFrom(rule, 1));
  }

  Status CheckPromotedCastable(const Rule& rule) const {
    const aclDataType to = DtypeOf(rule, 0);
    const std::optional<aclDataType> from = PromotedFrom(rule, 1);
    if (!from) return CannotPromote(rule, 1);
    if (CanCast(*from, to)) return {};
    return Invalid(ErrorKind::kCast,
                   "{}: dtype is {}, to which {}, to which {} promote, is not cast", rule.names[0],
                   DtypeName(to), DtypeName(*from), NamesFrom(rule, 1));
  }

  Status CheckNotAbove(const Rule& rule) const {
    const ExactNumber a = Number(rule, 0), b = Number(rule, 1);
    if (!(a > b)) return {};
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at most {}, which is {}", rule.names[0],
                   TextOf(a), TextOf(b), rule.names[1]);
  }

  Status CheckNotZeroNorNan(const Rule& rule) const {
    const auto given = static_cast<float>(Number(rule, 0).nearest);
    if (given != 0 && !std::isnan(given)) return {};
    return Invalid(ErrorKind::kValue, "{}: is {} as a float, expected a number other than 0",
                   rule.names[0], given);
  }

  Status CheckNotNegative(const Rule& rule) const {
    const ExactNumber given = Number(rule, 0);
    if (!(given.nearest < 0)) return {};
    return Invalid(ErrorKind::kValue, "{}: is {}, expected a number that is not negative",
                   rule.names[0], TextOf(given));
  }

  Status CheckAtLeastZero(const Rule& rule) const {
    const ExactNumber given = Number(rule, 0);
    if (given.nearest >= 0) return {};
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 0", rule.names[0],
                   TextOf(given));
  }

  Status CheckNotNegativeIf(const Rule& rule) const {
    const ExactNumber given = Number(rule, 0);
    if (!Given(rule, 1).flag || !(given.nearest < 0)) return {};
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected a number that is not negative, as {} is true",
                   rule.names[0], TextOf(given), rule.names[1]);
  }

  Status CheckNumberForIntegers(const Rule& rule) const {
    const aclDataType dtype = DtypeOf(rule, 1);
    if (!IsInteger(dtype) || !std::isnan(Number(rule, 0).nearest)) return {};
    return Invalid(ErrorKind::kValue, "{}: is nan, expected a number, as the dtype of {} is {}",
                   rule.names[0], rule.names[1], DtypeName(dtype));
  }

  Status CheckFitsIntegers(const Rule& rule) const {
    const aclDataType dtype = DtypeOf(rule, 1);
    if (!IsInteger(dtype)) return {};
    ExactNumber given = Number(rule, 0);
    given.nearest = std::trunc(given.nearest);
    const int bits = DtypeBytes(dtype) * 8;
    const bool is_signed = ClassOf(dtype) == DtypeClass::kSigned;
    const double end = std::ldexp(1.0, is_signed ? bits - 1 : bits);
    const double lowest = is_signed ? -end : 0;
    if (given >= ExactNumber{lowest} && ExactNumber{end} > given) return {};
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected a number from {} to {}, which {}, the dtype of {}, holds",
                   rule.names[0], TextOf(Number(rule, 0)), Truncated({lowest}),
                   Truncated({end, -1}), DtypeName(dtype), rule.names[1]);
  }

  Status CheckOnlyWithZero(const Rule& rule) const {
    const aclDataType dtype = DtypeOf(rule, 0);
    if (!rule.dtypes.Has(dtype)) return {};
    OPENACLNN_RETURN_IF_ERROR(CheckProduct(rule.names[0], "dtype is", dtype, rule.products));
    if (Number(rule, 1).nearest == 0) return {};
    return Invalid(ErrorKind::kValue, "{}: is {}, expected 0, as the dtype of {} is {}",
                   rule.names[1], TextOf(Number(rule, 1)), rule.names[0], DtypeName(dtype));
  }

  Status CheckSameFormat(const Rule& rule) const {
    const aclFormat a = At(rule, 0).format, b = At(rule, 1).format;
    if (a == b) return {};
    return Invalid(ErrorKind::kFormat, "{}: format is {}, expected {}, the format of {}",
                   rule.names[0], FormatName(a), FormatName(b), rule.names[1]);
  }

  Status CheckDimOf(const Rule& rule) const {
    const int64_t given = Given(rule, 0).integer;
    const Dims& shape = At(rule, 1).shape;
    if (AxisAt(given, shape)) return {};
    const int64_t axes = std::max<int64_t>(1, static_cast<int64_t>(shape.size()));
    return Invalid(
        ErrorKind::kValue, "{}: is {}, expected from {} to {}, as the rank of {} is {} (shape {})",
        rule.names[0], given, -axes, axes - 1, rule.names[1], shape.size(), ShapeText(shape));
  }

  Status CheckRankIs(const Rule& rule) const {
    const Dims& shape = At(rule, 0).shape;
    if (shape.size() == static_cast<size_t>(rule.limit)) return {};
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {}", rule.names[0],
                   shape.size(), ShapeText(shape), rule.limit);
  }

  Status CheckShapeOfRows(const Rule& rule) const {
    const Dims &a = At(rule, 0).shape, &b = At(rule, 1).shape;
    const Dims expected(b.begin(), b.end() - (b.empty() ? 0 : 1));
    if (a == expected) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, the shape {} of {} without its last axis",
                   rule.names[0], ShapeText(a), ShapeText(expected), ShapeText(b), rule.names[1]);
  }

  Status CheckIntBetween(const Rule& rule) const {
    const int64_t given = Given(rule, 0).integer;
    if (given >= rule.integers[0] && given <= rule.integers[1]) return {};
    return Invalid(ErrorKind::kValue, "{}: is {}, expected {} to {}", rule.names[0], given,
                   rule.integers[0], rule.integers[1]);
  }

  Status CheckAxesOf(const Rule& rule) const {
    const Dims& shape = At(rule, 1).shape;
    const std::vector<int64_t>& dims = *Given(rule, 0).integers;
    const auto rank = static_cast<int64_t>(std::max<size_t>(shape.size(), 1));
    for (size_t i = 0; i < dims.size(); ++i) {
      const std::optional<size_t> axis = AxisAt(dims[i], shape);
      if (!axis) {
        return Invalid(ErrorKind::kValue,
                       "{}: has {}, expected {} to {}, the axes of {} (shape {})", rule.names[0],
                       dims[i], -rank, rank - 1, rule.names[1], ShapeText(shape));
      }
      const auto is_this = [&](int64_t dim) { return AxisAt(dim, shape) == axis; };
      if (std::none_of(dims.begin(), dims.begin() + static_cast<long>(i), is_this)) continue;
      return Invalid(ErrorKind::kValue, "{}: has {}, the axis {} of {} (shape {}), twice",
                     rule.names[0], dims[i], *axis, rule.names[1], ShapeText(shape));
    }
    return {};
  }

  // The axes are those of the tensor, by a rule before this one.
  Status CheckReducedShape(const Rule& rule) const {
    const Dims &given = At(rule, 0).shape, &whole = At(rule, 1).shape;
    const bool keeps = Given(rule, 3).flag;
    const std::optional<Dims> expected = ReducedShape(whole, *Given(rule, 2).integers, keeps);
    if (given == expected) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape {} of {} {} {}",
                   rule.names[0], ShapeText(given), ShapeText(*expected), ShapeText(whole),
                   rule.names[1], keeps ? "with 1 at the axes in" : "without the axes in",
                   rule.names[2]);
  }

  Status CheckProductShape(const Rule& rule) const {
    const Dims &a = At(rule, 1).shape, &b = At(rule, 2).shape;
    const std::optional<ProductShape> product = ProductOf(a, b);
    if (!product) {
      return Invalid(ErrorKind::kShape,
                     "{} and {}: shapes {} and {} have no matrix product; expected [..., m, k] and "
                     "[..., k, n], or [k], where the axes before broadcast",
                     rule.names[1], rule.names[2], ShapeText(a), ShapeText(b));
    }
    const Dims &given = At(rule, 0).shape, expected = product->Result();
    if (given == expected) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, that of the product of {} (shape {}) and {} "
                   "(shape {})",
                   rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                   ShapeText(a), rule.names[2], ShapeText(b));
  }

  Status CheckRowOf(const Rule& rule) const {
    const Dims &a = At(rule, 0).shape, &b = At(rule, 1).shape;
    const Dims expected = {b.empty() ? 1 : b.back()};
    if (a == expected) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, the last axis of {} (shape {})", rule.names[0],
                   ShapeText(a), ShapeText(expected), rule.names[1], ShapeText(b));
  }

  Status CheckLossShape(const Rule& rule) const {
    const Dims &given = At(rule, 0).shape, &of_each = At(rule, 1).shape;
    const int64_t reduction = Given(rule, 2).integer;
    if (reduction == 0 && !of_each.empty()) {
      if (given == of_each) return {};
      return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}, as {} is 0",
                     rule.names[0], ShapeText(given), ShapeText(of_each), rule.names[1],
                     rule.names[2]);
    }
    if (given.empty() || given == Dims{1}) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [] or [1], as there is one loss",
                   rule.names[0], ShapeText(given));
  }

  // The axis is one of the tensor, by rules before this one.
  Status CheckHalfShape(const Rule& rule) const {
    const Dims &half = At(rule, 0).shape, &whole = At(rule, 1).shape;
    if (whole.empty()) {
      return Invalid(ErrorKind::kRank, "{}: rank is 0, expected an axis to cut in two",
                     rule.names[1]);
    }
    const size_t axis = *AxisAt(rule.at[2] >= 0 ? Given(rule, 2).integer : -1, whole);
    if (whole[axis] % 2 != 0) {
      return Invalid(ErrorKind::kShape,
                     "{}: shape is {}, expected an even size along axis {}, which is cut in two",
                     rule.names[1], ShapeText(whole), axis);
    }
    Dims expected = whole;
    expected[axis] /= 2;
    if (half == expected) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, the shape {} of {} with half the size along "
                   "axis {}",
                   rule.names[0], ShapeText(half), ShapeText(expected), ShapeText(whole),
                   rule.names[1], axis);
  }

  Status CheckMinRank(const Rule& rule) const {
    const Dims& shape = At(rule, 0).shape;
    if (shape.size() >= static_cast<size_t>(rule.limit)) return {};
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected at least {}",
                   rule.names[0], shape.size(), ShapeText(shape), rule.limit);
  }

  // There is an axis, by a rule before this one.
  Status CheckSizes(const Rule& rule) const {
    const Dims& shape = At(rule, 0).shape;
    const auto [least, most, most_others] = rule.integers;
    if (shape.back() < least || shape.back() > most) {
      return Invalid(ErrorKind::kShape, "{}: shape is {}, expected a last size from {} to {}",
                     rule.names[0], ShapeText(shape), least, most);
    }
    const int64_t others = *CountElements({shape.begin(), shape.end() - 1});
    if (others <= most_others) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected sizes but the last whose product is at most {}, not "
                   "{}",
                   rule.names[0], ShapeText(shape), most_others, others);
  }

  Status CheckOneElement(const Rule& rule) const {
    const Tensor& tensor = At(rule, 0);
    if (tensor.extent.elements == 1) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected one element", rule.names[0],
                   ShapeText(tensor.shape));
  }

  Status CheckIntOnlyOn(const Rule& rule) const {
    const Product product = GetSettings().product;
    const int64_t given = Given(rule, 0).integer;
    if (given != rule.integers[0] || rule.products.Has(product)) return {};
    return Invalid(ErrorKind::kProduct,
                   "{}: is {}, which is not supported on {} (OPENACLNN_SOC={}), only on {}",
                   rule.names[0], given, ProductName(product), GetSettings().soc_name,
                   rule.products.Text());
  }

  Status CheckFilledWith(const Rule& rule) const {
    if (IsComplex(DtypeOf(rule, 0)) || PromotedFrom(rule, 0)) return {};
    if (!IsComplex(DtypeOf(rule, 1))) return CannotPromote(rule, 0);
    return Invalid(ErrorKind::kScalarDtype,
                   "{}: dtype is {}, expected a real dtype, as that of {} is {}", rule.names[1],
                   DtypeName(DtypeOf(rule, 1)), rule.names[0], DtypeName(DtypeOf(rule, 0)));
  }

  Status CheckDtypeOnlyOn(const Rule& rule) const {
    const aclDataType dtype = DtypeOf(rule, 0);
    if (!rule.dtypes.Has(dtype)) return {};
    return CheckProduct(rule.names[0], "dtype is", dtype, rule.products);
  }

  // The others promote to a dtype, by a rule before this one.
  Status CheckDtypeInOrCastable(const Rule& rule) const {
    const aclDataType to = DtypeOf(rule, 0);
    if (rule.dtypes.Has(to)) return CheckDtypeOnProduct(rule.names[0], to);
    const aclDataType from = *PromotedFrom(rule, 1);
    if (CanCast(from, to)) return CheckProduct(rule.names[0], "dtype is", to, rule.products);
    return Invalid(ErrorKind::kCast,
                   "{}: dtype is {}, expected {}, or one to which {}, the dtype of {}, is cast",
                   rule.names[0], DtypeName(to), rule.dtypes.Text(), DtypeName(from),
                   NamesFrom(rule, 1));
  }

  // The others promote to a dtype, by a rule before this one.
  Status CheckIsPower(const Rule& rule) const {
    const aclDataType dtype = *PromotedFrom(rule, 1);
    const ExactNumber given = Number(rule, 0);
    if (IsInteger(dtype)) {
      const ExactNumber end{std::ldexp(1.0, DtypeBytes(dtype) * 8 - IsSigned(dtype))};
      if (given.nearest >= 0 && end > given) return {};
      return Invalid(ErrorKind::kValue,
                     "{}: is {}, expected a number from 0 to {}, which {}, to which {} promote, "
                     "holds",
                     rule.names[0], TextOf(given), Truncated({end.nearest, -1}), DtypeName(dtype),
                     NamesFrom(rule, 1));
    }
    if (!std::isfinite(given.nearest)) return {};
    if (std::isfinite(RoundedTo(dtype, *Given(rule, 0).scalar))) return {};
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected a number that is finite in {}, to which {} promote",
                   rule.names[0], TextOf(given), DtypeName(dtype), NamesFrom(rule, 1));
  }

  static int IsSigned(aclDataType dtype) { return ClassOf(dtype) == DtypeClass::kSigned ? 1 : 0; }

  const OpSpec& spec_;
  std::span<const Argument> arguments_;
};

}  // namespace

std::optional<aclDataType> PromotedDtype(std::span<const int8_t> at,
                                         std::span<const Argument> arguments) {
  std::optional<aclDataType> promoted;
  for (const int8_t i : at) {
    if (i < 0) break;
    const Argument& argument = arguments[static_cast<size_t>(i)];
    promoted = !promoted                    ? argument.tensor->dtype
               : argument.tensor != nullptr ? Promote(*promoted, argument.tensor->dtype)
                                            : PromoteWithScalar(*promoted, argument.scalar->dtype);
    if (!promoted) return std::nullopt;
  }
  return promoted;
}

Status CheckRules(const OpSpec& spec, std::span<const Argument> arguments,
                  const Likeness& likeness) {
  const Call call(spec, arguments);
  const uint32_t all = BitAt(spec.num_rules) - 1;
  for (const int i : Ones(all & ~call.ObeyedBy(likeness))) {
    if (IsEmptyFor(spec.rules[i], arguments)) break;
    if (call.IsObeyedAtAGlance(spec.rules[i])) continue;
    OPENACLNN_RETURN_IF_ERROR(call.Obeys(spec.rules[i]));
  }
  return {};
}

}  // namespace openaclnn
