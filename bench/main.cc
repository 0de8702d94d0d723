// usage: openaclnn_bench [--list | --serve] [--benchmark_...]
//   --list   prints the cases as JSON
//   --serve  reads names of benchmarks, one a line, and answers each with a line: nanoseconds, or
//            why there are none
// Else an ordinary program of Google Benchmark.

#include <benchmark/benchmark.h>

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"

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

void Serve() {
  for (std::string name; std::getline(std::cin, name);) {
    LineReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter, "^" + name + "/real_time$");
    std::cout << reporter.answer().substr(0, reporter.answer().find('\n')) << std::endl;
  }
}

int Main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "--list") return PrintCases(std::cout), 0;
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
