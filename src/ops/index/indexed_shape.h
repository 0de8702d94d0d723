// The rules of shapes that follow from those of a table and of indices.
#pragma once

#include <cstdint>
#include <span>

#include "base/status.h"
#include "engine/rules/rule.h"
#include "tensor/tensor.h"

namespace openaclnn {
namespace rules {
extern const RuleType kEmbeddedShape, kSelectedShape, kGatheredShape, kSameRank, kWithin, kNoLonger,
    kSliceShape, kRowsFor, kRowsOfCount, kPlacesOf, kIndicesIn, kIndexedShape, kPutShape,
    kRoomForAll, kRoomForPlaces, kSetByRun, kAtMostOneAxis, kPlacesAlong, kAsMany;
}  // namespace rules

// The shape of `a` is that of `indices` and, behind it, the size of a row of the matrix `table`.
constexpr Rule EmbeddedShape(std::string_view a, std::string_view table, std::string_view indices) {
  return {.type = &rules::kEmbeddedShape, .names = {a, table, indices}};
}

// `index` has at most one axis, and the shape of `a` is that of `table` with as many along the axis
// `dim` as there are in `index`. A rule before this one says that `dim` is an axis.
constexpr Rule SelectedShape(std::string_view a, std::string_view table, std::string_view dim,
                             std::string_view index) {
  return {.type = &rules::kSelectedShape, .names = {a, table, dim, index}};
}

// The shape of `a` is that of `table` with the axes of `index`, or one if it has none, in the place
// of the axis `dim`. Where the table has no axes, `a` has none, and `index` one element. A rule
// before this one says that `dim` is an axis.
constexpr Rule GatheredShape(std::string_view a, std::string_view table, std::string_view dim,
                             std::string_view index) {
  return {.type = &rules::kGatheredShape, .names = {a, table, dim, index}};
}

// `a` has as many axes as `b`; no axis counts as one.
constexpr Rule SameRank(std::string_view a, std::string_view b) {
  return {.type = &rules::kSameRank, .names = {a, b}};
}

// `a` is no longer than `table` along any axis but `dim`, along which that has elements if `a` has.
// Rules before this one say that `dim` is an axis and that the ranks are one.
constexpr Rule Within(std::string_view a, std::string_view table, std::string_view dim) {
  return {.type = &rules::kWithin, .names = {a, table, dim}};
}

// `a` is no longer than `b` along any axis. A rule before this one says that the ranks are one.
constexpr Rule NoLonger(std::string_view a, std::string_view b) {
  return {.type = &rules::kNoLonger, .names = {a, b}};
}

// `index` has at most one axis, and `a` the shape of `table` with as many along the axis `dim`.
// Where either has no axes, there is one element. A rule before this one says that `dim` is an
// axis.
constexpr Rule SliceShape(std::string_view a, std::string_view table, std::string_view dim,
                          std::string_view index) {
  return {.type = &rules::kSliceShape, .names = {a, table, dim, index}};
}

// `a` has axes, and as many rows along the last one as `indices` has elements.
constexpr Rule RowsFor(std::string_view a, std::string_view indices) {
  return {.type = &rules::kRowsFor, .names = {a, indices}};
}

// `a` is a matrix of `count`, an integer, rows that are as long as the last axis of `b`.
constexpr Rule RowsOfCount(std::string_view a, std::string_view count, std::string_view b) {
  return {.type = &rules::kRowsOfCount, .names = {a, count, b}};
}

// `a` has one axis, of as many elements as the broadcast shape of `b` and `c` has. A rule before
// this one says that there is one.
constexpr Rule RoomForAll(std::string_view a, std::string_view b, std::string_view c) {
  return {.type = &rules::kRoomForAll, .names = {a, b, c}};
}

// `a` has no gaps between elements, or is a matrix of a row, or if `by_axis` a column, for each of
// some places of `b`.
constexpr Rule RoomForPlaces(std::string_view a, std::string_view b, bool by_axis) {
  return {.type = &rules::kRoomForPlaces, .names = {a, b}, .numbers = {by_axis ? 1 : 0}};
}

// How much of `a` is written is known when the call runs.
constexpr Rule SetByRun(std::string_view a) { return {.type = &rules::kSetByRun, .names = {a}}; }

// The integers of `index` are places along an axis of `table`; nothing is known of them before a
// run, which fails if they are not.
constexpr Rule PlacesOf(std::string_view index, std::string_view table) {
  return {.type = &rules::kPlacesOf, .names = {index, table}};
}

// `indices`, a list, has integers or masks; what is null or has no elements is neither. All tensors
// but them are usually FLOAT.
constexpr Rule IndicesIn(std::string_view indices) {
  return {.type = &rules::kIndicesIn, .names = {indices}};
}

// The members of `indices` are of the axes of `table` in their order: integers of one axis each,
// and a mask of as many axes as it has, whose sizes are those of the table. They broadcast to one
// shape, a mask as one axis of its trues. The shape of `a` is that of the table with this shape in
// the place of their axes: that of the first one if the axes follow each other, else in front.
constexpr Rule IndexedShape(std::string_view a, std::string_view table, std::string_view indices) {
  return {.type = &rules::kIndexedShape, .names = {a, table, indices}};
}

// The same of `indices` and `table`, and `a` broadcasts to the shape that IndexedShape says.
constexpr Rule PutShape(std::string_view a, std::string_view table, std::string_view indices) {
  return {.type = &rules::kPutShape, .names = {a, table, indices}};
}

constexpr Rule AtMostOneAxis(std::string_view a) {
  return {.type = &rules::kAtMostOneAxis, .names = {a}};
}

// The integers of an array are places of `table` along the axis `dim`; -1 is the last. A rule
// before this one says that it is an axis.
constexpr Rule PlacesAlong(std::string_view array, std::string_view table, std::string_view dim) {
  return {.type = &rules::kPlacesAlong, .names = {array, table, dim}};
}

// `a` has as many elements as `index`, and `table` has elements if that has.
constexpr Rule AsMany(std::string_view a, std::string_view index, std::string_view table) {
  return {.type = &rules::kAsMany, .names = {a, index, table}};
}

// Whether a member of a list indexes axes, rather than leaving one as it is.
bool Indexes(const Tensor* member);

// What the members of a list index.
struct IndexedAxes {
  Dims common;             // the shape of the indices together; of masks `trues` on the last axis
  int64_t trues = 1;       // that masks have, or 1 where there are none
  bool is_of_any = false;  // nothing says how many trues masks have, and 1 stands for it
  bool has_masks = false;
  size_t first = 0;  // where `common` begins in the result
  size_t end = 0;    // the first axis of the table behind all members
  Dims shape;        // of the result
};
// `result`: the shape that the result has, or that broadcasts to it, from which masks take their
// count; null: refuses masks.
Status FindIndexedAxes(const Dims& table, std::span<Tensor* const> members, const Dims* result,
                       std::string_view table_name, std::string_view list_name, IndexedAxes& axes);

}  // namespace openaclnn
