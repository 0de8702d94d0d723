#include "runtime/config.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "acl/acl_base.h"
#include "runtime/context.h"
#include "runtime/json.h"

namespace openaclnn {
namespace {

constexpr size_t kMostBytes = size_t{1} << 20;  // of a configuration file

// What can be opened may still have no end (/dev/zero) or never begin (a pipe).
Status ReadFile(const char* path, std::string& text) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return Error(
        ErrorKind::kConfigFile, ACL_ERROR_INVALID_FILE,
        "configPath: {} is {}, expected a regular file", path,
        std::filesystem::is_directory(status) ? "a directory" : "a device, pipe or socket");
  }
  std::ifstream file(path, std::ios::binary);
  text.resize(kMostBytes + 1);
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || (!file && !file.eof())) {
    return Error(ErrorKind::kConfigFile, ACL_ERROR_INVALID_FILE, "configPath: cannot read {}",
                 path);
  }
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() <= kMostBytes) return {};
  return Error(ErrorKind::kConfigFile, ACL_ERROR_INVALID_FILE,
               "configPath: {} is longer than {} bytes, expected some lines of JSON", path,
               kMostBytes);
}

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
    Status known = CheckDevice(config.default_device.value_or(-1), "default_device");
    if (known.code() == ACL_ERROR_INVALID_PARAM) return known;  // there is no device at all
    if (!known.ok()) {
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
  std::string text;
  OPENACLNN_RETURN_IF_ERROR(ReadFile(path, text));
  const Status status = ReadText(text, config);
  if (status.ok()) return {};
  return Error(status.kind(), status.code(), "configPath: {}: {}", path, status.message());
}

}  // namespace openaclnn
