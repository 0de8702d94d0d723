#include "tools/compare/compare.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/compare/report.h"
#include "tools/npy/array_reader.h"
#include "tools/precision/histogram.h"
#include "tools/progress/progress.h"

namespace openaclnn::cli {
namespace {

using compare::Standard;

const std::map<std::string, Standard> kStandardNames = {{"mixed", Standard::kMixed},
                                                        {"mere", Standard::kMere},
                                                        {"double", Standard::kDouble},
                                                        {"ulp", Standard::kUlp}};
constexpr int kColumns = 80;  // of a histogram in the terminal

struct Options {
  std::string first, second, golden, level, plot;
  std::vector<std::string> inputs;
  compare::Options compare;
  bool histogram = false, json = false, quiet = false;
};

compare::Options ComparisonOf(const Options& options, const CLI::App& command) {
  compare::Options comparison = options.compare;
  comparison.candidates = {options.first};
  comparison.golden = options.golden;
  if (options.golden.empty()) {
    comparison.golden = options.second;
  } else {
    comparison.candidates.push_back(options.second);
  }
  const bool is_double = comparison.standard == Standard::kDouble;
  if (is_double && options.golden.empty()) {
    throw UsageError("--standard double compares A with B by --golden, which is missing");
  }
  if (!is_double && command.count("--level") > 0) {
    throw UsageError("--level is of --standard double");
  }
  if (comparison.standard != Standard::kUlp && command.count("--max-ulp") > 0) {
    throw UsageError("--max-ulp is of --standard ulp");
  }
  comparison.level = *std::ranges::find(precision::kLevels, options.level, &precision::Level::name);
  for (const std::string& input : options.inputs) {
    const size_t end = input.find('=');
    if (end == std::string::npos || end == 0) {
      throw UsageError(fmt::format("--input {}: expected NAME=FILE", input));
    }
    comparison.inputs.push_back({input.substr(0, end), input.substr(end + 1)});
  }
  return comparison;
}

// What a comparison reads, in elements; files that cannot be read are its to report.
double WorkOf(const compare::Options& comparison) {
  return static_cast<double>(comparison.candidates.size()) *
         static_cast<double>(npy::ArrayReader(comparison.golden).size());
}

precision::Histogram HistogramOf(const compare::Candidate& candidate,
                                 const compare::Result& result) {
  return precision::UlpErrors(
      candidate.errors, fmt::format("Errors of {} against {}", candidate.file, result.golden));
}

// Returns whether the standard is passed.
bool Run(const Options& options, const CLI::App& command) {
  compare::Options comparison = ComparisonOf(options, command);
  tools::Progress progress(WorkOf(comparison), options.quiet);
  progress.SetTitle("compare");
  comparison.advance = [&progress](int64_t elements) {
    progress.Advance(static_cast<double>(elements));
  };
  const compare::Result result = Compare(comparison);
  progress.Clear();
  if (!options.plot.empty()) {
    DrawHistogram(HistogramOf(result.candidates[0], result), options.plot);
  }
  if (options.json) {
    fmt::print("{}\n", Json(result).dump(2));
    return result.passed();
  }
  fmt::print("{}", Text(result));
  if (options.histogram) {
    for (const compare::Candidate& candidate : result.candidates) {
      fmt::print("\n{}", HistogramText(HistogramOf(candidate, result), kColumns));
    }
  }
  return result.passed();
}

std::string CheckPicture(const std::string& file) {
  return file.ends_with(".png") || file.ends_with(".svg") ? "" : "expected x.png or x.svg";
}

}  // namespace

void AddCompare(CLI::App& command, ExitCode* exit_code) {
  const auto options = std::make_shared<Options>();
  options->compare.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options->level = precision::kLevels[0].name;
  command.footer(
      "compare A B judges A by B, the golden values. compare A B --golden G judges A and B by G,\n"
      "each alone; by the standard double, A beside B. Arrays are x.npy, or x.npz:NAME.\n"
      "Exit status: 0 passes, 1 fails the standard, 2 wrong usage, 3 bad data.");
  command.add_option("A", options->first, "The result to judge")->required()->type_name("FILE");
  command.add_option("B", options->second, "Its golden values, or another result")
      ->required()
      ->type_name("FILE");
  command.add_option("--golden", options->golden, "The golden values of both A and B")
      ->type_name("FILE");
  command
      .add_option_function<std::string>(
          "--standard",
          [options](const std::string& name) {
            options->compare.standard = kStandardNames.at(name);
          },
          "The precision standard")
      ->check(CLI::IsMember(kStandardNames))
      ->default_str("mixed");
  std::vector<std::string> levels;
  for (const precision::Level& level : precision::kLevels) levels.emplace_back(level.name);
  command.add_option("--level", options->level, "Of the standard double")
      ->check(CLI::IsMember(levels))
      ->capture_default_str();
  command
      .add_option("--max-ulp", options->compare.max_ulp, "The largest error by the standard ulp")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--input", options->inputs,
                  "An array whose elements are shown beside the worst ones; it may broadcast")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  command.add_option("--worst", options->compare.worst, "So many worst elements are shown")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.add_flag("--bfloat16", options->compare.bfloat16, "UINT16 is the bits of BFLOAT16");
  command.add_flag("--histogram", options->histogram, "Show the errors in ULP as a histogram");
  command.add_option("--plot", options->plot, "Draw the histogram of A: x.png or x.svg")
      ->check(CLI::Validator(CheckPicture, "PICTURE"));
  command.add_option("--threads", options->compare.threads, "Comparing threads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_flag("--json", options->json, "For machines");
  command.add_flag("--quiet", options->quiet, "No progress bar");
  command.callback([&command, options, exit_code] {
    if (!Run(*options, command)) *exit_code = ExitCode::kDiffers;
  });
}

}  // namespace openaclnn::cli
