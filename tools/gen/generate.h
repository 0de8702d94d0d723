// A test case in a folder: inputs of an operator, the outputs that it should give, and a manifest.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ops/registry.h"
#include "tools/call/operator_call.h"
#include "tools/gen/values.h"

namespace openaclnn::gen {

struct Options {
  const Operator* entry = nullptr;
  std::vector<tools::Value> attributes;  // one for each argument; std::monostate for tensors
  // The shape of an input by its name, or of all others by "": of a list one for each member. A
  // list has one dtype for each member, or for all.
  std::map<std::string, std::vector<std::vector<int64_t>>> shapes;
  std::map<std::string, std::vector<aclDataType>> dtypes = {{"", {ACL_FLOAT}}};
  // By default [-5, 5] and N(0, 1); of what is meant to be in [0, 1], that and N(0.5, 0.25).
  std::optional<Interval> uniform;
  std::optional<Normal> normal;
  double special_share = Distribution().special_share;
  uint64_t seed = 0;
  std::string folder;
  int threads = 1;
  // Called from any thread with the number of elements that were just made.
  std::function<void(int64_t)> advance = [](int64_t) {};
};

// Elements of all files.
int64_t WorkOf(const Options& options);

// Writes NAME.npy for each input, NAME_0.npy and so on for one that is a list; NAME.golden.npy, of
// DOUBLE, and NAME.rounded.npy, of the output's dtype, for each output; and manifest.json, which is
// returned. The folder must not exist, and appears complete or not at all. The bytes depend neither
// on the threads nor on memory. Throws tools::FileError, and tools::Refused where the operator
// would refuse such inputs.
nlohmann::ordered_json Generate(const Options& options);

}  // namespace openaclnn::gen
