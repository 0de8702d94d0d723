#include "hccl/config.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace openaclnn::hccl {
namespace {

// Copies a member if the config has it.
class Members {
 public:
  Members(const HcclCommConfig* config, const HcclCommConfigInfo& info)
      : bytes_(reinterpret_cast<const char*>(config)), info_(info) {}

  template <class T>
  bool Get(uint32_t version, size_t offset, T& value) const {
    if (info_.version < version || info_.configSize < offset + sizeof(T)) return false;
    std::memcpy(&value, bytes_ + offset, sizeof(T));
    return true;
  }

 private:
  const char* bytes_;
  const HcclCommConfigInfo& info_;
};

}  // namespace

Status ReadConfig(const HcclCommConfig* given, Config& config) {
  if (given == nullptr) return Error(ErrorKind::kNullArgument, HCCL_E_PTR, "config: is null");
  HcclCommConfigInfo info;
  std::memcpy(&info, given, sizeof(info));
  if (info.magicWord != HCCL_COMM_CONFIG_MAGIC_WORD) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "config: begins with {:#x}, expected {:#x}; call HcclCommConfigInit first",
                 info.magicWord, HCCL_COMM_CONFIG_MAGIC_WORD);
  }
  const Members members(given, info);
  uint32_t number = 0;
  if (members.Get(1, offsetof(HcclCommConfig, hcclBufferSize), number) && number == 0) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "config: hcclBufferSize is 0, expected a number of MiB above 0");
  }
  if (members.Get(1, offsetof(HcclCommConfig, hcclDeterministic), number) && number > 2 &&
      number != HCCL_COMM_CONFIG_NOT_SET) {
    return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                 "config: hcclDeterministic is {}, expected 0, 1 or 2", number);
  }
  char name[COMM_NAME_MAX_LENGTH];
  if (members.Get(2, offsetof(HcclCommConfig, hcclCommName), name)) {
    const char* const end = std::find(name, name + sizeof(name), '\0');
    if (end == name + sizeof(name)) {
      return Error(ErrorKind::kInvalidValue, HCCL_E_PARA,
                   "config: hcclCommName has no end within {} bytes", sizeof(name));
    }
    config.name = std::string(static_cast<const char*>(name), end);
  }
  int32_t seconds = 0;
  if (members.Get(8, offsetof(HcclCommConfig, hcclExecTimeOut), seconds) && seconds >= 0) {
    config.exec_timeout = std::chrono::seconds(seconds);
  }
  return {};
}

}  // namespace openaclnn::hccl
