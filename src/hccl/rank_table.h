// Rank tables: files that say where the ranks are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace openaclnn::hccl {

struct RankTable {
  uint32_t ranks = 0;
  // Addresses that the host of rank 0 may have, the likeliest first. Empty: all are on this host.
  std::vector<std::string> root_hosts;
};

// Errors: 1 the file cannot be read, or is no rank table of version 1.0 or 2.0.
Status ReadRankTable(const char* path, RankTable& table, std::string& text);
Status ParseRankTable(const std::string& text, RankTable& table);

}  // namespace openaclnn::hccl
