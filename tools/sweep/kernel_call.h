// An operator on dense elements through the C API, as often as wanted: a repeatable executor.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "ops/registry.h"
#include "tools/sweep/subjects.h"

namespace openaclnn::sweep {

// The elements of a tensor of one axis, as bit patterns.
class Elements {
 public:
  Elements(const Dtype& dtype, size_t count);

  uint64_t Get(size_t i) const;
  void Set(size_t i, uint64_t pattern);
  aclTensor* tensor() const { return tensor_.get(); }

 private:
  struct FreeMemory {
    void operator()(void* memory) const { aclrtFree(memory); }
  };
  struct FreeTensor {
    void operator()(const aclTensor* tensor) const { aclDestroyTensor(tensor); }
  };

  int bits_;
  std::unique_ptr<void, FreeMemory> memory_;
  std::unique_ptr<aclTensor, FreeTensor> tensor_;
};

// Belongs to one thread. Whatever the library refuses is a std::runtime_error with its message.
class KernelCall {
 public:
  KernelCall(const Subject& subject, const Dtype& dtype, size_t count);
  KernelCall(const KernelCall&) = delete;
  KernelCall& operator=(const KernelCall&) = delete;
  ~KernelCall();

  void Run();

  Elements grad, self, result;

 private:
  AnyArgument ArgumentOf(int index, const Subject& subject, int* scalars_used);

  Elements weight_, pos_weight_, weight_gradient_;  // of one element
  const Operator& operator_;
  std::vector<AnyArgument> arguments_;
  aclrtStream stream_ = nullptr;
  void* workspace_ = nullptr;
  uint64_t workspace_size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

}  // namespace openaclnn::sweep
