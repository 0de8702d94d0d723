// Objects of the acl and aclnn C API that release themselves. Their constructors and functions
// throw std::runtime_error with the library's own message.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "matrix.h"

// Throws if `status`, which `call` returned, is not 0.
void Require(int status, const std::string& call);

// The runtime, a device and a stream on it. Outlives the other objects. Each thread that uses a
// device has its own.
class Device {
 public:
  explicit Device(int32_t number = 0);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  aclrtStream stream() const { return stream_; }
  void Synchronize() const;

 private:
  const int32_t number_;
  aclrtStream stream_ = nullptr;
};

// A dense FLOAT tensor of rank 1 or 2 in device memory, and pinned host memory of the same size.
// The copies between the two are queued on the device's stream: what is uploaded must not change,
// and what is downloaded is not there, until the stream has been synchronised.
class MirroredTensor {
 public:
  MirroredTensor(const Device& device, const std::vector<int64_t>& shape);
  ~MirroredTensor();
  MirroredTensor(const MirroredTensor&) = delete;
  MirroredTensor& operator=(const MirroredTensor&) = delete;

  // The host's memory; a tensor of rank 1 is one row.
  Eigen::Map<Matrix<float>>& host() { return host_; }
  void Upload();
  void Download();

  const aclTensor* get() const { return tensor_; }
  aclTensor* get() { return tensor_; }

 private:
  const Device& device_;
  size_t bytes_;
  void* host_memory_ = nullptr;
  void* device_memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
  Eigen::Map<Matrix<float>> host_{nullptr, 0, 0};
};

class FloatScalar {
 public:
  explicit FloatScalar(float value);
  ~FloatScalar() { aclDestroyScalar(scalar_); }
  FloatScalar(const FloatScalar&) = delete;
  FloatScalar& operator=(const FloatScalar&) = delete;

  const aclScalar* get() const { return scalar_; }

 private:
  aclScalar* scalar_;
};

// An operator whose first phase runs once and whose second phase runs at every training step, as
// shapes and addresses stay. Its tensors must outlive it.
class RepeatableOperator {
 public:
  using Plan = std::function<aclnnStatus(uint64_t* workspaceSize, aclOpExecutor** executor)>;
  using Run = aclnnStatus (*)(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream);

  RepeatableOperator(const Device& device, const char* name, const Plan& plan, Run run);
  ~RepeatableOperator();
  RepeatableOperator(const RepeatableOperator&) = delete;
  RepeatableOperator& operator=(const RepeatableOperator&) = delete;

  // Queues one run on the device's stream.
  void Launch() const;

 private:
  const Device& device_;
  const char* name_;
  Run run_;
  uint64_t workspace_size_ = 0;
  void* workspace_ = nullptr;
  aclOpExecutor* executor_ = nullptr;
};
