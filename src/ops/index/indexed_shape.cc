#include "ops/index/indexed_shape.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "tensor/broadcast.h"
#include "tensor/lists.h"
#include "tensor/shape.h"

namespace openaclnn {

bool Indexes(const Tensor* member) { return member != nullptr && member->extent.elements > 0; }

namespace {

// EmbeddedShape

Dims Embedded(const Dims& table, const Dims& indices) {
  Dims shape = indices;
  shape.push_back(table.empty() ? 1 : table.back());
  return shape;
}

Status CheckEmbeddedShape(const RuleCall& call, const Rule& rule) {
  const Dims &table = call.At(rule, 1).shape, &indices = call.At(rule, 2).shape;
  const Dims &given = call.At(rule, 0).shape, expected = Embedded(table, indices);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape of {} and the size of a row of {} "
                 "(shape {})",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[2], rule.names[1],
                 ShapeText(table));
}

Status InferEmbeddedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  output.shape = Embedded(call.At(rule, 1).shape, call.At(rule, 2).shape);
  return {};
}

// SelectedShape

// The number of indices, which have at most one axis.
int64_t CountAlong(const Dims& index) { return index.empty() ? 1 : index[0]; }

Dims Selected(const Dims& table, int64_t dim, const Dims& index) {
  Dims shape = table;
  const std::optional<size_t> axis = AxisAt(dim, table);
  if (axis && !table.empty()) shape[*axis] = CountAlong(index);
  return shape;
}

Status CheckAtMostOneAxis(const Dims& index, std::string_view name) {
  if (index.size() <= 1) return {};
  return Invalid(ErrorKind::kRank, "{}: rank is {}, expected at most 1", name, index.size());
}

Status RefuseSelected(const RuleCall& call, const Rule& rule, const Dims& expected) {
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} with {} elements along {}",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), ShapeText(expected),
                 ShapeText(call.At(rule, 1).shape), rule.names[1],
                 CountAlong(call.At(rule, 3).shape), rule.names[2]);
}

Status CheckSelectedShape(const RuleCall& call, const Rule& rule) {
  const Dims &table = call.At(rule, 1).shape, &index = call.At(rule, 3).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckAtMostOneAxis(index, rule.names[3]));
  if (table.empty() && CountAlong(index) != 1) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected one element, as {} has no axis",
                   rule.names[3], ShapeText(index), rule.names[1]);
  }
  const Dims expected = Selected(table, call.Given(rule, 2).integer, index);
  if (call.At(rule, 0).shape == expected) return {};
  return RefuseSelected(call, rule, expected);
}

Status InferSelectedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 3));
  const Dims &table = call.At(rule, 1).shape, &index = call.At(rule, 3).shape;
  output.shape = Selected(table, call.Given(rule, 2).integer, index);
  return {};
}

// GatheredShape

void FindGathered(const Dims& table, int64_t dim, const Dims& index, Dims& shape) {
  const std::optional<size_t> axis = AxisAt(dim, table);
  if (!axis || table.empty()) {
    shape = table;
    return;
  }
  for (size_t i = 0; i < table.size(); ++i) {
    if (i != *axis) {
      shape.push_back(table[i]);
    } else if (index.empty()) {
      shape.push_back(1);
    } else {
      for (const int64_t extent : index) shape.push_back(extent);
    }
  }
}

Status CheckGatheredShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &table = call.At(rule, 1).shape;
  const Tensor& index = call.At(rule, 3);
  if (table.empty() && index.extent.elements != 1) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected one element, as {} has no axis",
                   rule.names[3], ShapeText(index.shape), rule.names[1]);
  }
  Dims expected;
  FindGathered(table, call.Given(rule, 2).integer, index.shape, expected);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} with that of {} (shape {}) in "
                 "the place of the axis {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), ShapeText(table),
                 rule.names[1], rule.names[3], ShapeText(index.shape), rule.names[2]);
}

Status InferGatheredShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 3));
  output.shape.clear();
  FindGathered(call.At(rule, 1).shape, call.Given(rule, 2).integer, call.At(rule, 3).shape,
               output.shape);
  return {};
}

// SameRank

size_t RankOf(const Tensor& tensor) { return std::max<size_t>(1, tensor.shape.size()); }

Status CheckSameRank(const RuleCall& call, const Rule& rule) {
  const Tensor &a = call.At(rule, 0), &b = call.At(rule, 1);
  if (RankOf(a) == RankOf(b)) return {};
  return Invalid(ErrorKind::kRank, "{}: rank is {}, expected {}, the rank of {}", rule.names[0],
                 a.shape.size(), b.shape.size(), rule.names[1]);
}

// Within

Status CheckWithin(const RuleCall& call, const Rule& rule) {
  const Tensor& given = call.At(rule, 0);
  const Dims& table = call.At(rule, 1).shape;
  if (given.extent.elements == 0 || table.empty()) return {};
  const size_t dim = *AxisAt(call.Given(rule, 2).integer, table);
  for (size_t axis = 0; axis < given.shape.size(); ++axis) {
    if (axis == dim ? table[axis] > 0 : given.shape[axis] <= table[axis]) continue;
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected at most {}, the shape of {}, except along axis {}, "
                   "where that has elements",
                   rule.names[0], ShapeText(given.shape), ShapeText(table), rule.names[1], dim);
  }
  return {};
}

// NoLonger

Status CheckNoLonger(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  for (size_t axis = 0; axis < a.size(); ++axis) {
    if (a[axis] <= (b.empty() ? 1 : b[axis])) continue;
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected at most {}, the shape of {}",
                   rule.names[0], ShapeText(a), ShapeText(b), rule.names[1]);
  }
  return {};
}

// SliceShape

Status CheckSliceShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &table = call.At(rule, 1).shape;
  const Dims& index = call.At(rule, 3).shape;
  OPENACLNN_RETURN_IF_ERROR(CheckAtMostOneAxis(index, rule.names[3]));
  const Dims expected = Selected(table, call.Given(rule, 2).integer, index);
  const Dims &others = given.empty() ? expected : given, one = {1};
  const bool is_one = (given.empty() || table.empty()) && CountAlong(index) == 1 &&
                      (others.empty() || others == one);
  if (given == expected || is_one) return {};
  return RefuseSelected(call, rule, expected);
}

// RowsFor

Status CheckRowsFor(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const Tensor& indices = call.At(rule, 1);
  int64_t rows = 1;
  for (size_t axis = 0; axis + 1 < given.size(); ++axis) {
    if (__builtin_mul_overflow(rows, given[axis], &rows)) rows = -1;
  }
  if (!given.empty() && rows == indices.extent.elements) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} rows, one for each element of {}",
                 rule.names[0], ShapeText(given), indices.extent.elements, rule.names[1]);
}

// RowsOfCount

Dims RowsOfCountShape(const RuleCall& call, const Rule& rule) {
  const Dims& rows = call.At(rule, 2).shape;
  return {call.Given(rule, 1).integer, rows.empty() ? 1 : rows.back()};
}

Status CheckRowsOfCount(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, expected = RowsOfCountShape(call, rule);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, {} rows as long as those of {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 rule.names[2]);
}

Status InferRowsOfCount(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  output.shape = RowsOfCountShape(call, rule);
  return {};
}

// IndicesIn

constexpr DtypeSet kListIndexDtypes{ACL_INT64, ACL_INT32, ACL_BOOL};

Status CheckIndicesIn(const RuleCall& call, const Rule& rule) {
  const std::span<Tensor* const> members = call.Given(rule, 0).Tensors();
  for (size_t i = 0; i < members.size(); ++i) {
    if (!Indexes(members[i]) || kListIndexDtypes.Has(members[i]->dtype)) continue;
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected INT64, INT32 or BOOL",
                   MemberName(rule.names[0], i), DtypeName(members[i]->dtype));
  }
  return {};
}

aclDataType UsualBesideIndices(const OpSpec& spec, int argument) {
  const ArgumentSpec& of = spec.arguments[argument];
  return of.IsTensorList() && of.has_optional_members ? ACL_INT64 : ACL_FLOAT;
}

// IndexedShape

Status CheckIndexedShape(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  IndexedAxes axes;
  OPENACLNN_RETURN_IF_ERROR(FindIndexedAxes(call.At(rule, 1).shape, call.Given(rule, 2).Tensors(),
                                            &given, rule.names[1], rule.names[2], axes));
  const bool is_empty = std::ranges::count(given, 0) > 0;
  if (given == axes.shape || is_empty) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of {} (shape {}) at {}",
                 rule.names[0], ShapeText(given), ShapeText(axes.shape), rule.names[1],
                 ShapeText(call.At(rule, 1).shape), rule.names[2]);
}

Status InferIndexedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  IndexedAxes axes;
  OPENACLNN_RETURN_IF_ERROR(FindIndexedAxes(call.At(rule, 1).shape, call.Given(rule, 2).Tensors(),
                                            nullptr, rule.names[1], rule.names[2], axes));
  output.shape = axes.shape;
  return {};
}

// RoomForAll

Dims AllOf(const RuleCall& call, const Rule& rule) {
  int64_t elements = 1;
  const Dims shape = *Broadcast(call.At(rule, 1).shape, call.At(rule, 2).shape);
  for (const int64_t extent : shape) {
    if (__builtin_mul_overflow(elements, extent, &elements)) elements = INT64_MAX;
  }
  return {elements};
}

Status CheckRoomForAll(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, expected = AllOf(call, rule);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, room for all elements of {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1]);
}

Status InferRoomForAll(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  if (Broadcast(call.At(rule, 1).shape, call.At(rule, 2).shape)) {
    output.shape = AllOf(call, rule);
  }
  return {};
}

// RoomForPlaces

Status CheckRoomForPlaces(const RuleCall& call, const Rule& rule) {
  const Tensor& out = call.At(rule, 0);
  const auto axes = static_cast<int64_t>(call.At(rule, 1).shape.size());
  const size_t of_axes = rule.numbers[0] != 0 ? 0 : 1;
  const bool is_matrix = out.shape.size() == 2 && out.shape[of_axes] == axes;
  if (out.extent.contiguous || is_matrix) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, with gaps between elements, expected two axes, of {} elements "
                 "along axis {}",
                 rule.names[0], ShapeText(out.shape), axes, of_axes);
}

Status InferRoomForPlaces(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& shape = call.At(rule, 1).shape;
  int64_t elements = 1;
  for (const int64_t extent : shape) elements *= extent;
  const auto axes = static_cast<int64_t>(shape.size());
  output.dtype = ACL_INT64;
  output.shape = rule.numbers[0] != 0 ? Dims{axes, elements} : Dims{elements, axes};
  return {};
}

// PutShape

Status CheckPutShape(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  IndexedAxes axes;
  OPENACLNN_RETURN_IF_ERROR(FindIndexedAxes(call.At(rule, 1).shape, call.Given(rule, 2).Tensors(),
                                            &given, rule.names[1], rule.names[2], axes));
  const bool is_empty = std::ranges::count(given, 0) > 0;
  if (is_empty || Broadcast(given, axes.shape) == axes.shape) return {};
  return Invalid(ErrorKind::kBroadcast,
                 "{}: shape {} does not broadcast to {}, the shape of {} (shape {}) at {}",
                 rule.names[0], ShapeText(given), ShapeText(axes.shape), rule.names[1],
                 ShapeText(call.At(rule, 1).shape), rule.names[2]);
}

// The axes of the table that members are of, and the shape of all of them but masks.
class ListedAxes {
 public:
  ListedAxes(std::span<Tensor* const> members, std::string_view name)
      : members_(members), name_(name) {}

  Status Find(const Dims& table, std::string_view table_name) {
    for (size_t i = 0; i < members_.size(); ++i) {
      OPENACLNN_RETURN_IF_ERROR(Add(i, table, table_name));
    }
    return {};
  }

  const Dims& kept() const { return kept_; }  // sizes before and between
  size_t end() const { return end_; }
  bool has_masks() const { return has_masks_; }
  // The common shape of those that are no masks.
  const Dims& common() const { return common_; }
  // Axes of the result before that of the indices.
  size_t first() const { return follow_ ? before_ : 0; }

 private:
  Status Add(size_t i, const Dims& table, std::string_view table_name) {
    const Tensor* const member = members_[i];
    const bool is_mask = Indexes(member) && member->dtype == ACL_BOOL;
    const size_t axes = is_mask ? member->shape.size() : 1, begin = end_;
    const size_t rank = std::max<size_t>(1, table.size());
    if (begin + axes > rank || axes == 0) {
      return Invalid(ErrorKind::kRank, "{}: has members for more axes than {}, the rank of {}",
                     name_, table.size(), table_name);
    }
    end_ += axes;
    if (!Indexes(member)) {
      kept_.push_back(table.empty() ? 1 : table[begin]);
      is_behind_ = is_behind_ || indexes_any_;
      return {};
    }
    if (!indexes_any_) before_ = kept_.size();
    follow_ = follow_ && !is_behind_;
    indexes_any_ = true;
    return is_mask ? AddMask(i, *member, table, begin) : AddIntegers(i, *member);
  }

  Status AddMask(size_t i, const Tensor& mask, const Dims& table, size_t begin) {
    has_masks_ = true;
    const Dims one = {1};
    const Dims& all = table.empty() ? one : table;
    if (std::equal(mask.shape.begin(), mask.shape.end(), all.begin() + static_cast<long>(begin))) {
      return {};
    }
    return Invalid(
        ErrorKind::kShape,
        "{}: shape is {} of BOOL, expected INT64, INT32 or the sizes from axis {} on of {}",
        MemberName(name_, i), ShapeText(mask.shape), begin, ShapeText(table));
  }
  Status AddIntegers(size_t i, const Tensor& index) {
    const std::optional<Dims> common = Broadcast(common_, index.shape);
    if (!common) {
      return Invalid(ErrorKind::kBroadcast, "{}: shape {} does not broadcast with {}, as {} are",
                     MemberName(name_, i), ShapeText(index.shape), ShapeText(common_), name_);
    }
    common_ = *common;
    return {};
  }

  const std::span<Tensor* const> members_;
  const std::string_view name_;
  Dims kept_, common_;
  size_t end_ = 0, before_ = 0;
  bool indexes_any_ = false, has_masks_ = false;
  bool is_behind_ = false;  // an axis that is kept comes after one that is not
  bool follow_ = true;      // the axes that are indexed follow each other
};

// PlacesAlong

Status CheckPlacesAlong(const RuleCall& call, const Rule& rule) {
  const Dims& table = call.At(rule, 1).shape;
  const std::optional<size_t> axis = AxisAt(call.Given(rule, 2).integer, table);
  const int64_t size = table.empty() ? 1 : table[*axis];
  for (const int64_t place : *call.Given(rule, 0).integers) {
    if (place >= -size && place < size) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected {} to {}, a place of {} along {}",
                   rule.names[0], place, -size, size - 1, rule.names[1], rule.names[2]);
  }
  return {};
}

// AsMany

Status CheckAsMany(const RuleCall& call, const Rule& rule) {
  const Tensor &a = call.At(rule, 0), &index = call.At(rule, 1), &table = call.At(rule, 2);
  if (a.extent.elements != index.extent.elements) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected as many elements as {} (shape {})",
                   rule.names[0], ShapeText(a.shape), rule.names[1], ShapeText(index.shape));
  }
  if (index.extent.elements == 0 || table.extent.elements > 0) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected elements, as {} has some",
                 rule.names[2], ShapeText(table.shape), rule.names[1]);
}

}  // namespace

Status FindIndexedAxes(const Dims& table, std::span<Tensor* const> members, const Dims* result,
                       std::string_view table_name, std::string_view list_name, IndexedAxes& axes) {
  ListedAxes of(members, list_name);
  OPENACLNN_RETURN_IF_ERROR(of.Find(table, table_name));
  axes.common = of.common();
  axes.has_masks = of.has_masks();
  axes.first = of.first();
  axes.end = std::min(of.end(), table.size());
  if (axes.has_masks) {
    if (result == nullptr) {
      return Invalid(ErrorKind::kShape, "{}: has a mask, whose trues are not counted yet",
                     list_name);
    }
    axes.common.resize(std::max<size_t>(1, axes.common.size()), 1);
    // From the right, as what broadcasts is aligned.
    const size_t behind = of.kept().size() - axes.first + table.size() - axes.end;
    const bool follows = axes.common.back() == 1;
    if (follows && behind < result->size()) {
      axes.common.back() = (*result)[result->size() - 1 - behind];
    }
    axes.trues = axes.common.back();
    axes.is_of_any = follows && axes.trues == 1;
  }
  axes.shape.assign(of.kept().begin(), of.kept().begin() + static_cast<long>(axes.first));
  axes.shape.insert(axes.shape.end(), axes.common.begin(), axes.common.end());
  axes.shape.insert(axes.shape.end(), of.kept().begin() + static_cast<long>(axes.first),
                    of.kept().end());
  axes.shape.insert(axes.shape.end(), table.begin() + static_cast<long>(axes.end), table.end());
  return {};
}

namespace rules {

constinit const RuleType kEmbeddedShape = {
    .name = "EmbeddedShape",
    .check = CheckEmbeddedShape,
    .sentence = {"The shape of {a} is that of {c} and, behind it, the last size of {b}."},
    .python_sentence = {"{a} has the shape of {c} and, behind it, the last size of {b}."},
    .infer = InferEmbeddedShape,
};

constinit const RuleType kSelectedShape = {
    .name = "SelectedShape",
    .check = CheckSelectedShape,
    .sentence = {"{d} has at most one axis, and the shape of {a} is that of {b} with as many "
                 "elements along the axis {c} as {d} has."},
    .python_sentence = {"{d} has at most one axis, and {a} has the shape of {b} with as many "
                        "elements along the axis {c} as {d} has."},
    .infer = InferSelectedShape,
};

constinit const RuleType kGatheredShape = {
    .name = "GatheredShape",
    .check = CheckGatheredShape,
    .sentence = {"The shape of {a} is that of {b} with that of {d}, or 1 if it has no axis, in the "
                 "place of the axis {c}."},
    .python_sentence = {"{a} has the shape of {b} with that of {d}, or 1 if it has no axis, in the "
                        "place of the axis {c}."},
    .infer = InferGatheredShape,
};

constinit const RuleType kSameRank = {
    .name = "SameRank",
    .check = CheckSameRank,
    .sentence = {"{a} has as many axes as {b}; no axis counts as one."},
};

constinit const RuleType kWithin = {
    .name = "Within",
    .check = CheckWithin,
    .sentence = {"{a} is no longer than {b} along any axis except {c}; along that {b} has elements "
                 "if {a} has."},
};

constinit const RuleType kNoLonger = {
    .name = "NoLonger",
    .check = CheckNoLonger,
    .sentence = {"{a} is no longer than {b} along any axis."},
};

constinit const RuleType kSliceShape = {
    .name = "SliceShape",
    .check = CheckSliceShape,
    .sentence = {"{d} has at most one axis, and {a} the shape of {b} with as many elements along "
                 "the axis {c} as {d} has."},
};

constinit const RuleType kRowsFor = {
    .name = "RowsFor",
    .check = CheckRowsFor,
    .sentence = {"{a} has as many rows along its last axis as {b} has elements."},
};

constinit const RuleType kRowsOfCount = {
    .name = "RowsOfCount",
    .check = CheckRowsOfCount,
    .sentence = {"{a} has {b} rows as long as those of {c}."},
    .infer = InferRowsOfCount,
};

constinit const RuleType kRoomForAll = {
    .name = "RoomForAll",
    .check = CheckRoomForAll,
    .sentence = {"{a} has one axis, of as many elements as {b} and {c} have when they broadcast."},
    .infer = InferRoomForAll,
};

constinit const RuleType kRoomForPlaces = {
    .name = "RoomForPlaces",
    .check = CheckRoomForPlaces,
    .sentence = {"{a} has room for the places, or the run fails; if there are gaps between its "
                 "elements, it has two axes, one of them as long as {b} has axes."},
    .python_sentence = {"{a} has room for the places."},
    .infer = InferRoomForPlaces,
};

constinit const RuleType kSetByRun = {
    .name = "SetByRun",
    .check = [](const RuleCall& /*call*/, const Rule& /*rule*/) { return Status(); },
    .sentence = {"How much of {a} is written is known when the call has run."},
};

constinit const RuleType kPutShape = {
    .name = "PutShape",
    .check = CheckPutShape,
    .sentence = {"{c} are of the axes of {b}, in their order, and broadcast to one shape. {a} "
                 "broadcasts to the shape of {b} with it in place of their axes: of the first of "
                 "them if they follow each other, else in front."},
    .takes_lists = true,
};

constinit const RuleType kPlacesOf = {
    .name = "PlacesOf",
    .check = [](const RuleCall& /*call*/, const Rule& /*rule*/) { return Status(); },
    .sentence = {"{a} has places along an axis of {b}; the run fails if one is out of range."},
    .takes_lists = true,
};

constinit const RuleType kIndicesIn = {
    .name = "IndicesIn",
    .check = CheckIndicesIn,
    .sentence = {"Each member of {a} is INT64, INT32 or BOOL; one that is null or empty leaves an "
                 "axis as it is."},
    .narrow = [](const Rule& rule,
                 PossibleDtypes& possible) { possible.Keep(rule.at[0], kListIndexDtypes); },
    .usual = UsualBesideIndices,
    .takes_lists = true,
};

constinit const RuleType kIndexedShape = {
    .name = "IndexedShape",
    .check = CheckIndexedShape,
    .sentence =
        {"{c} are of the axes of {b}, in their order, and broadcast to one shape. The shape "
         "of {a} is that of {b} with it in place of their axes: of the first of them if "
         "they follow each other, else in front."},
    .infer = InferIndexedShape,
    .takes_lists = true,
};

constinit const RuleType kAtMostOneAxis = {
    .name = "AtMostOneAxis",
    .check =
        [](const RuleCall& call, const Rule& rule) {
          return CheckAtMostOneAxis(call.At(rule, 0).shape, rule.names[0]);
        },
    .sentence = {"{a} has at most one axis."},
};

constinit const RuleType kPlacesAlong = {
    .name = "PlacesAlong",
    .check = CheckPlacesAlong,
    .sentence = {"{a} has places of {b} along the axis {c}; -1 is the last."},
};

constinit const RuleType kAsMany = {
    .name = "AsMany",
    .check = CheckAsMany,
    .sentence = {"{a} has as many elements as {b}, and {c} has elements if {b} has."},
};

}  // namespace rules
}  // namespace openaclnn
