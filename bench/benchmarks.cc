#include "bench/benchmarks.h"

#include <stdexcept>

namespace openaclnn::bench {
namespace {

class TimeReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) throw std::runtime_error(run.error_message);
      nanoseconds_ = run.GetAdjustedRealTime();
    }
  }
  double nanoseconds() const { return nanoseconds_; }

 private:
  double nanoseconds_ = 0;
};

}  // namespace

void Register(const Benchmark& benchmark) {
  auto* const registered = benchmark::RegisterBenchmark(benchmark.name.c_str(), benchmark.run);
  benchmark.sets_time ? registered->UseManualTime() : registered->UseRealTime();
}

double NanosecondsOf(const Benchmark& benchmark) {
  benchmark::ClearRegisteredBenchmarks();  // to find it among thousands takes longer than to run it
  Register(benchmark);
  TimeReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, ".");
  return reporter.nanoseconds();
}

}  // namespace openaclnn::bench
