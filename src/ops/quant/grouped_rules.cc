#include "ops/quant/grouped_rules.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "engine/usual_dtype.h"
#include "ops/quant/family.h"
#include "tensor/integer_matrix.h"
#include "tensor/lists.h"

namespace openaclnn {

std::span<Tensor* const> MembersOf(const Argument& list) {
  const std::span<Tensor* const> members = list.Tensors();
  const bool is_none = members.size() == 1 && members[0]->shape == Dims{0};
  return is_none ? members.first(0) : members;
}

bool HasFourBits(std::span<const Argument> arguments) {
  const aclDataType x = MembersOf(arguments[kX])[0]->dtype,
                    weight = MembersOf(arguments[kWeight])[0]->dtype;
  return kQuantisedDtypes.Has(x) && kPackedDtypes.Has(weight);
}

Division DivisionOf(std::span<const Argument> arguments) {
  const auto members = [&](int list) { return MembersOf(arguments[static_cast<size_t>(list)]); };
  const int64_t type = arguments[kGroupType].integer;
  const bool has_many_outputs = arguments[kSplitItem].integer <= 1;
  Division division{};
  division.has_one_x = type == kGroupsOfK || (type == kGroupsOfRows && members(kX).size() == 1);
  division.has_one_weight = type == kGroupsOfRows
                                ? division.has_one_x && members(kWeight).size() == 1
                                : type == kGroupsOfK && !has_many_outputs;
  division.has_list = division.has_one_x && !has_many_outputs;
  return division;
}

namespace {

int OutOf(const OpSpec& spec) { return spec.IndexOf("out"); }

// GroupedDtypes

constexpr size_t kLists = kPerTokenScale + 1;  // the first arguments

struct Choice {
  DtypeSet dtypes = {};
  bool may_be_null = false;
};
constexpr Choice kNull{{}, true};
constexpr Choice OrNull(DtypeSet dtypes) { return {dtypes, true}; }

struct Row {
  Choice lists[kLists];
  DtypeSet out;
};
constexpr Row OfFloats(DtypeSet x, DtypeSet bias) {
  return {{{x}, {x}, OrNull(bias), kNull, kNull, kNull, kNull, kNull}, x};
}
constexpr Row OfWeights(DtypeSet x, DtypeSet bias) {
  return {{{x}, {kQuantisedDtypes}, OrNull(bias), kNull, kNull, {x}, {x}, kNull}, x};
}
constexpr Row OfIntegers(Choice scale, Choice rows, DtypeSet out) {
  return {{{kOnlyInt8}, {kOnlyInt8}, OrNull(kOnlyInt32), scale, kNull, kNull, kNull, rows}, out};
}
constexpr Row kRows[] = {
    OfFloats(kOnlyFloat, kOnlyFloat),
    OfFloats(kOnlyFloat16, kOnlyFloat16),
    OfFloats(kOnlyBfloat16, kOnlyFloat),
    OfWeights(kOnlyFloat16, kOnlyFloat16),
    OfWeights(kOnlyBfloat16, kOnlyFloat),
    OfIntegers({kWordDtypes}, kNull, kOnlyInt8),
    OfIntegers({kOnlyBfloat16}, OrNull(kOnlyFloat), kOnlyBfloat16),
    OfIntegers({kOnlyFloat}, OrNull(kOnlyFloat), kOnlyFloat16),
    OfIntegers(kNull, kNull, kOnlyInt32),
    {{{kOnlyInt8}, {kPackedDtypes}, {kOnlyFloat}, {kWordDtypes}, kNull, kNull, kNull, {kOnlyFloat}},
     kHalfDtypes},
    {{{kPackedDtypes},
      {kPackedDtypes},
      kNull,
      {kWordDtypes},
      kNull,
      kNull,
      kNull,
      OrNull(kOnlyFloat)},
     kHalfDtypes},
};

// That of all members, as the rules before this one have seen to it.
std::optional<aclDataType> DtypeOfList(const Argument& list) {
  const std::span<Tensor* const> members = MembersOf(list);
  if (members.empty()) return std::nullopt;
  return members[0]->dtype;
}

bool Has(const Choice& choice, std::optional<aclDataType> dtype) {
  return dtype ? choice.dtypes.Has(*dtype) : choice.may_be_null;
}

std::string TextOf(const Choice& choice) {
  if (choice.dtypes == DtypeSet()) return "null";
  return choice.may_be_null ? choice.dtypes.Text() + " or null" : choice.dtypes.Text();
}

Status CheckOneDtype(std::string_view name, std::span<Tensor* const> members) {
  for (size_t i = 1; i < members.size(); ++i) {
    if (members[i]->dtype == members[0]->dtype) continue;
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, that of {}",
                   MemberName(name, i), DtypeName(members[i]->dtype), DtypeName(members[0]->dtype),
                   MemberName(name, 0));
  }
  return {};
}

Status CheckGroupedDtypes(const RuleCall& call, const Rule& /*rule*/) {
  const OpSpec& spec = call.spec();
  std::optional<aclDataType> given[kLists + 1];
  std::string_view names[kLists + 1];
  for (size_t i = 0; i <= kLists; ++i) {
    const auto at = i < kLists ? i : static_cast<size_t>(OutOf(spec));
    names[i] = spec.arguments[at].name;
    const Argument& list = call.arguments()[at];
    OPENACLNN_RETURN_IF_ERROR(CheckOneDtype(names[i], MembersOf(list)));
    given[i] = DtypeOfList(list);
    // Without rows, their numbers are such a tensor.
    const bool has_rows = call.arguments()[kX].Tensors()[0]->extent.elements > 0;
    if (i == kPerTokenScale && !given[i] && !has_rows && list.count == 1) {
      given[i] = list.Tensors()[0]->dtype;
    }
  }
  const auto choice = [](const Row& row, size_t i) {
    return i < kLists ? row.lists[i] : Choice{row.out};
  };
  // The row that differs in the fewest lists.
  const Row* nearest = nullptr;
  size_t fewest = 0;
  for (const Row& row : kRows) {
    size_t others = 0;
    for (size_t i = 0; i <= kLists; ++i) others += Has(choice(row, i), given[i]) ? 0 : 1;
    if (others == 0) return {};
    if (nearest != nullptr && others >= fewest) continue;
    nearest = &row;
    fewest = others;
  }
  size_t other = 0;
  while (Has(choice(*nearest, other), given[other])) ++other;
  std::string fitting;
  for (size_t i = 0; i <= kLists; ++i) {
    if (!given[i] || !Has(choice(*nearest, i), given[i])) continue;
    fitting += fmt::format("{}{} has {}", fitting.empty() ? " where " : ", ", names[i],
                           DtypeName(*given[i]));
  }
  return Invalid(ErrorKind::kDtype, "{}: {}, expected {}{}", names[other],
                 given[other] ? "dtype is " + DtypeName(*given[other]) : "is null",
                 TextOf(choice(*nearest, other)), fitting);
}

aclDataType UsualInGrouped(const OpSpec& spec, int argument) {
  const bool is_given = argument == kX || argument == kWeight || argument == OutOf(spec);
  return is_given ? ACL_FLOAT : ACL_DT_UNDEFINED;
}

// That of the first row that has the other dtypes.
Status InferGroupedDtype(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 0));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  for (const Row& row : kRows) {
    bool fits = true;
    for (size_t i = 0; i < kLists; ++i) {
      fits = fits && Has(row.lists[i], DtypeOfList(call.arguments()[i]));
    }
    if (!fits) continue;
    output.dtype = UsualOf(row.out);
    if (output.dtype == ACL_DT_UNDEFINED) output.dtype = ACL_BF16;
    return {};
  }
  return {};
}

// GroupedShapes

constexpr int64_t kMostOfLastAxis = 65535;
constexpr int64_t kMostGroupsOfOne = 1024, kMostGroups = 128;

// The lists of a call, and what is checked of them.
class Shapes {
 public:
  explicit Shapes(const RuleCall& call)
      : spec_(call.spec()),
        arguments_(call.arguments()),
        division_(DivisionOf(arguments_)),
        type_(Integer(kGroupType)) {}

  Status Check() {
    OPENACLNN_RETURN_IF_ERROR(CheckIntegers());
    OPENACLNN_RETURN_IF_ERROR(CheckCounts());
    OPENACLNN_RETURN_IF_ERROR(CheckRanks());
    OPENACLNN_RETURN_IF_ERROR(CheckProducts());
    OPENACLNN_RETURN_IF_ERROR(CheckGroupList());
    OPENACLNN_RETURN_IF_ERROR(CheckNumbers(kBias, false));
    OPENACLNN_RETURN_IF_ERROR(CheckNumbers(kScale, HasFourBits(arguments_)));
    OPENACLNN_RETURN_IF_ERROR(CheckNumbers(kAntiquantScale, true));
    OPENACLNN_RETURN_IF_ERROR(CheckNumbers(kAntiquantOffset, true));
    OPENACLNN_RETURN_IF_ERROR(CheckOffsets());
    return CheckPerToken();
  }

  // Sets that of an output, as far as the inputs tell it.
  void SetShapeOfOut(size_t i, Dims& shape) const {
    const std::span<Tensor*const> x = Members(kX), weight = Members(kWeight);
    shape.clear();
    if (x.empty() || weight.empty() || i >= std::max(weight.size(), x.size())) return;
    const Tensor& first = *x[x.size() > 1 ? i : 0];
    const Tensor& second = *weight[weight.size() > 1 ? i : 0];
    if (first.shape.empty() || second.shape.empty()) return;
    const int64_t k = IntegersOf(first, false).shape.back();
    const Tensor* const list = arguments_[kGroupList].tensor;
    if (type_ == kGroupsOfK && division_.has_one_weight && list != nullptr) {
      shape.push_back(list->shape.empty() ? 1 : list->shape[0]);
    }
    for (const int64_t extent : first.shape) shape.push_back(extent);
    shape.back() = IntegersOf(second, false, k).shape.back();
    if (type_ != kGroupsOfRows || division_.has_one_x) return;
    shape[0] = 0;
    for (const Tensor* const member : x) shape[0] += member->shape.empty() ? 0 : member->shape[0];
  }

 private:
  int64_t Integer(int argument) const { return arguments_[static_cast<size_t>(argument)].integer; }
  std::span<Tensor* const> Members(int list) const {
    return MembersOf(arguments_[static_cast<size_t>(list)]);
  }
  std::string_view Name(int argument) const { return spec_.arguments[argument].name; }
  std::span<Tensor* const> Outs() const { return Members(OutOf(spec_)); }
  bool IsOfIntegers() const { return IsInteger(Members(kX)[0]->dtype); }
  bool IsOfIntegerWeights() const { return IsInteger(Members(kWeight)[0]->dtype); }

  Status CheckIntegers() const {
    const int64_t split = Integer(kSplitItem), act = Integer(kActType);
    if (type_ == kNoGroups && split > 1) {
      return Invalid(ErrorKind::kValue, "splitItem: is {}, expected 0 or 1, as groupType is -1",
                     split);
    }
    if (type_ == kGroupsOfRows && split <= 1) {
      return Invalid(ErrorKind::kValue, "splitItem: is {}, expected 2 or 3, as groupType is 0",
                     split);
    }
    constexpr int64_t kGeluErf = 3;
    if (act == kGeluErf) {
      return Invalid(ErrorKind::kValue, "actType: is 3, expected 0, 1, 2, 4 or 5");
    }
    const aclDataType x = Members(kX)[0]->dtype, out = Outs()[0]->dtype;
    if (act != 0 && (x != ACL_INT8 || HasFourBits(arguments_) || !kHalfDtypes.Has(out))) {
      return Invalid(ErrorKind::kValue,
                     "actType: is {}, expected 0 where x has {} and out has {}; only results of "
                     "FLOAT16 or BFLOAT16 of two factors of INT8 are activated",
                     act, DtypeName(x), DtypeName(out));
    }
    if (type_ != kGroupsOfRows && IsOfIntegers()) {
      return Invalid(ErrorKind::kValue, "groupType: is {}, expected 0 where x has {}", type_,
                     DtypeName(x));
    }
    if (HasFourBits(arguments_) && Integer(kGroupListType) == 2) {
      return Invalid(ErrorKind::kValue,
                     "groupListType: is 2, expected 0 or 1 where x has {} and weight {}",
                     DtypeName(x), DtypeName(Members(kWeight)[0]->dtype));
    }
    if (type_ == kGroupsOfK && IsOfIntegerWeights()) {
      return Invalid(ErrorKind::kValue, "groupType: is 2, expected -1 or 0 where weight has {}",
                     DtypeName(Members(kWeight)[0]->dtype));
    }
    return {};
  }

  Status CheckCount(int list, size_t expected, std::string_view reason) const {
    const size_t given = Members(list).size();
    if (given == expected) return {};
    return Invalid(ErrorKind::kValue, "{}: has {} tensors, expected {}, {}", Name(list), given,
                   expected, reason);
  }

  Status CheckCounts() const {
    const size_t weights = Members(kWeight).size();
    constexpr std::string_view kAsWeight = "as many as weight";
    if (type_ == kGroupsOfK) {
      OPENACLNN_RETURN_IF_ERROR(CheckCount(kX, 1, "as groupType is 2"));
    } else if (!division_.has_one_x || type_ == kNoGroups) {
      OPENACLNN_RETURN_IF_ERROR(CheckCount(kX, weights, kAsWeight));
    }
    if (division_.has_list || type_ == kGroupsOfRows) {
      OPENACLNN_RETURN_IF_ERROR(CheckCount(OutOf(spec_), 1, "as splitItem is 2 or 3"));
    } else {
      OPENACLNN_RETURN_IF_ERROR(CheckCount(OutOf(spec_), weights, kAsWeight));
    }
    if (type_ == kGroupsOfK && division_.has_one_weight) {
      OPENACLNN_RETURN_IF_ERROR(CheckCount(kWeight, 1, "as splitItem is 2 or 3"));
    }
    if (type_ == kGroupsOfK && !Members(kBias).empty()) {
      return Invalid(ErrorKind::kNullArgument, "{}: is given, expected null, as groupType is 2",
                     Name(kBias));
    }
    if (HasFourBits(arguments_)) {
      OPENACLNN_RETURN_IF_ERROR(CheckCount(kX, 1, "as weight has integers of 4 bits"));
      OPENACLNN_RETURN_IF_ERROR(CheckCount(kWeight, 1, "as it has integers of 4 bits"));
    }
    for (const int list : {kBias, kScale, kAntiquantScale, kAntiquantOffset}) {
      if (Members(list).empty()) continue;
      OPENACLNN_RETURN_IF_ERROR(CheckCount(list, weights, kAsWeight));
    }
    return {};
  }

  Status CheckRank(int list, size_t least, size_t most) const {
    const std::span<Tensor* const> members = Members(list);
    for (size_t i = 0; i < members.size(); ++i) {
      const Dims& shape = members[i]->shape;
      if (shape.size() >= least && shape.size() <= most) continue;
      return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {}",
                     MemberName(Name(list), i), shape.size(), ShapeText(shape),
                     least == most ? std::to_string(least) : fmt::format("{} to {}", least, most));
    }
    return {};
  }

  Status CheckRanks() const {
    constexpr size_t kMostAxes = 6;
    const size_t most = type_ == kNoGroups ? kMostAxes : 2;
    OPENACLNN_RETURN_IF_ERROR(CheckRank(kX, 2, most));
    const size_t of_weight = type_ == kGroupsOfRows && division_.has_one_weight ? 3 : 2;
    OPENACLNN_RETURN_IF_ERROR(CheckRank(kWeight, of_weight, of_weight));
    if (type_ == kGroupsOfK && division_.has_one_weight) return CheckRank(OutOf(spec_), 3, 3);
    return CheckRank(OutOf(spec_), 2, most);
  }

  // A matrix, or with three axes one for each group, as its numbers are counted.
  IntegerMatrix WeightAt(size_t i) const {
    const int64_t k = XAt(division_.has_one_x ? 0 : i).shape.back();
    return IntegersOf(*Members(kWeight)[i], false, k);
  }
  IntegerMatrix XAt(size_t i) const { return IntegersOf(*Members(kX)[i], false); }

  Status CheckPacked(int list, size_t i, const IntegerMatrix& matrix) const {
    const Tensor& tensor = *Members(list)[i];
    if (tensor.dtype != ACL_INT4 && tensor.dtype != ACL_INT32) return {};
    const size_t rank = matrix.shape.size();
    const auto lies_along = [&](size_t axis) {
      return matrix.strides[axis] == 1 && matrix.shape[axis] % 2 == 0;
    };
    const bool is_whole = tensor.dtype == ACL_INT32 || tensor.offset % 2 == 0;
    const bool has_whole_groups = rank < 3 || matrix.strides[0] % 2 == 0;
    if (is_whole && has_whole_groups && (lies_along(rank - 1) || lies_along(rank - 2))) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: strides are {} at offset {} (shape {}); integers of 4 bits lie two to a "
                   "byte, an even number of them side by side along one of the last two axes",
                   MemberName(Name(list), i), ShapeText(tensor.strides), tensor.offset,
                   ShapeText(tensor.shape));
  }

  // Rows of first factors begin with whole bytes.
  Status CheckRowsPacked(size_t i, const IntegerMatrix& matrix) const {
    const Tensor& tensor = *Members(kX)[i];
    if (tensor.dtype != ACL_INT4 && tensor.dtype != ACL_INT32) return {};
    const size_t rank = matrix.shape.size();
    const bool is_whole = tensor.dtype == ACL_INT32 || tensor.offset % 2 == 0;
    if (is_whole && matrix.strides[rank - 1] == 1 && matrix.shape[rank - 1] % 2 == 0 &&
        matrix.strides[rank - 2] % 2 == 0) {
      return {};
    }
    return Invalid(ErrorKind::kShape,
                   "{}: strides are {} at offset {} (shape {}); integers of 4 bits lie two to a "
                   "byte, an even number of them side by side along the last axis",
                   MemberName("x", i), ShapeText(tensor.strides), tensor.offset,
                   ShapeText(tensor.shape));
  }

  // Whether the columns of a weight lie side by side in memory, each for itself.
  static bool IsTurned(const IntegerMatrix& weight) {
    const size_t rank = weight.shape.size();
    return weight.strides[rank - 2] == 1 && weight.strides[rank - 1] == weight.shape[rank - 2];
  }

  Status CheckLast(int list, size_t i, int64_t extent) const {
    if (extent <= kMostOfLastAxis) return {};
    return Invalid(ErrorKind::kShape, "{}: the last axis has {} elements, expected at most {}",
                   MemberName(Name(list), i), extent, kMostOfLastAxis);
  }

  Status CheckProducts() {
    const std::span<Tensor* const> weights = Members(kWeight);
    int64_t rows = 0;
    for (size_t i = 0; i < weights.size(); ++i) {
      const size_t at = division_.has_one_x ? 0 : i;
      const IntegerMatrix x = XAt(at), weight = WeightAt(i);
      OPENACLNN_RETURN_IF_ERROR(CheckPacked(kWeight, i, weight));
      OPENACLNN_RETURN_IF_ERROR(CheckRowsPacked(at, x));
      const int64_t n = weight.shape.back(), k = weight.shape[weight.shape.size() - 2];
      if (type_ != kGroupsOfK) OPENACLNN_RETURN_IF_ERROR(CheckLast(kX, at, x.shape.back()));
      if (!IsTurned(weight)) OPENACLNN_RETURN_IF_ERROR(CheckLast(kWeight, i, n));
      const bool has_part_of_k = type_ == kGroupsOfK && !division_.has_one_weight;
      if (!has_part_of_k && x.shape.back() != k) {
        return Invalid(ErrorKind::kShape,
                       "{} and {}: no matrix product of {} and {} elements; expected [..., k] and "
                       "[..., k, n]",
                       MemberName("x", at), MemberName("weight", i), ShapeText(x.shape),
                       ShapeText(weight.shape));
      }
      terms_ += k;
      rows += type_ == kGroupsOfRows && !division_.has_one_x ? x.shape[0] : 0;
      if (type_ == kNoGroups || has_part_of_k) {
        Dims expected = x.shape;
        expected.back() = n;
        OPENACLNN_RETURN_IF_ERROR(CheckOut(i, expected));
      } else if (i > 0 && n != WeightAt(0).shape.back()) {
        return Invalid(ErrorKind::kShape, "{}: has {} columns, expected {}, as many as {}",
                       MemberName("weight", i), n, WeightAt(0).shape.back(),
                       MemberName("weight", 0));
      }
    }
    const Dims& x = Members(kX)[0]->shape;
    if (type_ == kGroupsOfK && !division_.has_one_weight) return CheckTerms();
    const int64_t n = WeightAt(0).shape.back();
    if (type_ == kGroupsOfRows) return CheckOut(0, {division_.has_one_x ? x[0] : rows, n});
    if (type_ == kGroupsOfK) return CheckOut(0, {Outs()[0]->shape[0], x[0], n});
    return {};
  }

  Status CheckTerms() const {
    const int64_t k = Members(kX)[0]->shape[1];
    if (terms_ <= k) return {};
    return Invalid(ErrorKind::kShape,
                   "weight: the tensors have {} rows, expected at most {}, k of x[0] (shape {})",
                   terms_, k, ShapeText(Members(kX)[0]->shape));
  }

  Status CheckOut(size_t i, const Dims& expected) const {
    const Dims& given = Outs()[i]->shape;
    if (given == expected) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of the products",
                   MemberName("out", i), ShapeText(given), ShapeText(expected));
  }

  int64_t Groups() const {
    if (!division_.has_one_weight) return std::ssize(Members(kWeight));
    return type_ == kGroupsOfK ? Outs()[0]->shape[0] : Members(kWeight)[0]->shape[0];
  }

  Status CheckGroupList() const {
    const Tensor* const list = arguments_[kGroupList].tensor;
    if (list == nullptr) {
      if (!division_.has_list) return {};
      return Invalid(ErrorKind::kNullArgument,
                     "groupListOptional: is null, expected the sizes of groups, as groupType is {} "
                     "and x and out are one tensor each",
                     type_);
    }
    if (!division_.has_list && type_ != kGroupsOfRows) {
      return Invalid(ErrorKind::kNullArgument,
                     "groupListOptional: is given, expected null, as groupType is {} and splitItem "
                     "is {}",
                     type_, Integer(kSplitItem));
    }
    const int64_t groups = Groups();
    const int64_t most = division_.has_one_weight ? kMostGroupsOfOne : kMostGroups;
    const bool has_numbers = Integer(kGroupListType) == 2;
    const Dims expected = has_numbers ? Dims{groups, 2} : Dims{groups};
    if (list->shape == expected && groups <= most) return {};
    return Invalid(ErrorKind::kShape,
                   "groupListOptional: shape is {}, expected {}, as there are {} groups, at most "
                   "{}, and groupListType is {}",
                   ShapeText(list->shape), ShapeText(expected), groups, most,
                   Integer(kGroupListType));
  }

  // [n] for each weight, [groups, n] for a weight of all groups; with `of_k` groups of k before n.
  Status CheckNumbers(int list, bool of_k) const {
    const std::span<Tensor* const> members = Members(list);
    for (size_t i = 0; i < members.size(); ++i) {
      const IntegerMatrix weight = WeightAt(i);
      const size_t rank = weight.shape.size();
      const int64_t n = weight.shape.back(), k = weight.shape[rank - 2];
      Dims expected = rank == 3 ? Dims{weight.shape[0], n} : Dims{n};
      const Dims& given = members[i]->shape;
      if (given == expected) continue;
      const bool may_have_groups = of_k && weight.bits == 4;
      if (may_have_groups && given.size() == expected.size() + 1) {
        const int64_t groups = given[given.size() - 2];
        expected.insert(expected.end() - 1, groups);
        const bool is_whole = groups > 0 && k % groups == 0;
        const bool needs_even = list == kScale || IsTurned(weight);
        if (given == expected && is_whole && (!needs_even || k / groups % 2 == 0)) continue;
      }
      return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}{}", MemberName(Name(list), i),
                     ShapeText(given), ShapeText(rank == 3 ? Dims{weight.shape[0], n} : Dims{n}),
                     may_have_groups ? ", or with an axis of groups of k before the last" : "");
    }
    return {};
  }

  // Scales and offsets of weights have one shape, and groups of k of one size.
  Status CheckOffsets() const {
    const std::span<Tensor*const> scales = Members(kAntiquantScale),
                                  offsets = Members(kAntiquantOffset);
    for (size_t i = 0; i < scales.size(); ++i) {
      if (offsets[i]->shape != scales[i]->shape) {
        return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of {}",
                       MemberName(Name(kAntiquantOffset), i), ShapeText(offsets[i]->shape),
                       ShapeText(scales[i]->shape), MemberName(Name(kAntiquantScale), i));
      }
      if (SizeOfGroup(i) == SizeOfGroup(0)) continue;
      return Invalid(ErrorKind::kShape, "{}: groups have {} indices k, expected {}, as those of {}",
                     MemberName(Name(kAntiquantScale), i), SizeOfGroup(i), SizeOfGroup(0),
                     MemberName(Name(kAntiquantScale), 0));
    }
    return {};
  }

  // 0: a weight has one group.
  int64_t SizeOfGroup(size_t i) const {
    const Dims& scale = Members(kAntiquantScale)[i]->shape;
    const IntegerMatrix weight = WeightAt(i);
    const size_t rank = weight.shape.size();
    return scale.size() == rank ? weight.shape[rank - 2] / scale[rank - 2] : 0;
  }

  Status CheckPerToken() const {
    const std::span<Tensor* const> members = Members(kPerTokenScale);
    if (members.empty()) return {};
    if (members.size() != 1 || !division_.has_one_weight) {
      return Invalid(ErrorKind::kValue,
                     "perTokenScaleOptional: has {} tensors, expected 1, and one tensor in each of "
                     "x, weight and out",
                     members.size());
    }
    const int64_t m = Members(kX)[0]->shape[0];
    if (members[0]->shape == Dims{m} || members[0]->shape == Dims{m, 1}) return {};
    return Invalid(ErrorKind::kShape,
                   "perTokenScaleOptional[0]: shape is {}, expected [{}], a number for each row",
                   ShapeText(members[0]->shape), m);
  }

  const OpSpec& spec_;
  const std::span<const Argument> arguments_;
  const Division division_;
  const int64_t type_;
  int64_t terms_ = 0;  // the sum of k of all weights
};

Status CheckGroupedShapes(const RuleCall& call, const Rule& /*rule*/) {
  return Shapes(call).Check();
}

// NoMembers

Status CheckNoMembers(const RuleCall& call, const Rule& rule) {
  const std::span<Tensor* const> members = MembersOf(call.Given(rule, 0));
  if (members.empty()) return {};
  return Invalid(ErrorKind::kValue, "{}: has {} tensors, expected none", rule.names[0],
                 members.size());
}

Status InferGroupedShapes(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  Shapes(call).SetShapeOfOut(static_cast<size_t>(output.member), output.shape);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kGroupedDtypes = {
    .name = "GroupedDtypes",
    .check = CheckGroupedDtypes,
    .sentence = {"The dtypes of {a}, {b}, the bias, the scales, the offsets and {c} are those of a "
                 "row of the table in the header."},
    .infer = InferGroupedDtype,
    .inferred = 2,
    .usual = UsualInGrouped,
    .takes_lists = true,
};

constinit const RuleType kGroupedShapes = {
    .name = "GroupedShapes",
    .check = CheckGroupedShapes,
    .sentence = {"How many tensors {b}, {c} and {a} have, and their shapes, are those that the "
                 "header says for each splitItem and groupType."},
    .infer = InferGroupedShapes,
    .takes_lists = true,
};

constinit const RuleType kNoMembers = {
    .name = "NoMembers",
    .check = CheckNoMembers,
    .sentence = {"{a} is null or has no tensors."},
    .python_sentence = {"{a} is None or has no arrays."},
    .takes_lists = true,
};

}  // namespace rules
}  // namespace openaclnn
