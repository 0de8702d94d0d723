// Compares the results of all operators with the hashes that are committed, on every SIMD target of
// this machine, or on the GPU that OPENACLNN_DEVICE names: results have the same bits everywhere.
//
// usage: bits_test HASHES [--thinned] [--part=I/N] [--write]
//   HASHES     tests/bits/hashes.txt: for each operator and dtype the hashes of the whole set of
//              calls and of a thinned one
//   --thinned  only the thinned set, which takes about a tenth of the time
//   --part=I/N only the I-th of N shares of the operators, 1 to N
//   --write    writes HASHES anew; for results that were meant to change
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "engine/kind.h"
#include "engine/op_spec.h"
#include "gtest/gtest.h"
#include "ops/registry.h"
#include "tests/bits/calls.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/hash.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

// By operator and dtype of the first output.
using Hashes = std::map<std::string, std::string>;

Hashes TextsOf(const std::map<std::string, Hash>& hashes) {
  Hashes texts;
  Hash total;
  for (const auto& [name, hash] : hashes) {
    texts[name] = hash.Text();
    total.Add(hash.value());
  }
  texts["total"] = total.Text();
  return texts;
}

// For each target. A call is made once and run on all of them, as making it takes longer.
std::vector<Hashes> HashesOf(Extent extent, Share share, const std::vector<int64_t>& targets) {
  std::vector<std::map<std::string, Hash>> hashes(targets.size());
  const auto use = [&](const OperatorCall& call, const Placement& placement) {
    const aclDataType dtype = call.arguments[OutputsOf(call)[0]].array.dtype;
    const std::string name = std::string(call.name) + " " + std::string(DtypeName(dtype));
    for (size_t i = 0; i < targets.size(); ++i) {
      const ScopedSettings settings([&](Settings& s) { s.simd_targets = targets[i]; });
      Hash& hash = hashes[i][name];
      for (Array& result : RunOnce(call, placement)) hash.Add(std::move(result));
    }
  };
  ForEachSweep(extent, share, use);
  ForEachLayout(extent, share, use);
  std::vector<Hashes> texts;
  for (const auto& of_target : hashes) texts.push_back(TextsOf(of_target));
  return texts;
}

struct Committed {
  Hashes whole, thinned;
};

Committed Read(const std::string& path) {
  Committed committed;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t thinned = line.rfind(' '), whole = line.rfind(' ', thinned - 1);
    if (thinned == std::string::npos || whole == std::string::npos) continue;
    const std::string name = line.substr(0, whole);
    committed.whole[name] = line.substr(whole + 1, thinned - whole - 1);
    committed.thinned[name] = line.substr(thinned + 1);
  }
  if (committed.whole.empty()) ADD_FAILURE() << "There are no hashes in " << path;
  return committed;
}

void Write(const std::string& path, const Committed& hashes) {
  std::ofstream file(path);
  file << "# Of the results of each operator by the dtype of its output, NaNs being all alike: "
          "over\n"
          "# the whole set of calls, and over the thinned one. Written by\n"
          "#   build/release/tests/bits_test tests/bits/hashes.txt --write\n";
  for (const auto& [name, hash] : hashes.whole) {
    file << name << " " << hash << " " << hashes.thinned.at(name) << "\n";
  }
  if (!file.flush()) ADD_FAILURE() << "Cannot write " << path;
}

// Says for each difference which operator and dtype it is.
void Compare(const Hashes& actual, const Hashes& expected, Share share, const std::string& on,
             const std::string& reference) {
  const bool has_all = share.of == 1 && !OnGpu();  // some have no device code
  for (const auto& [name, hash] : actual) {
    if (!has_all && name == "total") continue;
    const auto found = expected.find(name);
    if (found == expected.end()) {
      ADD_FAILURE() << on << ": " << name << " is not in " << reference;
    } else if (found->second != hash) {
      ADD_FAILURE() << on << ": " << name << " has the hash " << hash << ", not " << found->second
                    << " as in " << reference;
    }
  }
  for (const auto& [name, hash] : expected) {
    const Operator* const entry = FindOperator(name.substr(0, name.find(' ')));
    if (OnGpu() && entry != nullptr && entry->spec->work.kind->runs_on_cpus_alone) continue;
    if (entry != nullptr && !share.Has(entry->spec->name)) continue;
    if (!actual.contains(name)) ADD_FAILURE() << on << ": no call gives " << name;
  }
}

// The SIMD targets that may differ; on a GPU they make no difference.
std::vector<int64_t> TargetsThatDiffer() {
  return OnGpu() ? std::vector{SimdTargets()[0]} : SimdTargets();
}
std::string PlaceName(int64_t target) { return OnGpu() ? "GPU" : TargetName(target); }

void CompareWithCommitted(const std::string& path, Extent extent, Share share) {
  const Committed committed = Read(path);
  const bool thinned = extent == Extent::kThinned;
  const std::vector<int64_t> targets = TargetsThatDiffer();
  const std::vector<Hashes> actual = HashesOf(extent, share, targets);
  for (size_t i = 0; i < targets.size(); ++i) {
    const std::string place = PlaceName(targets[i]);
    Compare(actual[i], thinned ? committed.thinned : committed.whole, share, place, path);
    std::cout << place << ": " << actual[i].size() - 1 << " hashes, total " << actual[i].at("total")
              << (thinned ? " (thinned)" : "") << std::endl;
  }
}

void WriteAnew(const std::string& path) {
  const std::vector<int64_t> targets = SimdTargets();
  const std::vector<Hashes> whole = HashesOf(Extent::kWhole, {}, targets);
  const std::vector<Hashes> thinned = HashesOf(Extent::kThinned, {}, targets);
  for (size_t i = 1; i < targets.size(); ++i) {
    Compare(whole[i], whole[0], {}, TargetName(targets[i]), TargetName(targets[0]));
    Compare(thinned[i], thinned[0], {}, TargetName(targets[i]), TargetName(targets[0]));
  }
  Write(path, {whole[0], thinned[0]});
}

}  // namespace
}  // namespace openaclnn::test

namespace {

struct {
  std::string path;
  bool thinned = false;
  bool write = false;
  openaclnn::test::Share share;
} options;

// False if the text is no "I/N".
bool ReadShare(const std::string& text, openaclnn::test::Share& share) {
  size_t part = 0;
  char after;
  if (std::sscanf(text.c_str(), "%zu/%zu%c", &part, &share.of, &after) != 2) return false;
  share.first = part - 1;
  return part >= 1 && part <= share.of;
}

TEST(BitsTest, AreTheSameOnEveryMachine) {
  using namespace openaclnn::test;
  const Extent extent = options.thinned ? Extent::kThinned : Extent::kWhole;
  std::cout << "SIMD targets:";
  for (const int64_t target : SimdTargets()) std::cout << " " << TargetName(target);
  std::cout << std::endl;
  if (options.write) {
    WriteAnew(options.path);
  } else {
    CompareWithCommitted(options.path, extent, options.share);
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  bool understood = true;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--thinned") {
      options.thinned = true;
    } else if (argument.starts_with("--part=")) {
      understood &= ReadShare(argument.substr(7), options.share);
    } else if (argument == "--write") {
      options.write = true;
    } else if (options.path.empty() && argument[0] != '-') {
      options.path = argument;
    } else {
      understood = false;
    }
  }
  if (!understood || options.path.empty()) {
    std::cerr << "usage: bits_test HASHES [--thinned] [--part=I/N] [--write]\n";
    return 2;
  }
  return RUN_ALL_TESTS();
}
