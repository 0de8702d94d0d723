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
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "base/settings.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/operands.h"

namespace openaclnn::bench {
namespace {

class LineReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      answer_ = run.error_occurred ? run.error_message : std::to_string(run.GetAdjustedRealTime());
    }
  }
  const std::string& answer() const { return answer_; }

 private:
  std::string answer_ = "no such benchmark";
};

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
    return file.flush() ? "kept" : "the file cannot be written";
  }
  return "no such case";
}

void Serve() {
  for (std::string name; std::getline(std::cin, name);) {
    if (name.starts_with("keep ")) {
      std::cout << Keep(name.substr(5)) << std::endl;
      continue;
    }
    LineReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter, "^" + name + "/real_time$");
    std::cout << reporter.answer().substr(0, reporter.answer().find('\n')) << std::endl;
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
  RegisterOperators();
  RegisterRoofline();
#ifdef OPENACLNN_BENCH_ONEDNN
  RegisterOneDnn();
#endif
  if (mode == "--serve") {
    Serve();
  } else {
    benchmark::RunSpecifiedBenchmarks();
  }
  benchmark::Shutdown();
  return aclFinalize();
}

}  // namespace
}  // namespace openaclnn::bench

int main(int argc, char** argv) { return openaclnn::bench::Main(argc, argv); }
