#include "hccl/whitelist.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "hccl/hccl_types.h"
#include "runtime/json.h"

namespace openaclnn::hccl {

Status ReadFile(const std::string& path, ErrorKind kind, std::string& text) {
  constexpr std::streamsize kMostBytes = 64 << 20;
  std::ifstream file(path, std::ios::binary);
  if (file) {
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (!file.bad() && bytes.size() <= static_cast<size_t>(kMostBytes)) {
      text = std::move(bytes);
      return {};
    }
  }
  return Error(kind, HCCL_E_PARA, "{}: cannot be read", path);
}

Whitelist::Whitelist(const std::string& path) : everyone_(path.empty()) {
  if (everyone_) return;
  std::string text;
  Json json;
  if (!ReadFile(path, ErrorKind::kSetting, text).ok() || !ParseJson(text, json).ok()) return;
  const Json* const hosts = json.Find("host_ip");
  if (hosts == nullptr) return;
  for (const Json& host : hosts->elements) hosts_.push_back(host.text);
}

bool Whitelist::Has(const std::string& host) const {
  return everyone_ || std::ranges::find(hosts_, host) != hosts_.end();
}

}  // namespace openaclnn::hccl
