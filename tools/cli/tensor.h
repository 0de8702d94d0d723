// A tensor's elements in memory, read from files and written to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "acl/acl_base.h"
#include "tools/call/operator_call.h"
#include "tools/npy/array_reader.h"
#include "tools/npy/array_writer.h"

namespace openaclnn::cli {

enum class Layout {
  kDense,
  kTransposed,  // the first axis is the innermost in memory
  kStrided,     // an unused element after each
};

class Tensor {
 public:
  // Called with the elements that were just read or written.
  using Advance = std::function<void(int64_t elements)>;

  Tensor(aclDataType dtype, std::vector<int64_t> shape, Layout layout);
  // The array, rounded to nearest even if `dtype` is another than its own.
  static Tensor Read(const npy::ArrayReader& reader, std::optional<aclDataType> dtype,
                     Layout layout, const Advance& advance);
  void Write(npy::ArrayWriter* writer, const Advance& advance) const;

  const tools::ArrayView& view() const { return view_; }
  // The view has no more elements than before, as a call has left it.
  void SetView(const tools::ViewOfRun& view) {
    view_.shape = view.shape;
    view_.strides = view.strides;
    size_ = 1;
    for (const int64_t extent : view.shape) size_ *= extent;
  }

 private:
  tools::ArrayView view_;
  int64_t size_ = 1;
  std::unique_ptr<std::byte[]> memory_;
};

}  // namespace openaclnn::cli
