#include <benchmark/benchmark.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "acl/acl.h"
#include "base/dtype.h"
#include "bench/benchmarks.h"
#include "bench/cases.h"
#include "bench/queued.h"
#include "fmt/format.h"
#include "ops/registry.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/files/error.h"
#include "tools/progress/progress.h"

namespace openaclnn::cli {
namespace {

using bench::Case;

constexpr int kRounds = 3;  // the median counts

struct Options {
  std::vector<std::string> operators;
  std::string dtype, layout = "dense", earlier;
  int64_t elements = 0;  // 0: any
  int64_t most_elements = int64_t{1} << 24;
  int threads = 0;  // 0: as OPENACLNN_NUM_THREADS says
  double seconds = 0.05;
  bool json = false, quiet = false;
};

// As the other commands name it: "float16".
std::string DtypeOf(const Case& c) { return Lower(DtypeName(c.dtype)); }

bool IsChosen(const Options& options, const Case& c) {
  const auto is_named = [&](const std::string& name) {
    return FullName(*OperatorOf(name).spec) == c.subject->operation;
  };
  return (options.operators.empty() || std::ranges::any_of(options.operators, is_named)) &&
         (options.dtype.empty() || DtypeOf(c) == options.dtype) &&
         (options.layout == "all" || c.layout == options.layout) &&
         (options.elements > 0 ? c.Elements() == options.elements
                               : c.Elements() <= options.most_elements);
}

double Median(std::vector<double> times) {
  std::ranges::sort(times);
  return times[times.size() / 2];
}

struct Row {
  const Case* benchmarked;
  double nanoseconds;
  std::optional<double> copy, earlier;  // nanoseconds too

  double GigaElements() const { return static_cast<double>(benchmarked->Elements()) / nanoseconds; }
  double GigaBytes() const {  // that have to be read and written
    return GigaElements() * DtypeBytes(benchmarked->dtype) *
           (benchmarked->arrays_read + benchmarked->arrays_written);
  }
};

// By turns with the copy of a GPU, if there is one.
Row Measure(const Case& c, const bench::Benchmarks& benchmarks, tools::Progress* progress) {
  const auto find = [&](const char* who) {
    return std::ranges::find(benchmarks, who + c.Name(), &bench::Benchmark::name);
  };
  const auto operation = find("openaclnn/"), copy = find("copy/");
  std::vector<double> times, copies;
  for (int round = 0; round < kRounds; ++round) {
    times.push_back(bench::NanosecondsOf(*operation));
    if (copy != benchmarks.end()) copies.push_back(bench::NanosecondsOf(*copy));
    progress->Advance(1);
  }
  return {&c, Median(times), copies.empty() ? std::nullopt : std::optional(Median(copies)), {}};
}

// Nanoseconds of an earlier run, by the names of cases.
using Times = std::map<std::string, double>;

std::string KeyOf(std::string_view variant, std::string_view dtype, std::string_view layout,
                  int64_t elements) {
  return fmt::format("{}/{}/{}/{}", variant, dtype, layout, elements);
}

std::string KeyOf(const Case& c) {
  return KeyOf(c.subject->name, DtypeName(c.dtype), c.layout, c.Elements());
}

// From what PrintJson wrote.
Times ReadTimes(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw tools::FileError(
        path, fmt::format("cannot be read: {}", std::generic_category().message(errno)));
  }
  Times times;
  try {
    for (const auto& row : nlohmann::json::parse(file)) {
      times[KeyOf(row.at("variant").get<std::string>(), row.at("dtype").get<std::string>(),
                  row.at("layout").get<std::string>(), row.at("elements").get<int64_t>())] =
          row.at("nanoseconds").get<double>();
    }
  } catch (const nlohmann::json::exception&) {
    throw tools::FileError(path, "is no result of openaclnn bench --json");
  }
  return times;
}

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
    if (row.copy) json.back()["copy_nanoseconds"] = *row.copy;
    if (row.earlier) {
      json.back()["earlier_nanoseconds"] = *row.earlier;
      json.back()["time_ratio"] = row.nanoseconds / *row.earlier;
    }
  }
  fmt::print("{}\n", json.dump(2));
}

// With the times of an earlier run if there is one.
void PrintTable(const std::vector<Row>& rows, bool compares) {
  size_t width = 10;
  for (const Row& row : rows) width = std::max(width, std::strlen(row.benchmarked->subject->name));
  const bool has_copies = rows.front().copy.has_value();
  fmt::print("{:{}} {:9} {:23} {:>9} {:>12} {:>11} {:>7}{}{}\n", "operator", width, "dtype",
             "layout", "elements", "microseconds", "elements/ns", "GB/s",
             has_copies ? fmt::format(" {:>12}", "copy/time") : "",
             compares ? fmt::format(" {:>12} {:>7}", "earlier", "ratio") : "");
  for (const Row& row : rows) {
    const Case& c = *row.benchmarked;
    fmt::print("{:{}} {:9} {:23} {:>9} {:>12.3f} {:>11.3f} {:>7.2f}", c.subject->name, width,
               DtypeOf(c), c.layout, c.Elements(), row.nanoseconds / 1000, row.GigaElements(),
               row.GigaBytes());
    if (row.copy) fmt::print(" {:>12.3f}", *row.copy / row.nanoseconds);
    if (row.earlier) {
      fmt::print(" {:>12.3f} {:>7.3f}", *row.earlier / 1000, row.nanoseconds / *row.earlier);
    } else if (compares) {
      fmt::print(" {:>12} {:>7}", "-", "-");
    }
    fmt::print("\n");
  }
}

void Run(const Options& options) {
  for (const std::string& name : options.operators) {
    const OpSpec& spec = *OperatorOf(name).spec;
    const auto is_of = [&spec](const Case& c) { return c.subject->operation == FullName(spec); };
    if (std::ranges::any_of(bench::Cases(), is_of)) continue;
    throw UsageError(fmt::format("{}: the benchmark has no case of it", ShortName(spec)));
  }
  std::vector<const Case*> cases;
  for (const Case& c : bench::Cases()) {
    if (IsChosen(options, c)) cases.push_back(&c);
  }
  if (cases.empty()) throw UsageError("no case of the benchmark is like that");
  Times earlier;
  if (!options.earlier.empty()) earlier = ReadTimes(options.earlier);
  if (options.threads > 0) {
    setenv("OPENACLNN_NUM_THREADS", std::to_string(options.threads).c_str(), 1);
  }
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0) throw UsageError(aclGetRecentErrMsg());
  std::string program = "openaclnn";
  std::string min_time = fmt::format("--benchmark_min_time={}", options.seconds);
  char* arguments[] = {program.data(), min_time.data(), nullptr};
  int count = 2;
  benchmark::Initialize(&count, arguments);
  bench::Benchmarks benchmarks;
  bench::AddOperators(&benchmarks);
  if (bench::OnGpu()) bench::AddCopies(&benchmarks);
  tools::Progress progress(static_cast<double>(cases.size() * kRounds), options.quiet);
  std::vector<Row> rows;
  for (const Case* c : cases) {
    progress.SetTitle(c->Name());
    const auto before = earlier.find(KeyOf(*c));
    rows.push_back(Measure(*c, benchmarks, &progress));
    if (before != earlier.end()) rows.back().earlier = before->second;
  }
  progress.Clear();
  options.json ? PrintJson(rows) : PrintTable(rows, !options.earlier.empty());
}

}  // namespace

void AddBench(Command& command) {
  const auto options = std::make_shared<Options>();
  command.Texts("OP", &options->operators, "Only these operators (default: all)");
  command.Text("--dtype", &options->dtype, "Only this (default: all)")
      .OneOf({"float", "float16", "bfloat16", "double"});
  std::vector<std::string> layouts = {"all"};
  for (const Case& c : bench::Cases()) {
    if (std::ranges::count(layouts, c.layout) == 0) layouts.emplace_back(c.layout);
  }
  command.Text("--layout", &options->layout, "Of the tensors").OneOf(layouts).ShowDefault();
  command.Whole("--elements", &options->elements, 1, std::numeric_limits<int64_t>::max(),
                "Only tensors of so many elements");
  command.Whole("--threads", &options->threads, 1, 1024, "Threads of an operator");
  command
      .Number("--seconds", &options->seconds, 0.001, 3600,
              "How long each of the three runs of a case lasts at least")
      .ShowDefault();
  command
      .Text("--compare", &options->earlier,
            "Show the times beside those of an earlier result of --json")
      .Takes("FILE");
  command.Flag("--json", &options->json, "For machines");
  command.Flag("--quiet", &options->quiet, "No progress bar");
  command.Footer(
      "Each time is the median of three runs of a repeated executor, in the second phase and the\n"
      "synchronisation. bench/run of the sources compares with PyTorch and oneDNN.\n"
      "\n"
      "On a GPU the times are its own, of 50 calls between two events; what fits its second-level\n"
      "cache may stay there. Beside them is a copy within the device that reads and writes as "
      "many\n"
      "bytes, timed by turns: copy/time is 1 where memory allows no more.");
  command.Runs([options] {
    Run(*options);
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
