// Rules of operators that draw random numbers.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kIsProbability, kKeepScale, kBitsFor, kIntBelow, kCounts, kHasSamples,
    kRoomForSlopes, kCountOfElements;
}  // namespace rules

// 0 <= a <= 1, a number.
constexpr Rule IsProbability(std::string_view a) {
  return {.type = &rules::kIsProbability, .names = {a}};
}

// a = 0 or a >= 1.
constexpr Rule KeepScale(std::string_view a) { return {.type = &rules::kKeepScale, .names = {a}}; }

// `bits`, of bytes, has a bit for each element of `of`, a tensor or an array of extents, and as
// many more as 128 divides.
constexpr Rule BitsFor(std::string_view bits, std::string_view of) {
  return {.type = &rules::kBitsFor, .names = {bits, of}};
}

// a < b, integers.
constexpr Rule IntBelow(std::string_view a, std::string_view b) {
  return {.type = &rules::kIntBelow, .names = {a, b}};
}

// The shape of `a` is [n], an integer that is not negative.
constexpr Rule Counts(std::string_view a, std::string_view n) {
  return {.type = &rules::kCounts, .names = {a, n}};
}

// `n` is the number of elements of `a`.
constexpr Rule CountOfElements(std::string_view n, std::string_view a) {
  return {.type = &rules::kCountOfElements, .names = {n, a}};
}

// `weights` has one or two axes, and `out` has `count` in place of the last one; unless `again`, a
// bool, is true, that is no more.
constexpr Rule HasSamples(std::string_view out, std::string_view weights, std::string_view count,
                          std::string_view again) {
  return {.type = &rules::kHasSamples, .names = {out, weights, count, again}};
}

// `slopes` has the shape of `x`, or is contiguous and has at least as many elements.
constexpr Rule RoomForSlopes(std::string_view slopes, std::string_view x) {
  return {.type = &rules::kRoomForSlopes, .names = {slopes, x}};
}

}  // namespace openaclnn
