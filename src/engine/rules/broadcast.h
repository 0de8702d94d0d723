// Rules of shapes that broadcast.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kBroadcasts, kBroadcastShape, kBroadcastsTo;
}  // namespace rules

// The arguments have a common broadcast shape.
constexpr Rule Broadcasts(std::string_view a, std::string_view b, std::string_view c = {}) {
  return {.type = &rules::kBroadcasts,
          .names = {a, b, c},
          .alike = Alike::kByShape,
          .in_place = InPlaceForm::kIsImplied};
}

// The shape of `a` is the broadcast shape of the others.
constexpr Rule BroadcastShape(std::string_view a, std::string_view b, std::string_view c,
                              std::string_view d = {}) {
  return {.type = &rules::kBroadcastShape,
          .names = {a, b, c, d},
          .alike = Alike::kByShape,
          .in_place = InPlaceForm::kBroadcastsTo};
}

// `a` broadcasts to exactly the shape of `b`.
constexpr Rule BroadcastsTo(std::string_view a, std::string_view b) {
  return {.type = &rules::kBroadcastsTo,
          .names = {a, b},
          .alike = Alike::kByShape,
          .in_place = InPlaceForm::kIsTrivial};
}

}  // namespace openaclnn
