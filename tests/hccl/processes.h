// Ranks that are processes of their own: hccl_process.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace openaclnn::hccl {

struct Started {
  // What each rank printed behind its "rank R: ".
  std::map<uint32_t, std::string> lines;
  std::string all;  // of standard output and error
  double seconds;
};

// Runs one process for each of `ranks`, like {"0", "1,2"}, in a folder of its own, and kills what
// is left when the others have ended. `table`: a rank table for all; "": root info by a file.
Started RunProcesses(uint32_t size, const std::vector<std::string>& ranks, const std::string& task,
                     const std::vector<std::string>& environment = {},
                     const std::string& table = "");

}  // namespace openaclnn::hccl
