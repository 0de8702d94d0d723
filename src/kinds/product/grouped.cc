// Products of groups of matrices (plan.h), one after the other; each is shared among threads.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

#include "base/dtype.h"
#include "cpu/targets.h"
#include "kinds/operands.h"
#include "kinds/product/plan.h"
#include "kinds/product/quantised_plan.h"
#include "kinds/product/quantised_run.h"
#include "kinds/product/run.h"

namespace openaclnn {
namespace {

enum AxisOfPlan : size_t { kK, kN, kM };
enum OperandOfPlan : size_t { kFirst, kSecond, kAdded, kResult, kCountOperands };

// Where a run finds an operand: bytes behind the first element of a slot.
struct Found {
  int32_t slot = -1;  // there is none
  int64_t origin = 0;
  int64_t step = 0;  // from a group to the next one

  std::byte* At(const Places& places, int64_t group) const {
    return slot < 0 ? nullptr : places.First(slot) + origin + group * step;
  }
};

struct PlannedProduct {
  QuantisedPlan plan;
  std::array<Found, kCountOperands> operands;
  std::array<Found, kCountNumbers> numbers;
};

// What a list says of one group: rows, or indices k.
struct PartOfList {
  int64_t group, begin, count;
};

class GroupedComputation final : public Computation {
 public:
  struct Access {
    Plan plan;
    int32_t slot;
    bool writes;
  };

  std::vector<PlannedProduct> products;
  Found list;
  int64_t list_stride, list_stride_of_pair;  // elements
  GroupList list_is;
  bool groups_k;
  int64_t groups;
  std::vector<Access> accesses;
  int64_t elements = 0;

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    if (list.slot < 0) {
      for (const PlannedProduct& product : products) RunProductOf(product, 0, nullptr, places);
    } else if (groups_k) {
      RunGroupsOfK(places);
    } else {
      RunGroupsOfRows(places);
    }
  }

  bool HasWork() const override {
    return std::ranges::any_of(accesses, [](const Access& access) { return access.writes; });
  }
  Status FindCode(const Places& /*places*/, Queue& /*queue*/,
                  DeviceCodes& /*codes*/) const override {
    return {};
  }
  Status Launch(const Places& /*places*/, const DeviceCodes& /*codes*/,
                Queue& /*queue*/) const override {
    return {};
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    for (const Access& access : accesses) visit({access.plan, 0, access.slot, access.writes});
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "grouped product");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", elements);
    details.Add("groups", groups);
  }

 private:
  const PlannedProduct& ProductOfGroup(int64_t group) const {
    return products[products.size() == 1 ? 0 : static_cast<size_t>(group)];
  }

  // Rows of a first factor of integers lie in whole bytes.
  static int64_t BytesOf(const QuantisedPlan& plan, int64_t bytes) {
    constexpr int64_t kItem = sizeof(uint16_t);
    return plan.bits[0] == 0 ? bytes : bytes / kItem * plan.bits[0] / 8;
  }

  // `part`: null for all rows and all k.
  void RunProductOf(const PlannedProduct& product, int64_t group, const PartOfList* part,
                    const Places& places) const {
    Plan plan = product.plan.plan, numbers = product.plan.numbers;
    const int64_t step = products.size() == 1 ? group : 0;
    OperandData data{}, of_numbers{};
    for (size_t k = 0; k < kCountOperands; ++k) data[k] = product.operands[k].At(places, step);
    for (size_t k = 0; k < kCountNumbers; ++k) of_numbers[k] = product.numbers[k].At(places, step);
    if (part != nullptr) {
      const size_t axis = groups_k ? kK : kM;
      plan.axes[axis].extent = part->count;
      const auto shift = [&](size_t k) { return part->begin * plan.axes[axis].stride[k]; };
      data[kFirst] += BytesOf(product.plan, shift(kFirst));
      data[groups_k ? kSecond : kResult] += shift(groups_k ? kSecond : kResult);
      if (!groups_k) {
        numbers.axes[kM].extent = part->count;
        const int64_t of_rows = part->begin * numbers.axes[kM].stride[kRowScales];
        if (of_numbers[kRowScales] != nullptr) of_numbers[kRowScales] += of_rows;
      }
    }
    const QuantisedRun quantised{.numbers = &numbers,
                                 .data = of_numbers,
                                 .bits = product.plan.bits,
                                 .group = product.plan.group};
    RunProduct({.plan = &plan,
                .data = data,
                .alpha = 1,
                .beta = product.plan.adds ? 1.0 : 0.0,
                .quantised = product.plan.HasIntegers() ? &quantised : nullptr});
  }

  std::vector<PartOfList> ReadList(const Places& places, int64_t extent) const {
    std::vector<PartOfList> parts;
    const std::byte* const data = list.At(places, 0);
    const auto read = [&](int64_t i, int64_t of_pair) {
      int64_t number;
      const int64_t at = i * list_stride + of_pair * list_stride_of_pair;
      std::memcpy(&number, data + at * int64_t{sizeof(number)}, sizeof(number));
      return number;
    };
    const bool has_numbers = list_is == GroupList::kNumbersAndSizes;
    int64_t begin = 0;
    for (int64_t i = 0; i < groups; ++i) {
      const int64_t rest = extent - begin, given = read(i, has_numbers ? 1 : 0);
      const int64_t size = list_is == GroupList::kEnds ? std::clamp(given, begin, extent) - begin
                                                       : std::clamp<int64_t>(given, 0, rest);
      parts.push_back({has_numbers ? read(i, 0) : i, begin, size});
      begin += size;
    }
    return parts;
  }

  bool IsGroup(int64_t group) const { return group >= 0 && group < groups; }

  void RunGroupsOfRows(const Places& places) const {
    const int64_t rows = products[0].plan.plan.axes[kM].extent;
    int64_t end = 0;
    for (const PartOfList& part : ReadList(places, rows)) {
      end = part.begin + part.count;
      if (part.count == 0) continue;
      if (IsGroup(part.group)) {
        RunProductOf(ProductOfGroup(part.group), part.group, &part, places);
      } else {
        Zero(part.begin, part.count, places);
      }
    }
    Zero(end, rows - end, places);
  }

  // Groups that a list does not name are products of no terms.
  void RunGroupsOfK(const Places& places) const {
    const int64_t terms = products[0].plan.plan.axes[kK].extent;
    std::vector<PartOfList> of_group(static_cast<size_t>(groups), PartOfList{0, 0, 0});
    for (const PartOfList& part : ReadList(places, terms)) {
      if (IsGroup(part.group)) of_group[static_cast<size_t>(part.group)] = part;
    }
    for (int64_t group = 0; group < groups; ++group) {
      RunProductOf(ProductOfGroup(group), group, &of_group[static_cast<size_t>(group)], places);
    }
  }

  // Rows of the result of all groups.
  void Zero(int64_t begin, int64_t count, const Places& places) const {
    const PlannedProduct& product = products[0];
    const Plan& plan = product.plan.plan;
    const Axis &n = plan.axes[kN], &m = plan.axes[kM];
    const auto item = static_cast<size_t>(DtypeBytes(plan.dtype[kResult]));
    std::byte* row = product.operands[kResult].At(places, 0) + begin * m.stride[kResult];
    for (int64_t r = 0; r < count; ++r, row += m.stride[kResult]) {
      if (n.stride[kResult] == static_cast<int64_t>(item)) {
        std::memset(row, 0, item * static_cast<size_t>(n.extent));
        continue;
      }
      for (int64_t c = 0; c < n.extent; ++c) std::memset(row + c * n.stride[kResult], 0, item);
    }
  }
};

Found FoundAt(const Value& value, int64_t step) { return {value.slot, value.origin, step}; }

void PlanOne(const GroupProduct& product, const GroupedProduct& grouped, PlannedProduct& made) {
  ProductTensors tensors{.first = product.first.tensor,
                         .second = product.second.tensor,
                         .result = product.result.tensor,
                         .group = product.group_of_k,
                         .adds_floats_first = grouped.adds_floats_first};
  const GroupSteps& steps = grouped.steps;
  made.operands[kFirst] = FoundAt(product.first, 0);
  made.operands[kSecond] = FoundAt(product.second, steps.second);
  made.operands[kResult] = FoundAt(product.result, steps.result);
  if (product.added) {
    tensors.added = product.added->tensor;
    made.operands[kAdded] = FoundAt(*product.added, steps.added);
  }
  for (size_t role = 0; role < kAddedLast; ++role) {
    const std::optional<Value>& value = product.numbers[role];
    if (!value) continue;
    tensors.numbers[role] = value->tensor;
    made.numbers[role] = FoundAt(*value, steps.numbers[role]);
  }
  PlanQuantised(tensors, made.plan);
  if (made.plan.adds_last) made.numbers[kAddedLast] = made.operands[kAdded];
}

void AddAccess(const Value& value, bool writes, GroupedComputation& made) {
  if (value->extent.elements == 0) return;
  GroupedComputation::Access& access = made.accesses.emplace_back();
  access.slot = value.slot;
  access.writes = writes;
  const bool is_of_integers = ClassOf(value->dtype) != DtypeClass::kFloat;
  if (is_of_integers && !writes) {
    PlanBytes(*value.tensor, 0, access.plan);
  } else {
    PlanAlone(*value.tensor, writes ? 1 : 0, access.plan);
  }
}

}  // namespace

Stage PlanGroupedProduct(const GroupedProduct& grouped) {
  ApplySimdSetting();
  auto made = std::make_unique<GroupedComputation>();
  made->groups = grouped.groups;
  made->groups_k = grouped.groups_k;
  made->list_is = grouped.list_is;
  if (grouped.list) {
    const Dims& strides = (*grouped.list)->strides;
    made->list = FoundAt(*grouped.list, 0);
    made->list_stride = strides[0];
    made->list_stride_of_pair = strides.size() > 1 ? strides[1] : 0;
    AddAccess(*grouped.list, false, *made);
  }
  for (const Value& value : grouped.read) AddAccess(value, false, *made);
  for (const Value& value : grouped.written) AddAccess(value, true, *made);
  for (const GroupProduct& product : grouped.products) {
    PlanOne(product, grouped, made->products.emplace_back());
    const int64_t elements = made->products.back().plan.plan.elements;
    if (__builtin_add_overflow(made->elements, elements, &made->elements)) {
      made->elements = INT64_MAX;
    }
  }
  const int64_t elements = made->elements;
  return {std::move(made), 0, elements, kProductCost};
}

}  // namespace openaclnn
