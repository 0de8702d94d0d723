// usage: openaclnn_bench [--list | --simd | --serve] [--benchmark_...]
//   --list   prints the cases as JSON
//   --simd   prints what OPENACLNN_SIMD may be here, the best last
//   --serve  reads names of benchmarks, one a line, and answers each with a line: nanoseconds, or
//            why there are none. To "keep CASE<tab>PATH" it writes gradOutput, self, the result as
//            the last benchmark left it, and weight into the file, each until its numbers repeat
// Else an ordinary program of Google Benchmark.

#include <benchmark/benchmark.h>

#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "base/settings.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/exact.h"
#include "bench/operands.h"
#include "bench/queued.h"

namespace openaclnn::bench {
namespace {

// What follows "keep ".
const char* Keep(const std::string& words) {
  const size_t tab = words.find('\t');
  if (tab == std::string::npos) return "keep needs a case, a tab and a path";
  const std::string name = words.substr(0, tab), path = words.substr(tab + 1);
  for (const Case& c : Cases()) {
    if (c.Name() != name) continue;
    const Operands& operands = OperandsOf(c);
    std::ofstream file(path, std::ios::binary);
    for (const Operand* operand : {&operands.grad, &operands.self, &operands.out}) {
      operand->WritePeriod(file);
    }
    if (operands.weight) operands.weight->WritePeriod(file);
    const std::vector<double> values = ExactValues(c, operands);
    std::ofstream exact(path + ".exact", std::ios::binary);
    exact.write(reinterpret_cast<const char*>(values.data()),
                static_cast<std::streamsize>(values.size() * sizeof(double)));
    return file.flush() && exact.flush() ? "kept" : "the files cannot be written";
  }
  return "no such case";
}

// What a line is answered with.
std::string Answer(const std::string& line, const std::map<std::string, Benchmark>& benchmarks) {
  if (line.starts_with("keep ")) return Keep(line.substr(5));
  const auto found = benchmarks.find(line);
  if (found == benchmarks.end()) return "no such benchmark";
  try {
    return std::to_string(NanosecondsOf(found->second));
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    return message.substr(0, message.find('\n'));
  }
}

void Serve(const Benchmarks& benchmarks) {
  std::map<std::string, Benchmark> by_name;
  for (const Benchmark& benchmark : benchmarks) by_name.emplace(benchmark.name, benchmark);
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << Answer(line, by_name) << std::endl;
  }
}

int Main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "--list") return PrintCases(std::cout), 0;
  if (mode == "--simd") {
    for (const std::string_view name : SimdNames(UsableSimdTargets())) std::cout << name << '\n';
    return 0;
  }
  if (mode == "--serve") {
    --argc;
    argv[1] = argv[0];
    ++argv;
  }
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0) {
    std::cerr << aclGetRecentErrMsg() << '\n';
    return 1;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  Benchmarks benchmarks;
  AddOperators(&benchmarks);
  if (OnGpu()) {
    AddCopies(&benchmarks);
  } else {
    AddRoofline(&benchmarks);
#ifdef OPENACLNN_BENCH_ONEDNN
    AddOneDnn(&benchmarks);
#endif
  }
  if (mode == "--serve") {
    Serve(benchmarks);
  } else {
    for (const Benchmark& benchmark : benchmarks) Register(benchmark);
    benchmark::RunSpecifiedBenchmarks();
  }
  benchmark::Shutdown();
  return aclFinalize();
}

}  // namespace
}  // namespace openaclnn::bench

int main(int argc, char** argv) { return openaclnn::bench::Main(argc, argv); }
