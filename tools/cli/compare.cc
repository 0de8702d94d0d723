#include "tools/compare/compare.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
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
                                                        {"ulp", Standard::kUlp},
                                                        {"close", Standard::kClose}};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kColumns = 80;  // of a histogram in the terminal

struct Options {
  std::string first, second, golden, standard = "mixed", level, plot;
  std::vector<std::string> inputs;
  compare::Options compare;
  bool histogram = false, json = false, quiet = false;
};

compare::Options ComparisonOf(const Options& options, const Command& command) {
  compare::Options comparison = options.compare;
  comparison.standard = kStandardNames.at(options.standard);
  for (const char* own : {"--rtol", "--atol", "--equal-nan"}) {
    if (!command.IsGiven(own)) continue;
    if (!command.IsGiven("--standard")) comparison.standard = Standard::kClose;
    if (comparison.standard != Standard::kClose) {
      throw UsageError(fmt::format("{} is of --standard close", own));
    }
  }
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
  if (!is_double && command.IsGiven("--level")) {
    throw UsageError("--level is of --standard double");
  }
  if (comparison.standard != Standard::kUlp && command.IsGiven("--max-ulp")) {
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
bool Run(const Options& options, const Command& command) {
  if (options.json && options.histogram) {
    throw UsageError("--histogram is text, which --json does not print; --plot draws it");
  }
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

Complaint CheckPicture(const std::string& file) {
  return file.ends_with(".png") || file.ends_with(".svg") ? "" : "expected x.png or x.svg";
}

}  // namespace

void AddCompare(Command& command) {
  const auto options = std::make_shared<Options>();
  options->compare.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options->level = precision::kLevels[0].name;
  command.Footer(
      "compare A B judges A by B, the golden values. compare A B --golden G judges A and B by G,\n"
      "each alone; by the standard double, A beside B. Arrays are x.npy, x.npz:NAME, or - for one\n"
      "in standard input. Exit status: 0 passes, 1 fails the standard, 2 wrong usage, 3 bad data.");
  command.Text("A", &options->first, "The result to judge").Required().Takes("FILE");
  command.Text("B", &options->second, "Its golden values, or another result")
      .Required()
      .Takes("FILE");
  command.Text("--golden", &options->golden, "The golden values of both A and B").Takes("FILE");
  command.Text("--standard", &options->standard, "The precision standard")
      .OneOf(NamesIn(kStandardNames))
      .ShowDefault();
  std::vector<std::string> levels;
  for (const precision::Level& level : precision::kLevels) levels.emplace_back(level.name);
  command.Text("--level", &options->level, "Of the standard double").OneOf(levels).ShowDefault();
  command
      .Number("--max-ulp", &options->compare.max_ulp, 0, kInfinity,
              "The largest error by the standard ulp")
      .ShowDefault();
  precision::Tolerance& tolerance = options->compare.tolerance;
  command
      .Number("--rtol", &tolerance.relative, 0, kInfinity,
              "Judges by the standard close: |A-B| <= atol + rtol |B|, as numpy.allclose does")
      .ShowDefault();
  command.Number("--atol", &tolerance.absolute, 0, kInfinity, "The absolute part of that tolerance")
      .ShowDefault();
  command.Flag("--equal-nan", &tolerance.equal_nan, "By the standard close, NaN equals NaN");
  command
      .Texts("--input", &options->inputs,
             "An array whose elements are shown beside the worst ones; it may broadcast")
      .Takes("NAME=FILE");
  command.Whole("--worst", &options->compare.worst, 0, 1000, "So many worst elements are shown")
      .ShowDefault();
  command.Flag("--bfloat16", &options->compare.bfloat16, "UINT16 is the bits of BFLOAT16");
  command.Flag("--histogram", &options->histogram, "Show the errors in ULP as a histogram");
  command.Text("--plot", &options->plot, "Draw the histogram of A: x.png or x.svg")
      .Takes("PICTURE")
      .Check(CheckPicture);
  command.Whole("--threads", &options->compare.threads, 1, 1024, "Comparing threads").ShowDefault();
  command.Flag("--json", &options->json, "For machines");
  command.Flag("--quiet", &options->quiet, "No progress bar");
  command.Runs(
      [command, options] { return Run(*options, command) ? ExitCode::kPass : ExitCode::kDiffers; });
}

}  // namespace openaclnn::cli
