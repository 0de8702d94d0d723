#include "hccl/environment.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>

#include <charconv>
#include <string_view>

#include "hccl/hccl_types.h"

namespace openaclnn::hccl {
namespace {

std::string Value(const char* variable) {
  const char* const value = secure_getenv(variable);
  return value != nullptr ? value : "";
}

std::optional<int64_t> Number(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

class Reader {
 public:
  // Nothing if the variable is unset or wrong.
  std::optional<int64_t> Integer(const char* variable, int64_t least, int64_t most) {
    const std::string text = Value(variable);
    if (text.empty()) return std::nullopt;
    const std::optional<int64_t> number = Number(text);
    if (number && least <= *number && *number <= most) return number;
    Refuse(variable, fmt::format("a number from {} to {}", least, most));
    return std::nullopt;
  }

  // 0 if unset or wrong, else the position from 1.
  size_t OneOf(const char* variable, std::initializer_list<const char*> values) {
    const std::string text = Value(variable);
    if (text.empty()) return 0;
    size_t position = 0;
    std::string list;
    for (const char* const value : values) {
      ++position;
      if (strcasecmp(value, text.c_str()) == 0) return position;
      list += fmt::format("{}{}", list.empty() ? "" : " or ", value);
    }
    Refuse(variable, list);
    return 0;
  }

  void ReadPorts(Environment& environment) {
    constexpr const char* kVariable = "HCCL_HOST_SOCKET_PORT_RANGE";
    const std::string text = Value(kVariable);
    if (text.empty() || text == "auto") return;
    for (size_t at = 0; at <= text.size();) {
      const std::string_view item = std::string_view(text).substr(at, text.find(',', at) - at);
      at += item.size() + 1;
      const size_t dash = std::min(item.find('-'), item.size());
      const auto first = Number(item.substr(0, dash));
      const auto last = dash < item.size() ? Number(item.substr(dash + 1)) : first;
      if (!first || !last || *first < 1 || *last > 65535 || *first > *last) {
        return Refuse(kVariable, "auto, or ports and ranges like 60000,61000-61031");
      }
      environment.ports.emplace_back(static_cast<uint16_t>(*first), static_cast<uint16_t>(*last));
    }
  }

  void Refuse(const char* variable, std::string_view expected) {
    if (!problems_.empty()) problems_ += "; ";
    problems_ += fmt::format("environment variable {}: is \"{}\", expected {}", variable,
                             Value(variable), expected);
  }

  Status Result() {
    if (problems_.empty()) return {};
    return {ErrorKind::kSetting, HCCL_E_PARA, std::move(problems_)};
  }

 private:
  std::string problems_;
};

}  // namespace

Status ReadEnvironment(Environment& environment) {
  using std::chrono::milliseconds;
  using std::chrono::seconds;
  constexpr int kUnderHeavyLoad = 20;  // what the vendor adds to the time to connect
  Reader reader;
  environment.connect_timeout =
      seconds(reader.Integer("HCCL_CONNECT_TIMEOUT", 120, 7200).value_or(120) + kUnderHeavyLoad);
  environment.exec_timeout =
      seconds(reader.Integer("HCCL_EXEC_TIMEOUT", 0, 2147483647).value_or(1836));
  if (const auto both = reader.Integer("OPENACLNN_HCCL_TIMEOUT_MS", 1, 2147483647)) {
    environment.connect_timeout = environment.exec_timeout = milliseconds(*both);
  }
  environment.ip = Value("HCCL_IF_IP");
  if (!environment.ip.empty()) {
    in6_addr address;
    if (inet_pton(AF_INET, environment.ip.c_str(), &address) != 1 &&
        inet_pton(AF_INET6, environment.ip.c_str(), &address) != 1) {
      reader.Refuse("HCCL_IF_IP", "an address like 192.168.1.2 or fe80::2");
    }
  }
  environment.interface = Value("HCCL_SOCKET_IFNAME");
  constexpr int kFamilies[] = {AF_UNSPEC, AF_INET, AF_INET6};
  environment.family = kFamilies[reader.OneOf("HCCL_SOCKET_FAMILY", {"AF_INET", "AF_INET6"})];
  if (const auto port = reader.Integer("HCCL_IF_BASE_PORT", 1024, 65520)) {
    environment.base_port = static_cast<uint16_t>(*port);
  }
  reader.ReadPorts(environment);
  if (reader.Integer("HCCL_WHITELIST_DISABLE", 0, 1).value_or(1) == 0) {
    environment.whitelist = Value("HCCL_WHITELIST_FILE");
    if (environment.whitelist.empty()) {
      reader.Refuse("HCCL_WHITELIST_FILE", "a file, as HCCL_WHITELIST_DISABLE is 0");
    }
  }
  // What has no effect here has to be right all the same.
  reader.Integer("HCCL_BUFFSIZE", 1, 2147483647);
  reader.OneOf("HCCL_DETERMINISTIC", {"false", "true", "strict"});
  return reader.Result();
}

std::optional<int32_t> DeterministicOfEnvironment() {
  const size_t position = Reader().OneOf("HCCL_DETERMINISTIC", {"false", "true", "strict"});
  if (position == 0) return std::nullopt;
  return static_cast<int32_t>(position) - 1;
}

}  // namespace openaclnn::hccl
