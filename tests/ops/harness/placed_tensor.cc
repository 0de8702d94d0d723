#include "tests/ops/harness/placed_tensor.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/dtype.h"

namespace openaclnn::test {
namespace {

constexpr int64_t kGuard = 256;  // bytes before and after the storage

// Bytes that differ from their neighbours and are no part of a common number.
void FillWithPattern(std::byte* block, size_t size) {
  constexpr size_t kPeriod = 256;
  for (size_t i = 0; i < std::min(kPeriod, size); ++i) {
    block[i] = static_cast<std::byte>(0xa5 ^ (i * 29));
  }
  for (size_t done = kPeriod; done < size; done *= 2) {
    std::memcpy(block + done, block, std::min(done, size - done));
  }
}

// The last axes of a shape along which items lie side by side: their number, and that of the items.
struct SideBySide {
  size_t axes = 0;
  int64_t items = 1;
};
SideBySide SideBySideOf(const Shape& shape, const Strides& strides) {
  SideBySide found;
  while (found.axes < shape.size()) {
    const size_t axis = shape.size() - 1 - found.axes;
    if (shape[axis] != 1 && strides[axis] != found.items) break;
    found.items *= shape[axis];
    ++found.axes;
  }
  return found;
}

// Elements from the one at index 0 to each, in row-major order.
std::vector<int64_t> Distances(const Shape& shape, const Strides& strides) {
  if (CountOf(shape) == 0) return {};
  std::vector<int64_t> distances = {0}, outer;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    outer.swap(distances);
    distances.clear();
    distances.reserve(outer.size() * static_cast<size_t>(shape[axis]));
    for (const int64_t distance : outer) {
      for (int64_t i = 0; i < shape[axis]; ++i) distances.push_back(distance + i * strides[axis]);
    }
  }
  return distances;
}

// The shape of the bytes of a tensor.
Shape ShapeOfItems(aclDataType dtype, Shape shape) {
  if (dtype == ACL_INT4) shape.back() /= 2;
  return shape;
}

Strides DenseStrides(const Shape& shape) { return Dense().strides(shape); }

}  // namespace

ScalarHandle MakeScalar(double value, aclDataType dtype) {
  uint64_t bits[2] = {BitsOf(dtype, value), 0};
  return ScalarHandle(aclCreateScalar(bits, dtype));
}

ScalarHandle MakeScalar(const Array& array) {
  std::array<std::byte, 16> bytes = {};
  std::copy_n(array.bytes.begin(), std::min(bytes.size(), array.bytes.size()), bytes.begin());
  return ScalarHandle(aclCreateScalar(bytes.data(), array.dtype));
}

template <class Copy>
void PlacedTensor::ForEachRun(Copy copy) const {
  const int64_t bytes = run_ * item_;
  const auto for_each = [&](auto of_bytes) {  // a constant, if it is one of a few
    int64_t element = 0;
    for (const int64_t offset : offsets_) {
      copy(static_cast<size_t>(offset), static_cast<size_t>(element), size_t{of_bytes});
      element += bytes;
    }
  };
  switch (bytes) {
    case 1:
      return for_each(std::integral_constant<size_t, 1>());
    case 2:
      return for_each(std::integral_constant<size_t, 2>());
    case 4:
      return for_each(std::integral_constant<size_t, 4>());
    case 8:
      return for_each(std::integral_constant<size_t, 8>());
    default:
      return for_each(static_cast<size_t>(bytes));
  }
}

PlacedTensor::PlacedTensor(const Array& elements, const Layout& layout)
    : dtype_(elements.dtype),
      shape_(elements.shape),
      items_(ShapeOfItems(dtype_, shape_)),
      strides_(HasHalfBytes() ? DenseStrides(items_) : layout.strides(items_)),
      item_(HasHalfBytes() ? 1 : DtypeBytes(dtype_)) {
  int64_t lowest = 0, highest = -1;
  if (elements.size() > 0) {
    highest = 0;
    for (size_t axis = 0; axis < items_.size(); ++axis) {
      const int64_t reach = (items_[axis] - 1) * strides_[axis];
      (reach < 0 ? lowest : highest) += reach;
    }
  }
  first_ = layout.skipped - lowest;
  span_ = (layout.skipped + highest - lowest + 1) * item_;
  const size_t size = static_cast<size_t>(span_ + 2 * kGuard);
  block_ = std::make_unique<std::byte[]>(size);
  FillWithPattern(block_.get(), size);
  if (elements.size() > 0) {
    const SideBySide whole = SideBySideOf(items_, strides_);
    run_ = whole.items;
    const size_t outer = items_.size() - whole.axes;
    offsets_ = Distances(Shape(items_.begin(), items_.begin() + outer),
                         Strides(strides_.begin(), strides_.begin() + outer));
  }
  for (int64_t& offset : offsets_) offset = kGuard + (first_ + offset) * item_;
  ForEachRun([&](size_t in_block, size_t element, size_t bytes) {
    std::memcpy(block_.get() + in_block, elements.bytes.data() + element, bytes);
  });
  before_.assign(block_.get(), block_.get() + size);
  if (OnGpu()) {
    on_device_ = MakeDeviceMemory(size);
    CopyBytes(on_device_.get(), block_.get(), size);
  }
  storage_ = (on_device_ != nullptr ? on_device_.get() : block_.get()) + kGuard;
  handle_ = Create(dtype_);
}

TensorHandle PlacedTensor::Create(aclDataType dtype) const {
  const int64_t of_item = HasHalfBytes() ? 2 : 1;
  const int64_t storage_shape[] = {span_ / item_ * of_item};
  const Strides strides = HasHalfBytes() ? DenseStrides(shape_) : strides_;
  return TensorHandle(aclCreateTensor(shape_.data(), shape_.size(), dtype, strides.data(),
                                      first_ * of_item, ACL_FORMAT_ND, storage_shape, 1, storage_));
}

TensorHandle PlacedTensor::SameView(aclDataType dtype) const { return Create(dtype); }

const std::byte* PlacedTensor::Block() const {
  if (on_device_ != nullptr) CopyBytes(block_.get(), on_device_.get(), before_.size());
  return block_.get();
}

Array PlacedTensor::Read() const {
  const std::byte* const block = Block();
  Array elements(dtype_, shape_);
  ForEachRun([&](size_t in_block, size_t element, size_t bytes) {
    std::memcpy(elements.bytes.data() + element, block + in_block, bytes);
  });
  return elements;
}

testing::AssertionResult PlacedTensor::SurroundingsIntact() const {
  const std::byte* const block = Block();
  std::vector<std::byte> now(block, block + before_.size());
  ForEachRun([&](size_t in_block, size_t, size_t bytes) {
    std::memcpy(now.data() + in_block, before_.data() + in_block, bytes);
  });
  return IsAsBefore(now.data());
}

testing::AssertionResult PlacedTensor::Untouched() const { return IsAsBefore(Block()); }

testing::AssertionResult PlacedTensor::IsAsBefore(const std::byte* now) const {
  if (std::memcmp(now, before_.data(), before_.size()) == 0) return testing::AssertionSuccess();
  const auto [changed, original] = std::mismatch(now, now + before_.size(), before_.begin());
  return testing::AssertionFailure()
         << "byte " << changed - now - kGuard << " of a storage of " << span_
         << " bytes was overwritten (shape " << TextOf(shape_) << ", strides " << TextOf(strides_)
         << ", offset " << first_ << ")";
}

}  // namespace openaclnn::test
