#include "tests/ops/harness/placed_tensor.h"

#include <algorithm>
#include <cstring>

#include "base/dtype.h"

namespace openaclnn::test {
namespace {

constexpr int64_t kGuard = 256;  // bytes before and after the storage

// A byte that differs from its neighbours and is no part of a common number.
std::byte Pattern(size_t i) { return static_cast<std::byte>(0xa5 ^ (i * 29)); }

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
  uint64_t bits[2] = {array.Bits(0), 0};
  return ScalarHandle(aclCreateScalar(bits, array.dtype));
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
  for (size_t i = 0; i < size; ++i) block_[i] = Pattern(i);
  offsets_ = Distances(items_, strides_);
  for (int64_t& offset : offsets_) offset = kGuard + (first_ + offset) * item_;
  const std::byte* element = elements.bytes.data();
  for (const int64_t offset : offsets_) {
    std::memcpy(block_.get() + offset, element, static_cast<size_t>(item_));
    element += item_;
  }
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
  std::byte* element = elements.bytes.data();
  for (const int64_t offset : offsets_) {
    std::memcpy(element, block + offset, static_cast<size_t>(item_));
    element += item_;
  }
  return elements;
}

testing::AssertionResult PlacedTensor::SurroundingsIntact() const {
  const std::byte* const block = Block();
  std::vector<std::byte> now(block, block + before_.size());
  for (const int64_t offset : offsets_) {
    const size_t at = static_cast<size_t>(offset);
    std::memcpy(now.data() + at, before_.data() + at, static_cast<size_t>(item_));
  }
  return IsAsBefore(now.data());
}

testing::AssertionResult PlacedTensor::Untouched() const { return IsAsBefore(Block()); }

testing::AssertionResult PlacedTensor::IsAsBefore(const std::byte* now) const {
  const auto [changed, original] = std::mismatch(now, now + before_.size(), before_.begin());
  if (original == before_.end()) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "byte " << changed - now - kGuard << " of a storage of " << span_
         << " bytes was overwritten (shape " << TextOf(shape_) << ", strides " << TextOf(strides_)
         << ", offset " << first_ << ")";
}

}  // namespace openaclnn::test
