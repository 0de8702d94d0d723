#include "hccl/rank_table.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "hccl/hccl_types.h"
#include "hccl/sockets.h"
#include "hccl/whitelist.h"
#include "runtime/json.h"

namespace openaclnn::hccl {
namespace {

constexpr uint32_t kMostRanks = 1 << 14;

template <class... Args>
Status Wrong(fmt::format_string<Args...> format, Args&&... args) {
  return Error(ErrorKind::kRankTable, HCCL_E_PARA, "clusterInfo: {}",
               fmt::format(format, std::forward<Args>(args)...));
}

// Numbers are strings in version 1.0, and either in 2.0.
bool ReadNumber(const Json& object, const char* name, uint32_t& number) {
  const Json* const value = object.Find(name);
  if (value == nullptr ||
      (value->kind != Json::Kind::kString && value->kind != Json::Kind::kNumber)) {
    return false;
  }
  const char* const end = value->text.data() + value->text.size();
  const auto [at, error] = std::from_chars(value->text.data(), end, number);
  return error == std::errc() && at == end;
}

std::string TextOf(const Json& object, const char* name) {
  const Json* const value = object.Find(name);
  return value != nullptr && value->kind == Json::Kind::kString ? value->text : "";
}

const Json* ArrayOf(const Json& object, const char* name) {
  const Json* const value = object.Find(name);
  return value != nullptr && value->kind == Json::Kind::kArray ? value : nullptr;
}

// Collects ranks, each of which must come once.
class Ranks {
 public:
  Status Add(const Json& entry) {
    uint32_t rank = 0;
    if (!ReadNumber(entry, "rank_id", rank) || rank >= kMostRanks) {
      return Wrong("a device has no rank_id from 0 to {}", kMostRanks - 1);
    }
    if (!seen_.insert(rank).second) return Wrong("rank_id {} comes twice", rank);
    last_ = rank;
    return {};
  }
  uint32_t last() const { return last_; }

  Status Finish(RankTable& table) const {
    if (seen_.empty()) return Wrong("has no ranks");
    if (*seen_.rbegin() + 1 != seen_.size()) {
      return Wrong("has {} ranks, but rank_id {}", seen_.size(), *seen_.rbegin());
    }
    table.ranks = static_cast<uint32_t>(seen_.size());
    return {};
  }

 private:
  std::set<uint32_t> seen_;
  uint32_t last_ = 0;
};

void AddHost(const std::string& host, RankTable& table) {
  if (AddressOf(host, 1)) table.root_hosts.push_back(host);
}

Status ParseVersion1(const Json& json, RankTable& table) {
  const Json* const servers = ArrayOf(json, "server_list");
  if (servers == nullptr) return Wrong("has no server_list");
  uint32_t count = 0;
  if (ReadNumber(json, "server_count", count) && count != servers->elements.size()) {
    return Wrong("server_count is {}, but server_list has {} servers", count,
                 servers->elements.size());
  }
  Ranks ranks;
  for (const Json& server : servers->elements) {
    const Json* const devices = ArrayOf(server, "device");
    if (devices == nullptr) return Wrong("a server has no list of devices (\"device\")");
    for (const Json& device : devices->elements) {
      OPENACLNN_RETURN_IF_ERROR(ranks.Add(device));
      if (ranks.last() != 0) continue;
      AddHost(TextOf(server, "host_ip"), table);
      AddHost(TextOf(server, "server_id"), table);
      if (table.root_hosts.empty() && servers->elements.size() > 1) {
        AddHost(TextOf(device, "device_ip"), table);
      }
    }
  }
  return ranks.Finish(table);
}

Status ParseVersion2(const Json& json, RankTable& table) {
  const Json* const list = ArrayOf(json, "rank_list");
  if (list == nullptr) return Wrong("has no rank_list");
  uint32_t count = 0;
  if (ReadNumber(json, "rank_count", count) && count != list->elements.size()) {
    return Wrong("rank_count is {}, but rank_list has {} ranks", count, list->elements.size());
  }
  Ranks ranks;
  for (const Json& entry : list->elements) {
    OPENACLNN_RETURN_IF_ERROR(ranks.Add(entry));
    if (ranks.last() != 0) continue;
    const Json* const levels = ArrayOf(entry, "level_list");
    for (size_t i = 0; levels != nullptr && i < levels->elements.size(); ++i) {
      const Json* const addresses = ArrayOf(levels->elements[i], "rank_addr_list");
      for (size_t j = 0; addresses != nullptr && j < addresses->elements.size(); ++j) {
        AddHost(TextOf(addresses->elements[j], "addr"), table);
      }
    }
  }
  return ranks.Finish(table);
}

}  // namespace

Status ParseRankTable(const std::string& text, RankTable& table) {
  Json json;
  if (const Status parsed = ParseJson(text, json); !parsed.ok()) {
    return Wrong("is no JSON: {}", parsed.message());
  }
  if (json.kind != Json::Kind::kObject) return Wrong("is no JSON object");
  const std::string version = TextOf(json, "version");
  if (version == "2.0") return ParseVersion2(json, table);
  if (version != "1.0") return Wrong("version is \"{}\", expected 1.0 or 2.0", version);
  if (const std::string status = TextOf(json, "status"); status != "completed") {
    return Wrong("status is \"{}\", expected completed", status);
  }
  return ParseVersion1(json, table);
}

Status ReadRankTable(const char* path, RankTable& table, std::string& text) {
  if (const Status read = ReadFile(path, ErrorKind::kRankTable, text); !read.ok()) {
    return Wrong("{}", read.message());
  }
  return ParseRankTable(text, table);
}

}  // namespace openaclnn::hccl
