#include "dlpack.h"

#include "fmt/format.h"

namespace nb = nanobind;

namespace openaclnn::python {
namespace {

constexpr const char* kName = "dltensor";
constexpr const char* kUsedName = "used_dltensor";
constexpr const char* kVersionedName = "dltensor_versioned";
constexpr const char* kUsedVersionedName = "used_dltensor_versioned";

// The only one whose structures are as declared here; minor versions add flags and dtypes.
constexpr uint32_t kMajorVersion = 1;

constexpr uint64_t kReadOnly = 1;
constexpr uint64_t kCopied = 2;

// The capsule's pointer; the capsule keeps nothing that its destructor would free.
void* TakeOver(nb::handle capsule, const char* name, const char* used_name) {
  void* const held = PyCapsule_GetPointer(capsule.ptr(), name);
  if (held == nullptr || PyCapsule_SetName(capsule.ptr(), used_name) != 0) nb::raise_python_error();
  return held;
}

bool HasName(nb::handle capsule, const char* name) {
  return PyCapsule_IsValid(capsule.ptr(), name) != 0;
}

}  // namespace

struct DlpackMemory::Managed {
  DlpackTensor tensor;
  void* context;
  void (*free)(Managed*);
};

struct DlpackMemory::ManagedVersioned {
  uint32_t major;
  uint32_t minor;
  void* context;
  void (*free)(ManagedVersioned*);
  uint64_t flags;
  DlpackTensor tensor;
};

DlpackMemory::DlpackMemory(nb::handle capsule, std::string_view where) {
  if (HasName(capsule, kVersionedName)) {
    versioned_ =
        static_cast<ManagedVersioned*>(TakeOver(capsule, kVersionedName, kUsedVersionedName));
    if (versioned_->major == kMajorVersion) return;
    const auto message = fmt::format("{} has version {}.{} of DLPack; expected {}.x", where,
                                     versioned_->major, versioned_->minor, kMajorVersion);
    if (versioned_->free != nullptr) versioned_->free(versioned_);
    throw nb::type_error(message.c_str());
  }
  if (HasName(capsule, kName)) {
    managed_ = static_cast<Managed*>(TakeOver(capsule, kName, kUsedName));
    return;
  }
  if (HasName(capsule, kUsedName) || HasName(capsule, kUsedVersionedName)) {
    throw nb::type_error(
        fmt::format("{} is shown by a DLPack capsule that was used before; each call of "
                    "__dlpack__ must make a new one",
                    where)
            .c_str());
  }
  throw nb::type_error(fmt::format("{} is shown by {}; expected a DLPack capsule", where,
                                   nb::cast<std::string_view>(nb::str(nb::repr(capsule.type()))))
                           .c_str());
}

DlpackMemory::~DlpackMemory() {
  const nb::error_scope while_an_error_is_raised;  // which exporters written in Python would meet
  if (versioned_ != nullptr && versioned_->free != nullptr) versioned_->free(versioned_);
  if (managed_ != nullptr && managed_->free != nullptr) managed_->free(managed_);
}

const DlpackTensor& DlpackMemory::tensor() const {
  return versioned_ != nullptr ? versioned_->tensor : managed_->tensor;
}

bool DlpackMemory::is_read_only() const {
  return versioned_ != nullptr && (versioned_->flags & kReadOnly) != 0;
}

bool DlpackMemory::is_copy() const {
  return versioned_ != nullptr && (versioned_->flags & kCopied) != 0;
}

}  // namespace openaclnn::python
