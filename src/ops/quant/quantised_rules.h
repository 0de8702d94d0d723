// Rules of quantised products.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/chip.h"
#include "base/dtype.h"
#include "engine/argument.h"
#include "engine/op_spec.h"
#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kFactorsOfIntegers, kGroupSize, kScaleOfWeight, kNumbersOfColumns,
    kNumbersOfRows, kShapeOfWords, kInGroupsOfK;
}  // namespace rules

// `out` has the shape of the product of `a` and `b`, as their integers are counted
// (tensor/integer_matrix.h); the spec's work says which of the two are turned. They are matrices,
// on some chips batches of them. k and n are at most `most`.
constexpr Rule FactorsOfIntegers(std::string_view out, std::string_view a, std::string_view b,
                                 int64_t most, Chips with_batches) {
  return {.type = &rules::kFactorsOfIntegers,
          .names = {out, a, b},
          .chips = with_batches,
          .numbers = {most}};
}

// `group`, how many indices k share a scale, is 0, or a multiple of 32 below the last extent of
// `x`.
constexpr Rule GroupSize(std::string_view group, std::string_view x) {
  return {.type = &rules::kGroupSize, .names = {group, x}};
}

// `scale` has one element or one for each column of `out` where `group` is 0, else the shape
// [groups of the last axis of `x`, columns].
constexpr Rule ScaleOfWeight(std::string_view scale, std::string_view x, std::string_view out,
                             std::string_view group) {
  return {.type = &rules::kScaleOfWeight, .names = {scale, x, out, group}};
}

// `a` has one element or one for each column of `out`: [1], [n], [1, 1] or [1, n], or with batches
// [batch, 1, n].
constexpr Rule NumbersOfColumns(std::string_view a, std::string_view out) {
  return {.type = &rules::kNumbersOfColumns, .names = {a, out}};
}

// `a` has the shape [m], one element for each row of `out`.
constexpr Rule NumbersOfRows(std::string_view a, std::string_view out) {
  return {.type = &rules::kNumbersOfRows, .names = {a, out}};
}

// How the scales of a product of integers are for groups of k, of which the exact sums are scaled:
// none are; for rows and groups, and blocks of columns and groups; or for groups and columns, of
// INT8 by four bits, or of four bits with offsets.
enum class GroupsOfK { kNone, kRowsAndBlocks, kOfInt8, kWithOffsets };

// That of aclnnQuantMatmulV5.
GroupsOfK GroupsOfKOf(const OpSpec& spec, std::span<const Argument> arguments);

// Indices k of a group, and columns of a block.
constexpr int64_t SizeOfGroup(GroupsOfK groups) {
  return groups == GroupsOfK::kRowsAndBlocks ? 128 : 256;
}
inline constexpr int64_t kColumnsOfBlock = 128;

// A rule about numbers of columns or rows as it is in aclnnQuantMatmulV5: they have one axis, and
// with groups of k a rule of their own.
constexpr Rule UnlessInGroups(Rule rule) {
  rule.numbers = {1};
  return rule;
}
// The factors, scales, offsets and groupSize fit each other where there are groups of k.
constexpr Rule InGroupsOfK() {
  return {.type = &rules::kInGroupsOfK, .names = {"x1", "x2", "x2Scale", "groupSize"}};
}

// `scale` is a vector or a matrix, with an optional `offset` a vector or a row, which has as many
// elements, or one of the two has one. `a` has the shape of the scale, or if that is a vector, as
// many elements as the larger one.
constexpr Rule ShapeOfWords(std::string_view a, std::string_view scale, std::string_view offset) {
  return {.type = &rules::kShapeOfWords, .names = {a, scale, offset}};
}

// What one tensor may be in a row of dtypes that go together.
struct DtypeChoice {
  DtypeSet dtypes = {};
  bool may_be_null = false;
};
inline constexpr int kMostTogether = 10;

// Dtypes of the tensors of an operator, in the order of its arguments, and the chips that have
// them.
struct DtypeRow {
  std::array<DtypeChoice, kMostTogether> tensors;
  Chips chips = Chips();
};

// What a tensor is in an ordinary call: the first dtype of the first row, or null if it may be.
aclDataType UsualIn(const OpSpec& spec, int argument, std::span<const DtypeRow> rows);

// Refuses dtypes that are those of none of the rows.
Status CheckDtypeRows(const RuleCall& call, std::span<const DtypeRow> rows);

}  // namespace openaclnn
