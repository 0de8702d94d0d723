#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/progress/progress.h"

namespace openaclnn::cli {
namespace {

using bench::Case;

constexpr int kRounds = 3;  // the median counts

struct Options {
  std::vector<std::string> operators;
  std::string dtype, layout = "dense";
  int64_t elements = 0;  // 0: any
  int64_t most_elements = int64_t{1} << 24;
  int threads = 0;  // 0: as OPENACLNN_NUM_THREADS says
  bool json = false, quiet = false;
};

// As the other commands name it: "float16".
std::string DtypeOf(const Case& c) { return CLI::detail::to_lower(DtypeName(c.dtype)); }

bool IsChosen(const Options& options, const Case& c) {
  const auto is_named = [&](const std::string& name) {
    return OperatorOf(name).spec->name == c.subject->operation;
  };
  return (options.operators.empty() || std::ranges::any_of(options.operators, is_named)) &&
         (options.dtype.empty() || DtypeOf(c) == options.dtype) &&
         (options.layout == "all" || c.layout == options.layout) &&
         (options.elements > 0 ? c.Elements() == options.elements
                               : c.Elements() <= options.most_elements);
}

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

double MedianTime(const Case& c, tools::Progress* progress) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    TimeReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter, "^openaclnn/" + c.Name() + "/real_time$");
    times.push_back(reporter.nanoseconds());
    progress->Advance(1);
  }
  std::ranges::sort(times);
  return times[kRounds / 2];
}

struct Row {
  const Case* benchmarked;
  double nanoseconds;

  double GigaElements() const { return static_cast<double>(benchmarked->Elements()) / nanoseconds; }
  double GigaBytes() const {  // that have to be read and written
    return GigaElements() * DtypeBytes(benchmarked->dtype) * (benchmarked->arrays_read + 1);
  }
};

void PrintJson(const std::vector<Row>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    const Case& c = *row.benchmarked;
    json.push_back({{"operator", c.subject->operation},
                    {"variant", c.subject->name},
                    {"dtype", DtypeName(c.dtype)},
                    {"layout", c.layout},
                    {"elements", c.Elements()},
                    {"nanoseconds", row.nanoseconds},
                    {"gigabytes_per_second", row.GigaBytes()}});
  }
  fmt::print("{}\n", json.dump(2));
}

void PrintTable(const std::vector<Row>& rows) {
  fmt::print("{:10} {:9} {:23} {:>9} {:>12} {:>11} {:>7}\n", "operator", "dtype", "layout",
             "elements", "microseconds", "elements/ns", "GB/s");
  for (const Row& row : rows) {
    const Case& c = *row.benchmarked;
    fmt::print("{:10} {:9} {:23} {:>9} {:>12.3f} {:>11.3f} {:>7.2f}\n", c.subject->name, DtypeOf(c),
               c.layout, c.Elements(), row.nanoseconds / 1000, row.GigaElements(), row.GigaBytes());
  }
}

void Run(const Options& options) {
  std::vector<const Case*> cases;
  for (const Case& c : bench::Cases()) {
    if (IsChosen(options, c)) cases.push_back(&c);
  }
  if (cases.empty()) throw UsageError("no case of the benchmark is like that");
  if (options.threads > 0) {
    setenv("OPENACLNN_NUM_THREADS", std::to_string(options.threads).c_str(), 1);
  }
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0) throw UsageError(aclGetRecentErrMsg());
  std::string program = "openaclnn", min_time = "--benchmark_min_time=0.05";
  char* arguments[] = {program.data(), min_time.data(), nullptr};
  int count = 2;
  benchmark::Initialize(&count, arguments);
  bench::RegisterOperators();
  tools::Progress progress(static_cast<double>(cases.size() * kRounds), options.quiet);
  std::vector<Row> rows;
  for (const Case* c : cases) {
    progress.SetTitle(c->Name());
    rows.push_back({c, MedianTime(*c, &progress)});
  }
  progress.Clear();
  options.json ? PrintJson(rows) : PrintTable(rows);
}

}  // namespace

void AddBench(CLI::App& command, ExitCode*) {
  const auto options = std::make_shared<Options>();
  command.add_option("OP", options->operators, "Only these operators (default: all)");
  command.add_option("--dtype", options->dtype, "Only this (default: all)")
      ->check(CLI::IsMember({"float", "float16", "bfloat16", "double"}));
  std::vector<std::string> layouts = {"all"};
  for (const Case& c : bench::Cases()) {
    if (std::ranges::count(layouts, c.layout) == 0) layouts.emplace_back(c.layout);
  }
  command.add_option("--layout", options->layout, "Of the tensors")
      ->check(CLI::IsMember(layouts))
      ->capture_default_str();
  command.add_option("--elements", options->elements, "Only tensors of so many elements")
      ->check(CLI::PositiveNumber);
  command.add_option("--threads", options->threads, "Threads of an operator")
      ->check(CLI::Range(1, 1024));
  command.add_flag("--json", options->json, "For machines");
  command.add_flag("--quiet", options->quiet, "No progress bar");
  command.footer(
      "Each time is the median of three runs of a repeated executor, in the second phase and the\n"
      "synchronisation. bench/run of the sources compares with PyTorch and oneDNN.");
  command.callback([options] { Run(*options); });
}

}  // namespace openaclnn::cli
