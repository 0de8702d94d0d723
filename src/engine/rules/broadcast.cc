#include "engine/rules/broadcast.h"

#include <optional>
#include <string>

#include "engine/rules/infer.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

// The shape to which the arguments from `first` on broadcast; nothing if there is none.
std::optional<Dims> BroadcastFrom(const RuleCall& call, const Rule& rule, int first) {
  std::optional<Dims> common = call.At(rule, first).shape;
  for (int k = first + 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0 && common; ++k) {
    common = Broadcast(*common, call.At(rule, k).shape);
  }
  return common;
}

// Which most calls have.
bool HaveOneShape(const RuleCall& call, const Rule& rule) {
  return call.HaveOne(&Tensor::shape, rule);
}

Status CheckBroadcasts(const RuleCall& call, const Rule& rule) {
  if (BroadcastFrom(call, rule, 0)) return {};
  return Invalid(ErrorKind::kBroadcast,
                 "{}: shapes {} do not broadcast; aligned at their last axes, sizes must be equal "
                 "or 1",
                 NamesFrom(rule, 0),
                 Listed(rule, 0, [&](int k) { return ShapeText(call.At(rule, k).shape); }));
}

Status CheckBroadcastShape(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const std::optional<Dims> expected = BroadcastFrom(call, rule, 1);
  if (expected && given == *expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the broadcast shape of {}",
                 rule.names[0], ShapeText(given),
                 expected ? ShapeText(*expected) : std::string("none"), NamesFrom(rule, 1));
}

Status InferBroadcastShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  std::string given;
  for (int k = 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
    given += fmt::format("{}{} is {}", k == 1 ? "" : " and ", rule.names[k],
                         ShapeText(call.At(rule, k).shape));
  }
  std::optional<Dims> common = BroadcastFrom(call, rule, 1);
  if (!common) {
    return Error(ErrorKind::kBroadcast, ACL_ERROR_INVALID_PARAM,
                 "{}: {}, which have no common broadcast shape", call.spec().name, given);
  }
  output.shape = std::move(*common);
  return {};
}

Status CheckBroadcastsTo(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  if (BroadcastsTo(a, b)) return {};
  return Invalid(ErrorKind::kBroadcast, "{}: shape {} does not broadcast to {}, the shape of {}",
                 rule.names[0], ShapeText(a), ShapeText(b), rule.names[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kBroadcasts = {
    .name = "Broadcasts",
    .check = CheckBroadcasts,
    .glance = HaveOneShape,
    .sentence = {"The shapes of {all} broadcast."},
    .python_sentence = {"{all} broadcast together."},
};

constinit const RuleType kBroadcastShape = {
    .name = "BroadcastShape",
    .check = CheckBroadcastShape,
    .glance = HaveOneShape,
    .sentence = {"The shape of {a} is what those of {others} broadcast to."},
    .python_sentence = {"{a} has the shape to which {others} broadcast."},
    .infer = InferBroadcastShape,
};

constinit const RuleType kBroadcastsTo = {
    .name = "BroadcastsTo",
    .check = CheckBroadcastsTo,
    .glance = HaveOneShape,
    .sentence = {"The shape of {a} broadcasts to that of {b}."},
    .python_sentence = {"{a} broadcasts to the shape of {b}."},
};

}  // namespace rules
}  // namespace openaclnn
