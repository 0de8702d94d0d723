// Memory that other libraries show by DLPack, https://dmlc.github.io/dlpack/latest: the part of its
// binary interface that a consumer needs, versions 0 (without a version) and 1.
#pragma once

#include <cstdint>
#include <string_view>

#include "nanobind/nanobind.h"

namespace openaclnn::python {

enum class DlpackCode : uint8_t {
  kInt = 0,
  kUint = 1,
  kFloat = 2,
  kBfloat = 4,
  kComplex = 5,
  kBool = 6
};

struct DlpackDtype {
  DlpackCode code;
  uint8_t bits;
  uint16_t lanes;
};

enum DlpackDevice : int32_t {
  kDlpackCpu = 1,
  kDlpackCuda = 2,
  kDlpackCudaHost = 3,  // memory of the CPU that a GPU can read, too
  kDlpackRocmHost = 11,
  kDlpackCudaManaged = 13,
};

struct DlpackTensor {
  void* data;
  int32_t device_type;
  int32_t device_id;
  int32_t rank;
  DlpackDtype dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row-major
  uint64_t byte_offset;
};

// What a DLPack capsule holds, which is given back to its exporter when this goes.
class DlpackMemory {
 public:
  // Takes over what is in the capsule, and renames it, so that nobody else does. TypeError, which
  // begins with `where`, if it is no capsule of DLPack's, or one that was taken over before.
  DlpackMemory(nanobind::handle capsule, std::string_view where);
  DlpackMemory(const DlpackMemory&) = delete;
  DlpackMemory& operator=(const DlpackMemory&) = delete;
  ~DlpackMemory();

  const DlpackTensor& tensor() const;
  bool is_read_only() const;
  bool is_copy() const;  // writing to it changes nothing that the exporter has

 private:
  struct Managed;
  struct ManagedVersioned;

  Managed* managed_ = nullptr;  // one of the two is null
  ManagedVersioned* versioned_ = nullptr;
};

}  // namespace openaclnn::python
