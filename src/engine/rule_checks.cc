#include "engine/rule_checks.h"

#include <algorithm>

#include "engine/dtype_rules.h"
#include "engine/rule_call.h"
#include "engine/shape_rules.h"
#include "engine/value_rules.h"
#include "tensor/promote.h"

namespace openaclnn {
namespace {

// The rules that hold because the tensors of the call are alike, by AlikeRules. An optional
// tensor that is null obeys those of dtypes as well.
uint32_t ObeyedBy(const RuleCall& call, const Likeness& likeness) {
  const AlikeRules& alike = call.spec().alike;
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
bool IsObeyedAtAGlance(const RuleCall& call, const Rule& rule) {
  const auto is_same = [&](auto Tensor::*member) {
    const Tensor* const first = call.Given(rule, 0).tensor;
    if (first == nullptr) return false;
    for (size_t k = 1; k < rule.at.size() && rule.at[k] >= 0; ++k) {
      const Tensor* const other = call.Given(rule, static_cast<int>(k)).tensor;
      if (other == nullptr || other->*member != first->*member) return false;
    }
    return true;
  };
  switch (rule.kind) {
    case RuleKind::kDtypeIn:
    case RuleKind::kPromotesInto:
      return is_same(&Tensor::dtype) && call.At(rule, 0).dtype != ACL_BF16 &&
             rule.dtypes.Has(call.At(rule, 0).dtype);
    case RuleKind::kSameDtype:
      return is_same(&Tensor::dtype);
    case RuleKind::kPromotedDtype:
      return is_same(&Tensor::dtype) && FindDtype(call.At(rule, 0).dtype) != nullptr;
    case RuleKind::kSameShape:
    case RuleKind::kBroadcasts:
    case RuleKind::kBroadcastShape:
    case RuleKind::kBroadcastsTo:
      return is_same(&Tensor::shape);
    case RuleKind::kMaxRank:
      return std::ranges::all_of(call.arguments(), [&](const Argument& argument) {
        return HasRankUpTo(rule.limit, argument);
      });
    case RuleKind::kTextIn:
      return call.HasText(rule);
    default:
      return false;
  }
}

Status Obeys(const RuleCall& call, const Rule& rule) {
  for (const int8_t at : rule.at) {
    if (at < 0) break;
    if (call.IsAbsent(static_cast<size_t>(at))) return {};
  }
  switch (rule.kind) {
    case RuleKind::kNone:
      return {};
    case RuleKind::kDtypeIn:
      return CheckDtypeIn(call, rule);
    case RuleKind::kSameDtype:
      return CheckSameDtype(call, rule);
    case RuleKind::kPromotesInto:
      return CheckPromotesInto(call, rule);
    case RuleKind::kPromotedDtype:
      return CheckPromotedDtype(call, rule);
    case RuleKind::kMaxRank:
      return CheckMaxRank(call, rule);
    case RuleKind::kSameShape:
      return CheckSameShape(call, rule);
    case RuleKind::kBroadcasts:
      return CheckBroadcasts(call, rule);
    case RuleKind::kBroadcastShape:
      return CheckBroadcastShape(call, rule);
    case RuleKind::kBroadcastsTo:
      return CheckBroadcastsTo(call, rule);
    case RuleKind::kChannelWeight:
      return CheckChannelWeight(call, rule);
    case RuleKind::kTextIn:
      return CheckTextIn(call, rule);
    case RuleKind::kIsDtypeIn:
      return CheckIsDtypeIn(call, rule);
    case RuleKind::kHasDtype:
      return CheckHasDtype(call, rule);
    case RuleKind::kIntIn:
      return CheckIntIn(call, rule);
    case RuleKind::kCastable:
      return CheckCastable(call, rule);
    case RuleKind::kCastableToPromoted:
      return CheckCastableToPromoted(call, rule);
    case RuleKind::kPromotedCastable:
      return CheckPromotedCastable(call, rule);
    case RuleKind::kNotAbove:
      return CheckNotAbove(call, rule);
    case RuleKind::kNotZeroNorNan:
      return CheckNotZeroNorNan(call, rule);
    case RuleKind::kNotNegative:
      return CheckNotNegative(call, rule);
    case RuleKind::kAtLeastZero:
      return CheckAtLeastZero(call, rule);
    case RuleKind::kNotNegativeIf:
      return CheckNotNegativeIf(call, rule);
    case RuleKind::kNumberForIntegers:
      return CheckNumberForIntegers(call, rule);
    case RuleKind::kFitsIntegers:
      return CheckFitsIntegers(call, rule);
    case RuleKind::kOnlyWithZero:
      return CheckOnlyWithZero(call, rule);
    case RuleKind::kSameFormat:
      return CheckSameFormat(call, rule);
    case RuleKind::kDimOf:
      return CheckDimOf(call, rule);
    case RuleKind::kRankIs:
      return CheckRankIs(call, rule);
    case RuleKind::kShapeOfRows:
      return CheckShapeOfRows(call, rule);
    case RuleKind::kSucceedIfEmpty:  // seen by CheckRules
    case RuleKind::kAnyGiven:        // seen by CheckArguments
      return {};
    case RuleKind::kHalfShape:
      return CheckHalfShape(call, rule);
    case RuleKind::kMinRank:
      return CheckMinRank(call, rule);
    case RuleKind::kSizes:
      return CheckSizes(call, rule);
    case RuleKind::kOneElement:
      return CheckOneElement(call, rule);
    case RuleKind::kIntOnlyOn:
      return CheckIntOnlyOn(call, rule);
    case RuleKind::kFilledWith:
      return CheckFilledWith(call, rule);
    case RuleKind::kDtypeOnlyOn:
      return CheckDtypeOnlyOn(call, rule);
    case RuleKind::kIntBetween:
      return CheckIntBetween(call, rule);
    case RuleKind::kAxesOf:
      return CheckAxesOf(call, rule);
    case RuleKind::kReducedShape:
      return CheckReducedShape(call, rule);
    case RuleKind::kProductShape:
      return CheckProductShape(call, rule);
    case RuleKind::kRowOf:
      return CheckRowOf(call, rule);
    case RuleKind::kLossShape:
      return CheckLossShape(call, rule);
    case RuleKind::kDtypeInOrCastable:
      return CheckDtypeInOrCastable(call, rule);
    case RuleKind::kIsPower:
      return CheckIsPower(call, rule);
  }
  return {};
}

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
  const RuleCall call(spec, arguments);
  const uint32_t all = BitAt(spec.num_rules) - 1;
  for (const int i : Ones(all & ~ObeyedBy(call, likeness))) {
    if (IsEmptyFor(spec.rules[i], arguments)) break;
    if (IsObeyedAtAGlance(call, spec.rules[i])) continue;
    OPENACLNN_RETURN_IF_ERROR(Obeys(call, spec.rules[i]));
  }
  return {};
}

}  // namespace openaclnn
