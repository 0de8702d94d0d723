// Broadcasting, plans, overlaps and extents of views against models that look at every element.

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "base/dtype.h"
#include "tensor/bounded_sums.h"
#include "tensor/broadcast.h"
#include "tensor/overlap.h"
#include "tensor/plan.h"
#include "tensor/tensor.h"
#include "tensor/view.h"
#include "tests/fuzz/fuzz.h"

namespace openaclnn::fuzz {
namespace {

constexpr int kMaxRank = 5;

Dims AnyShape(Choices& choices) {
  Dims shape(static_cast<size_t>(choices.Between(0, kMaxRank)));
  for (int64_t& extent : shape) extent = choices.Between(0, 5);
  return shape;
}

int64_t SmallCount(const Dims& shape) {
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  return count;
}

// Calls use(index) for every index of a shape, in row-major order.
template <class Use>
void ForEachIndex(const Dims& shape, Use use) {
  Dims index(shape.size(), 0);
  for (int64_t left = SmallCount(shape); left > 0; --left) {
    use(index);
    for (size_t i = shape.size(); i-- > 0;) {
      if (++index[i] < shape[i]) break;
      index[i] = 0;
    }
  }
}

int64_t OffsetOf(const Dims& index, const Dims& strides) {
  int64_t offset = 0;
  for (size_t i = 0; i < index.size(); ++i) offset += index[i] * strides[i];
  return offset;
}

void FuzzBroadcast(Choices& choices) {
  const Dims a = AnyShape(choices), b = AnyShape(choices);
  const size_t rank = std::max(a.size(), b.size());
  const auto extent = [rank](const Dims& shape, size_t i) {
    return i + shape.size() < rank ? 1 : shape[i + shape.size() - rank];
  };
  bool exists = true;
  Dims expected(rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t x = extent(a, i), y = extent(b, i);
    exists = exists && (x == y || x == 1 || y == 1);
    expected[i] = x == 1 ? y : x;
  }
  const std::optional<Dims> common = Broadcast(a, b);
  Require(common.has_value() == exists, "whether {} and {} broadcast", ShapeText(a), ShapeText(b));
  Require(BroadcastsTo(a, b) == (exists && expected == b), "whether {} broadcasts to {}",
          ShapeText(a), ShapeText(b));
  if (!exists) return;
  Require(*common == expected, "the common shape of {} and {}", ShapeText(a), ShapeText(b));
  Dims strides(a.size());
  for (int64_t& stride : strides) stride = choices.Between(-100, 100);
  const Dims walked = BroadcastStrides(a, strides, expected);
  ForEachIndex(expected, [&](const Dims& index) {
    Dims own(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      own[i] = a[i] == 1 ? 0 : index[rank - a.size() + i];
    }
    Require(OffsetOf(own, strides) == OffsetOf(index, walked), "strides of {} under {}",
            ShapeText(a), ShapeText(expected));
  });
}

using Places = std::array<int64_t, kMaxOperands>;  // bytes from the first element, by operand

std::vector<Places> PlacesOf(const Plan& plan) {
  std::vector<Places> places;
  if (plan.elements == 0) return places;
  Dims shape;
  for (size_t a = plan.axes.size(); a-- > 0;) shape.push_back(plan.axes[a].extent);
  Require(SmallCount(shape) == plan.elements, "{} elements in axes of {}", plan.elements,
          ShapeText(shape));
  ForEachIndex(shape, [&](const Dims& index) {
    Places place{};
    for (int k = 0; k < plan.num_operands; ++k) {
      place[k] = plan.origin[k];
      for (size_t i = 0; i < index.size(); ++i) {
        place[k] += index[i] * plan.axes[index.size() - 1 - i].stride[k];
      }
    }
    places.push_back(place);
  });
  return places;
}

std::vector<Places> Sorted(std::vector<Places> places) {
  std::sort(places.begin(), places.end());
  return places;
}

void FuzzPlan(Choices& choices) {
  const Dims shape = AnyShape(choices);
  std::vector<OperandView> operands(static_cast<size_t>(choices.Between(1, kMaxOperands)));
  for (OperandView& operand : operands) {
    operand.dtype = choices.Rarely(2) ? ACL_FLOAT16 : ACL_FLOAT;
    const Dims contiguous = ContiguousStrides(shape);
    const size_t kind = choices.Below(4);
    for (size_t i = 0; i < shape.size(); ++i) {
      const int64_t dense = contiguous[i] * DtypeBytes(operand.dtype);
      operand.byte_strides.push_back(kind == 0   ? dense
                                     : kind == 1 ? contiguous[shape.size() - 1 - i] * 4
                                     : kind == 2 ? (choices.Rarely(2) ? 0 : dense)
                                                 : choices.Between(-80, 80));
    }
  }
  const int outputs = static_cast<int>(choices.Between(1, static_cast<int64_t>(operands.size())));
  std::vector<Places> expected;
  ForEachIndex(shape, [&](const Dims& index) {
    Places place{};
    for (size_t k = 0; k < operands.size(); ++k) {
      place[k] = OffsetOf(index, operands[k].byte_strides);
    }
    expected.push_back(place);
  });
  Require(PlacesOf(PlanInOrder(shape, operands, outputs)) == expected, "the order of a plan for {}",
          ShapeText(shape));
  const Plan plan = PlanElementwise(shape, operands, outputs);
  expected = Sorted(expected);
  Require(Sorted(PlacesOf(plan)) == expected, "the elements of a plan for {}", ShapeText(shape));
  std::vector<Places> in_blocks;
  const int64_t tile = choices.Between(1, 64);
  for (const Plan& part : BlockTransposed(plan, tile)) {
    const std::vector<Places> places = PlacesOf(part);
    in_blocks.insert(in_blocks.end(), places.begin(), places.end());
    Require(part.block <= tile, "a block of {} elements, more than {}", part.block, tile);
  }
  Require(Sorted(in_blocks) == expected, "the elements in blocks of {}", ShapeText(shape));
}

View AnyView(Choices& choices) {
  View view;
  view.address = 10000 + choices.Below(256);
  view.shape = AnyShape(choices);
  view.item_bytes = choices.Between(1, 8);
  for (size_t i = 0; i < view.shape.size(); ++i) {
    view.byte_strides.push_back(choices.Between(-100, 100));
  }
  return view;
}

std::vector<uintptr_t> BytesOf(const View& view) {
  std::vector<uintptr_t> bytes;
  ForEachIndex(view.shape, [&](const Dims& index) {
    const uintptr_t first =
        view.address + static_cast<uintptr_t>(OffsetOf(index, view.byte_strides));
    for (int64_t i = 0; i < view.item_bytes; ++i) bytes.push_back(first + i);
  });
  std::sort(bytes.begin(), bytes.end());
  return bytes;
}

void FuzzOverlap(Choices& choices) {
  const View a = AnyView(choices);
  View b = AnyView(choices);
  if (choices.Rarely(4)) b = a;
  if (choices.Rarely(4) && !b.shape.empty()) b.shape.back() = choices.Between(0, 5);
  const std::vector<uintptr_t> in_a = BytesOf(a), in_b = BytesOf(b);
  std::vector<uintptr_t> in_both;
  std::set_intersection(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                        std::back_inserter(in_both));
  Require(SharesBytes(a, b) == !in_both.empty(), "whether views share bytes");
  Require(SharesBytes(b, a) == !in_both.empty(), "whether views share bytes, exchanged");
  Require(SelfOverlaps(a) == (std::adjacent_find(in_a.begin(), in_a.end()) != in_a.end()),
          "whether a view overlaps itself");
  Require(SameView(a, a), "whether a view is the same as itself");
  if (SameView(a, b)) Require(in_a == in_b, "whether views are the same");
}

void FuzzExtent(Choices& choices) {
  constexpr aclDataType kDtypes[] = {ACL_INT8,   ACL_FLOAT16,    ACL_FLOAT,
                                     ACL_DOUBLE, ACL_COMPLEX128, ACL_INT4};
  Tensor tensor;
  tensor.dtype = choices.Of<aclDataType>(kDtypes);
  tensor.offset = choices.AnyNumber();
  tensor.shape.resize(choices.Below(6));
  for (int64_t& extent : tensor.shape) extent = choices.AnyNumber();
  for (size_t i = 0; i < tensor.shape.size(); ++i) tensor.strides.push_back(choices.AnyNumber());
  const Extent extent = ExtentOf(tensor);
  if (!extent.representable) return;
  // In numbers so wide that nothing overflows: what is representable is below 2^63.
  constexpr Int128 kLimit = Int128{1} << 63;
  const bool has_halves = tensor.dtype == ACL_INT4;  // of bytes, in which all is counted then
  const Int128 item = has_halves ? 1 : DtypeBytes(tensor.dtype);
  const auto fits = [](Int128 number) { return -kLimit <= number && number < kLimit; };
  Int128 elements = 1, lowest = tensor.offset * item, highest = lowest;
  for (const int64_t size : tensor.shape) {
    Require(size >= 0, "a negative size is representable");
    elements = size == 0 ? 0 : elements;
  }
  for (size_t i = 0; i < tensor.shape.size() && elements != 0; ++i) {
    elements *= tensor.shape[i];
    const Int128 span = Int128{tensor.shape[i] - 1} * (tensor.strides[i] * item);
    (span < 0 ? lowest : highest) += span;
    Require(fits(elements * item) && fits(lowest) && fits(highest), "{} does not fit",
            ShapeText(tensor.shape));
  }
  Require(extent.elements == static_cast<int64_t>(elements), "the elements of {}",
          ShapeText(tensor.shape));
  if (elements == 0) return;
  if (has_halves) lowest >>= 1, highest >>= 1;
  Require(extent.begin == static_cast<uintptr_t>(lowest) &&
              extent.end == static_cast<uintptr_t>(highest + item),
          "the range of {} with strides {}", ShapeText(tensor.shape), ShapeText(tensor.strides));
}

}  // namespace
}  // namespace openaclnn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace openaclnn::fuzz;
  Choices choices({data, size});
  constexpr void (*kFuzz[])(Choices&) = {FuzzBroadcast, FuzzPlan, FuzzOverlap, FuzzExtent};
  kFuzz[choices.Below(std::size(kFuzz))](choices);
  return 0;
}
