// Initialisation and messages: acl_rt.h, "Initialisation".

#include <array>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "base/api.h"
#include "base/message.h"
#include "base/settings.h"
#include "checked/history.h"
#include "device/devices.h"
#include "runtime/arguments.h"
#include "runtime/config.h"
#include "runtime/context.h"

namespace {

using openaclnn::CallApi;
using openaclnn::Check;
using openaclnn::CheckDevices;
using openaclnn::CheckNotNull;
using openaclnn::Checks;
using openaclnn::Config;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::kAclCodes;
using openaclnn::MakeCall;
using openaclnn::ReadConfig;
using openaclnn::ReportLeaks;
using openaclnn::SetDefaultDevice;
using openaclnn::SetInitialised;
using openaclnn::SetMessageScope;
using openaclnn::Status;
using openaclnn::TakeMessages;

struct Initialisation {
  std::mutex mutex;
  // Guarded by mutex:
  uint64_t count = 0;      // calls of aclInit that were not taken back
  bool finalised = false;  // since the last aclInit
  std::string config;      // the text in force
};

Initialisation& TheInitialisation() {
  static auto* const initialisation = new Initialisation;
  return *initialisation;
}

void Apply(const Config& config) {
  SetMessageScope(config.message_scope);
  SetDefaultDevice(config.default_device);
}

// `again`: whether it had been done before.
Status Initialise(const char* path, bool& again) {
  OPENACLNN_RETURN_IF_ERROR(CheckDevices());
  Config config;
  OPENACLNN_RETURN_IF_ERROR(ReadConfig(path, config));
  Initialisation& state = TheInitialisation();
  const std::lock_guard lock(state.mutex);
  if (state.count == 0) {
    Apply(config);
    state.config = std::move(config.text);
    state.count = 1;
    state.finalised = false;
    SetInitialised(true);
    return {};
  }
  if (!config.text.empty() && config.text != state.config) {
    return Error(ErrorKind::kConfigDiffers, ACL_ERROR_INVALID_PARAM,
                 "configPath: {} differs from the configuration in force since the first aclInit; "
                 "call aclFinalize before another one",
                 path);
  }
  ++state.count;
  again = true;
  return {};
}

// The mutex is held.
void Finalise(Initialisation& state) {
  Apply(Config());
  state.config.clear();
  state.count = 0;
  state.finalised = true;
  SetInitialised(false);
}

// The release of CANN whose interface the headers restate.
constexpr aclCANNPackageVersion kVersion = {"8.1.RC1", "8", "1", "RC1", "0", ""};

// What the toolkit can do: all that can be asked for.
constexpr std::array kAttributes = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16,
                                    ACL_CANN_ATTR_JIT_COMPILE};

// `number`: of an enum that begins with 0, or any other that a C program may pass.
Status CheckEnum(int number, int last, const char* name) {
  if (number >= 0 && number <= last) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM, "{}: is {}, expected 0 to {}",
               name, number, last);
}

}  // namespace

extern "C" {

aclError aclInit(const char* configPath) {
  bool again = false;
  const aclError code =
      CallApi(OPENACLNN_CALL(configPath), kAclCodes, [&] { return Initialise(configPath, again); });
  return code == ACL_SUCCESS && again ? ACL_ERROR_REPEAT_INITIALIZE : code;
}

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
  // Texts, not single characters that it leaves.
  const auto call = MakeCall(__func__, "pkgName, versionStr", static_cast<const char*>(pkgName),
                             static_cast<const void*>(versionStr));
  return CallApi(call, kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(pkgName, "pkgName"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(versionStr, "versionStr"));
    std::memcpy(versionStr, kVersion.version, std::strlen(kVersion.version) + 1);
    return {};
  });
}

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
  const auto call = OPENACLNN_CALL(name, version);
  return CallApi(call, kAclCodes, [&, number = static_cast<int>(name)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(version, "version"));
    OPENACLNN_RETURN_IF_ERROR(CheckEnum(number, ACL_PKG_NAME_DRIVER, "name"));
    *version = kVersion;
    return {};
  });
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
  return CallApi(OPENACLNN_CALL(cannAttrList, num), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(cannAttrList, "cannAttrList"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(num, "num"));
    *cannAttrList = kAttributes.data();
    *num = kAttributes.size();
    return {};
  });
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
  const auto call = OPENACLNN_CALL(cannAttr, value);
  return CallApi(call, kAclCodes, [&, number = static_cast<int>(cannAttr)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(value, "value"));
    OPENACLNN_RETURN_IF_ERROR(CheckEnum(number, kAttributes.back(), "cannAttr"));
    *value = 1;
    return {};
  });
}

aclError aclFinalize(void) {
  return CallApi(OPENACLNN_CALL(), kAclCodes, [&]() -> Status {
    Initialisation& state = TheInitialisation();
    const std::lock_guard lock(state.mutex);
    if (state.finalised) {
      return Error(ErrorKind::kNotInitialised, ACL_ERROR_REPEAT_FINALIZE,
                   "already finalised, and not initialised since");
    }
    Finalise(state);
    if (Checks(Check::kLifetime)) ReportLeaks();
    return {};
  });
}

aclError aclFinalizeReference(uint64_t* refCount) {
  return CallApi(OPENACLNN_CALL(refCount), kAclCodes, [&]() -> Status {
    Initialisation& state = TheInitialisation();
    const std::lock_guard lock(state.mutex);
    if (state.count == 0) {
      return Error(ErrorKind::kNotInitialised, ACL_ERROR_REPEAT_FINALIZE,
                   "there is no aclInit left to take back");
    }
    if (state.count == 1) {
      Finalise(state);
    } else {
      --state.count;
    }
    if (refCount != nullptr) *refCount = state.count;
    return {};
  });
}

const char* aclGetRecentErrMsg(void) {
  try {
    return TakeMessages();
  } catch (...) {  // no memory for the text
    return nullptr;
  }
}

}  // extern "C"
