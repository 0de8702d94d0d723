#include "runtime/config.h"

#include <charconv>
#include <fstream>
#include <iterator>

#include "acl/acl_base.h"
#include "runtime/context.h"
#include "runtime/json.h"

namespace openaclnn {
namespace {

// A number, or a string of one.
std::optional<int32_t> Integer(const Json& value) {
  if (value.kind != Json::Kind::kString && value.kind != Json::Kind::kNumber) return std::nullopt;
  const char *const first = value.text.data(), *const last = first + value.text.size();
  int32_t number = 0;
  const auto [end, error] = std::from_chars(first, last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

Status ReadEntries(const Json& file, Config& config) {
  if (const Json* mode = file.Find("err_msg_mode")) {
    const std::optional<int32_t> number = Integer(*mode);
    if (!number || *number < 0 || *number > 1) {
      return Error(ErrorKind::kConfigFile, ACL_ERROR_PARSE_FILE,
                   "err_msg_mode: is \"{}\", expected \"0\" or \"1\"", mode->text);
    }
    config.message_scope = *number == 1 ? MessageScope::kProcess : MessageScope::kThread;
  }
  const Json* device = file.Find("defaultDevice");
  if (device != nullptr) device = device->Find("default_device");
  if (device != nullptr) {
    config.default_device = Integer(*device);
    if (!config.default_device || !CheckDevice(*config.default_device, "default_device").ok()) {
      return Error(ErrorKind::kConfigFile, ACL_ERROR_PARSE_FILE,
                   "default_device: is \"{}\", expected a device's number", device->text);
    }
  }
  return {};
}

Status ReadText(const std::string& text, Config& config) {
  Json file;
  OPENACLNN_RETURN_IF_ERROR(ParseJson(text, file));
  if (file.kind != Json::Kind::kObject) {
    return Error(ErrorKind::kConfigFile, ACL_ERROR_PARSE_FILE, "expected an object");
  }
  if (!file.members.empty()) config.text = text;
  return ReadEntries(file, config);
}

}  // namespace

Status ReadConfig(const char* path, Config& config) {
  if (path == nullptr || *path == '\0') return {};
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) {
    return Error(ErrorKind::kConfigFile, ACL_ERROR_INVALID_FILE, "configPath: cannot read {}",
                 path);
  }
  const Status status = ReadText(text, config);
  if (status.ok()) return {};
  return Error(status.kind(), status.code(), "configPath: {}: {}", path, status.message());
}

}  // namespace openaclnn
