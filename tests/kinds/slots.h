// Arrays in slots, as stages find them, for tests of single stages.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "kinds/stage.h"
#include "tensor/view.h"
#include "tests/ops/harness/array.h"

namespace openaclnn::test {

class Slots {
 public:
  // `strides` in elements of memory that begins with the array's, `first` bytes behind it;
  // contiguous by default.
  Value Of(Array& array, Dims strides = {}, int64_t first = 0) {
    const auto slot = static_cast<int32_t>(slots_.size());
    slots_.push_back(
        {.handle = nullptr, .data = array.bytes.data() + first, .offset = 0, .begin = 0, .end = 0});
    Tensor& tensor = tensors_.emplace_back();
    tensor.dtype = array.dtype;
    tensor.shape.assign(array.shape.begin(), array.shape.end());
    tensor.strides = strides.empty() ? ContiguousStrides(tensor.shape) : strides;
    tensor.extent = ExtentOf(tensor);
    return {&tensor, slot};
  }

  void Run(const Stage& stage) const {
    std::vector<std::byte> workspace(WorkspaceFor(stage.workspace));
    stage.computation->Run({slots_.data(), workspace.data()});
  }

 private:
  std::vector<TensorSlot> slots_;
  std::deque<Tensor> tensors_;
};

}  // namespace openaclnn::test
