// Calls operators on dense tensors through the public API, and measures how long they take.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "number_format.h"

// Ends the program with the message of the library if `status` is not 0.
void Require(int status, const char* what);

// The runtime, a device and a stream while it lives.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  aclrtStream stream() const { return stream_; }

 private:
  aclrtStream stream_ = nullptr;
};

// A dense tensor in device memory.
class DeviceTensor {
 public:
  DeviceTensor(const NumberFormat& format, const std::vector<int64_t>& shape);
  ~DeviceTensor();
  DeviceTensor(const DeviceTensor&) = delete;
  DeviceTensor& operator=(const DeviceTensor&) = delete;

  // Rounds the values to the tensor's format, copies them there and returns what they have become.
  std::vector<double> Upload(const std::vector<double>& values);
  std::vector<double> Download() const;

  aclTensor* get() const { return tensor_; }
  int64_t elements() const { return elements_; }
  const NumberFormat& format() const { return *format_; }

 private:
  const NumberFormat* format_;
  int64_t elements_;
  void* memory_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

class ScalarArgument {
 public:
  explicit ScalarArgument(float value) : scalar_(aclCreateScalar(&value, ACL_FLOAT)) {}
  ~ScalarArgument() { aclDestroyScalar(scalar_); }
  ScalarArgument(const ScalarArgument&) = delete;
  ScalarArgument& operator=(const ScalarArgument&) = delete;

  const aclScalar* get() const { return scalar_; }

 private:
  aclScalar* scalar_;
};

using PlanCall = std::function<aclnnStatus(uint64_t* workspaceSize, aclOpExecutor** executor)>;
using RunCall = aclnnStatus (*)(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

// Calls both phases and synchronises, a few times; returns the median of the nanoseconds.
double TimeOperator(const Session& session, const PlanCall& plan, RunCall run);
