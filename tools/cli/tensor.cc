#include "tools/cli/tensor.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "fmt/format.h"
#include "tools/files/error.h"

namespace openaclnn::cli {
namespace {

constexpr int64_t kChunk = int64_t{1} << 20;  // elements read, converted or written at a time

size_t BytesOf(int64_t elements, aclDataType dtype) {
  return static_cast<size_t>(elements) * static_cast<size_t>(DtypeBytes(dtype));
}

std::vector<int64_t> StridesOf(const std::vector<int64_t>& shape, Layout layout) {
  std::vector<int64_t> strides = tools::DenseStrides(shape);
  if (layout == Layout::kTransposed) {
    strides = tools::DenseStrides({shape.rbegin(), shape.rend()});
    std::ranges::reverse(strides);
  } else if (layout == Layout::kStrided) {
    for (int64_t& stride : strides) stride *= 2;
  }
  return strides;
}

// Reads elements and rounds them to another dtype, by way of double, which holds every number of
// the dtypes up to 32 bits.
class ConvertingReader {
 public:
  ConvertingReader(const npy::ArrayReader& reader, aclDataType dtype)
      : reader_(reader), dtype_(dtype) {
    if (dtype == reader.dtype()) return;
    load_ = LoadConversion(reader.dtype(), LoopType::kDouble);
    store_ = StoreConversion(LoopType::kDouble, dtype);
    if (load_ == nullptr || store_ == nullptr) {
      throw tools::FileError(
          reader.name(),
          fmt::format("{} cannot be converted to {}", DtypeName(reader.dtype()), DtypeName(dtype)));
    }
    source_.resize(BytesOf(kChunk, reader.dtype()));
    doubles_.resize(static_cast<size_t>(kChunk));
  }

  // At most kChunk elements.
  void Read(int64_t first, int64_t count, std::byte* target) {
    if (load_ == nullptr) return reader_.Read(first, {target, BytesOf(count, dtype_)});
    reader_.Read(first, {source_.data(), BytesOf(count, reader_.dtype())});
    load_(source_.data(), doubles_.data(), count);
    store_(doubles_.data(), target, count);
  }

 private:
  const npy::ArrayReader& reader_;
  const aclDataType dtype_;
  ConvertLoop load_ = nullptr, store_ = nullptr;
  std::vector<std::byte> source_;
  std::vector<double> doubles_;
};

// Walks over the elements of a view in row-major order.
class Walk {
 public:
  explicit Walk(const tools::ArrayView& view)
      : view_(view), index_(view.shape.size()), item_(DtypeBytes(view.dtype)) {}

  std::byte* Next() {
    std::byte* const element = static_cast<std::byte*>(view_.data) + offset_ * item_;
    for (size_t axis = index_.size(); axis-- > 0;) {
      offset_ += view_.strides[axis];
      if (++index_[axis] < view_.shape[axis]) break;
      offset_ -= view_.strides[axis] * view_.shape[axis];
      index_[axis] = 0;
    }
    return element;
  }
  size_t item() const { return static_cast<size_t>(item_); }

 private:
  const tools::ArrayView& view_;
  std::vector<int64_t> index_;
  int64_t item_;
  int64_t offset_ = 0;
};

}  // namespace

Tensor::Tensor(aclDataType dtype, std::vector<int64_t> shape, Layout layout)
    : view_{dtype, std::move(shape), {}, nullptr} {
  const auto size = npy::SizeOf(view_.shape, dtype);
  if (!size) throw std::bad_alloc();
  size_ = *size;
  view_.strides = StridesOf(view_.shape, layout);
  const size_t spacing = layout == Layout::kStrided ? 2 : 1;
  memory_.reset(new std::byte[spacing * BytesOf(size_, dtype)]);
  view_.data = memory_.get();
}

Tensor Tensor::Read(const npy::ArrayReader& reader, std::optional<aclDataType> dtype, Layout layout,
                    const Advance& advance) {
  Tensor tensor(dtype.value_or(reader.dtype()), reader.shape(), layout);
  const bool is_dense = tensor.view_.strides == tools::DenseStrides(tensor.view_.shape);
  ConvertingReader converting(reader, tensor.view_.dtype);
  Walk walk(tensor.view_);
  std::vector<std::byte> chunk(is_dense ? 0 : BytesOf(kChunk, tensor.view_.dtype));
  for (int64_t first = 0; first < tensor.size_; first += kChunk) {
    const int64_t count = std::min(kChunk, tensor.size_ - first);
    if (is_dense) {
      converting.Read(first, count, tensor.memory_.get() + BytesOf(first, tensor.view_.dtype));
    } else {
      converting.Read(first, count, chunk.data());
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        std::memcpy(walk.Next(), &chunk[i * walk.item()], walk.item());
      }
    }
    advance(count);
  }
  return tensor;
}

void Tensor::Write(npy::ArrayWriter* writer, const Advance& advance) const {
  const bool is_dense = view_.strides == tools::DenseStrides(view_.shape);
  Walk walk(view_);
  std::vector<std::byte> chunk(is_dense ? 0 : BytesOf(kChunk, view_.dtype));
  for (int64_t first = 0; first < size_; first += kChunk) {
    const int64_t count = std::min(kChunk, size_ - first);
    const size_t bytes = BytesOf(count, view_.dtype);
    if (is_dense) {
      writer->Write({memory_.get() + BytesOf(first, view_.dtype), bytes});
    } else {
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        std::memcpy(&chunk[i * walk.item()], walk.Next(), walk.item());
      }
      writer->Write({chunk.data(), bytes});
    }
    advance(count);
  }
}

}  // namespace openaclnn::cli
