// An operator on dense elements through the C API, as often as wanted: a repeatable executor.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "ops/registry.h"
#include "tools/sweep/subjects.h"

namespace openaclnn::sweep {

// Elements of a tensor as bit patterns: all, or those of a part of each row. They are the program's
// own, next to memory of the device that the tensor is on.
class Elements {
 public:
  // Zeros in rows of so many; one row is a tensor of one axis.
  Elements(const Dtype& dtype, size_t rows, size_t columns);
  // The columns from `first` on, of the same memory.
  Elements Part(size_t first, size_t columns) const;

  // As many from `first` on.
  void Get(size_t first, std::span<uint64_t> patterns) const;
  void Set(size_t first, std::span<const uint64_t> patterns) const;
  aclTensor* tensor() const { return tensor_.get(); }  // whole

  // Copies the whole memory.
  void ToDevice() const;
  void FromDevice() const;

 private:
  // Calls `move(element, i)` for the elements of `first + i`, as unsigned numbers.
  template <class Move>
  void ForEach(size_t first, size_t count, const Move& move) const;

  int bits_;
  size_t columns_, first_ = 0, part_;
  size_t bytes_;
  std::shared_ptr<void> memory_, on_device_;
  std::shared_ptr<aclTensor> tensor_;
};

// Belongs to one thread. Whatever the library refuses is a std::runtime_error with its message.
class KernelCall {
 public:
  KernelCall(const Subject& subject, const Dtype& dtype, size_t count);
  KernelCall(const KernelCall&) = delete;
  KernelCall& operator=(const KernelCall&) = delete;
  ~KernelCall();

  void Run();

  Elements self, grad, result;

 private:
  const Elements& OperandAt(int index) const;
  AnyArgument ArgumentOf(int index, const Subject& subject, int* scalars_used);

  Elements weight_, pos_weight_, weight_gradient_;  // of one element
  std::vector<Elements> of_rows_;                   // a number for each row
  Elements second_;                                 // a further operand or result, of halves
  const Operator& operator_;
  std::vector<AnyArgument> arguments_;
  aclrtStream stream_ = nullptr;
  void* workspace_ = nullptr;
  uint64_t workspace_size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

}  // namespace openaclnn::sweep
