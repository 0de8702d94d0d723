// How specs say that elements are moved and none is computed: copied or converted (Move), all set
// to one (Fill), picked from two operands as a third says (Select), or left as they are (Keep).
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kMoveKind;
OPENACLNN_SHARED extern const Kind kFillKind;
OPENACLNN_SHARED extern const Kind kSelectKind;
OPENACLNN_SHARED extern const Kind kKeepKind;

struct FillSpec {
  std::string_view scalar = {};  // which the elements become, or, if it has no name, the number
  double number = 0;
};

enum FillRole : size_t { kFillScalar };    // Work::names
enum FillOption : size_t { kFillNumber };  // Work::options: the bits of a double

constexpr Work Move() { return {.kind = &kMoveKind}; }
constexpr Work Select() { return {.kind = &kSelectKind}; }
constexpr Work Keep() { return {.kind = &kKeepKind}; }
constexpr Work Fill(const FillSpec& spec) {
  return {
      .kind = &kFillKind, .names = {spec.scalar}, .options = {std::bit_cast<int64_t>(spec.number)}};
}

}  // namespace openaclnn
