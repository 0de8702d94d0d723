// An aclTensor in memory of its own, in any layout, that notices stray writes.
#pragma once

#include <memory>

#include "aclnn/acl_meta.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/layout.h"

namespace openaclnn::test {

struct FreeTensor {
  void operator()(const aclTensor* tensor) const { aclDestroyTensor(tensor); }
};
using TensorHandle = std::unique_ptr<aclTensor, FreeTensor>;

struct FreeTensorList {
  void operator()(const aclTensorList* list) const { aclDestroyTensorList(list); }
};
using TensorListHandle = std::unique_ptr<aclTensorList, FreeTensorList>;

struct FreeScalar {
  void operator()(const aclScalar* scalar) const { aclDestroyScalar(scalar); }
};
using ScalarHandle = std::unique_ptr<aclScalar, FreeScalar>;
struct FreeIntArray {
  void operator()(const aclIntArray* array) const { aclDestroyIntArray(array); }
};
struct FreeBoolArray {
  void operator()(aclBoolArray* array) const { aclDestroyBoolArray(array); }
};
using BoolArrayHandle = std::unique_ptr<aclBoolArray, FreeBoolArray>;
using IntArrayHandle = std::unique_ptr<aclIntArray, FreeIntArray>;
ScalarHandle MakeScalar(double value, aclDataType dtype = ACL_FLOAT);
ScalarHandle MakeScalar(const Array& array);  // its first element

// The storage is just as large as the view needs. It lies in a larger block, and every byte of the
// block that belongs to no element holds a pattern that must stay.
class PlacedTensor {
 public:
  // `elements` in the layout, which does not repeat any or whose repeated ones are equal. INT4 lies
  // dense in all layouts.
  PlacedTensor(const Array& elements, const Layout& layout);

  aclTensor* handle() const { return handle_.get(); }
  aclTensor* release() { return handle_.release(); }
  std::byte* storage() const { return storage_; }

  // Another tensor on exactly the same view, of a dtype of the same size.
  TensorHandle SameView(aclDataType dtype) const;

  Array Read() const;
  // Whether all bytes outside the elements are as they were.
  testing::AssertionResult SurroundingsIntact() const;
  // And whether the elements are as well.
  testing::AssertionResult Untouched() const;

 private:
  TensorHandle Create(aclDataType dtype) const;
  testing::AssertionResult IsAsBefore(const std::byte* now) const;
  const std::byte* Block() const;  // as it is now
  // Calls copy(in the block, among the elements, bytes) for each run of elements.
  template <class Copy>
  void ForEachRun(Copy copy) const;

  bool HasHalfBytes() const { return dtype_ == ACL_INT4; }

  aclDataType dtype_;
  Shape shape_;
  Shape items_;  // the shape of what has bytes of its own: elements, or pairs of INT4
  Strides strides_;
  int64_t item_;
  int64_t first_;                 // items from the storage to the element at index 0
  int64_t span_;                  // bytes of storage
  int64_t run_ = 1;               // items that lie side by side, in row-major order
  std::vector<int64_t> offsets_;  // bytes from the block to each run, in that order
  std::unique_ptr<std::byte[]> block_;
  DeviceMemory on_device_;         // where the block is if the host does not reach it; else null
  std::vector<std::byte> before_;  // the block as it was
  std::byte* storage_;
  TensorHandle handle_;
};

}  // namespace openaclnn::test
