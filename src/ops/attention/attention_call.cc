#include "ops/attention/attention_call.h"

#include <algorithm>
#include <optional>

#include "base/dtype.h"
#include "kinds/moves/plan.h"

namespace openaclnn {
namespace {

// The heads of a key, next to a query with so many.
int64_t HeadsOfKey(const Dims& query, const Dims& key, HeadLayout layout, int64_t heads) {
  if (layout == kBsnd) return key[2];
  if (layout == kBnsd) return key[1];
  return query[2] == 0 ? heads : key[2] / (query[2] / heads);
}

}  // namespace

AttentionCall::AttentionCall(const Call& call, const AttentionArguments& at)
    : call_(call),
      at_(at),
      layout_(static_cast<HeadLayout>(call.ChoiceAt(at.layout))),
      heads_(call.At(at.heads).integer),
      kv_heads_(HeadsOfKey(call.TensorAt(at.query).shape, call.TensorAt(at.key).shape, layout_,
                           heads_)) {}

Value AttentionCall::HeadsOf(StageList& list, int argument, int64_t heads) const {
  const Value value = list.Given(argument);
  const HeadAxes axes = HeadAxesOf(*value.tensor, layout_, heads);
  return list.Seen(value, axes.shape, axes.strides);
}

AttentionInputs AttentionCall::Inputs(StageList& list) const {
  const auto if_given = [&](int argument) {
    return call_.IsGiven(argument) ? std::optional(list.Given(argument)) : std::nullopt;
  };
  const Value query = OfQuery(list, at_.query), key = OfKey(list, at_.key);
  AttentionInputs inputs{
      .query = query,
      .key = key,
      .value = OfKey(list, at_.value),
      .bias = if_given(at_.bias),
      .mask = {},
      .kept = {},
      .scale = call_.At(at_.scale).number,
      .band = BandOf(call_, at_, call_.At(at_.mode).integer, query->shape[2], key->shape[2]),
      .maxima = list.Given(at_.maxima),
      .sums = list.Given(at_.sums),
      .out = OfQuery(list, at_.out)};
  const bool is_scaled = call_.IntegerAt(at_.bias_type, kBiasBeforeScale) == kBiasBeforeScale;
  inputs.bias_scale = is_scaled ? inputs.scale : 1;
  inputs.slopes = SlopesOf(call_, at_);
  if (inputs.slopes) {
    const Dims &shape = (*inputs.bias)->shape, &strides = (*inputs.bias)->strides;
    const bool is_for_all = shape.size() == 1;
    inputs.bias = list.Seen(*inputs.bias, {is_for_all ? 1 : shape[0], shape.back(), 1, 1},
                            {is_for_all ? 0 : strides[0], strides.back(), 0, 0});
  }
  if (!HasShortMask(call_.At(at_.mode).integer)) inputs.mask = if_given(at_.mask);
  if (call_.IsGiven(at_.kept)) {
    inputs.kept = list.Given(at_.kept);
    inputs.keep_probability = call_.At(at_.keep).number;
  }
  return inputs;
}

std::optional<AttentionSlopes> SlopesOf(const Call& call, const AttentionArguments& at) {
  const int64_t type = call.IntegerAt(at.bias_type, kBiasBeforeScale);
  if (!IsMadeOfSlopes(type)) return {};
  const auto first = [&call](int argument) {
    if (!call.IsGiven(argument) || call.IntegersAt(argument).empty()) return 0.0;
    return static_cast<double>(call.IntegersAt(argument).front());
  };
  return AttentionSlopes{.shift = first(at.key_start) - first(at.query_start),
                         .of_roots = type == kBiasOfRoots};
}

Value RopeOf(StageList& list, const Value& joined, const Value& rope) {
  Value part = list.Seen(joined, rope->shape, joined->strides);
  part.origin += (joined->shape[3] - rope->shape[3]) * DtypeBytes(joined->dtype);
  return part;
}

Value JoinedHeads(StageList& list, const Value& heads, const Value& rope) {
  Dims shape = heads->shape;
  shape[3] += rope->shape[3];
  const Value joined = list.Temporary(heads->dtype, shape);
  list.Add(PlanMove(heads, list.Seen(joined, heads->shape, joined->strides)));
  list.Add(PlanMove(rope, RopeOf(list, joined, rope)));
  return joined;
}

AttentionBand BandOf(const Call& call, const AttentionArguments& at, int64_t mode, int64_t queries,
                     int64_t keys) {
  AttentionBand band;
  if (!call.IsGiven(at.mask)) return band;
  const auto limited = [](int64_t tokens) {
    return std::clamp(tokens, -AttentionBand::kEverything / 2, AttentionBand::kEverything / 2);
  };
  const int64_t before = limited(call.At(at.before).integer),
                after = limited(call.At(at.after).integer), to_last = keys - queries;
  switch (mode) {
    case kDefaultMask:
      return {-before, after};
    case kAllMask:
      return band;
    case kLeftUpCausal:
      band.last = 0;
      return band;
    case kBandMask:
      return {to_last - before, to_last + after};
    case kPrefixMask:
    case kShortPrefixMask:
      band.prefixes = call.IntegersAt(at.prefix);
      [[fallthrough]];
    default:
      band.last = to_last;
      return band;
  }
}

}  // namespace openaclnn
