// Sweeps inputs of the operators, all floats by default, and compares the results with the exact
// values. Writes a CSV file for each operator, dtype and kind of gradient.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

#include "acl/acl.h"
#include "fmt/format.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/sweep/sweep.h"

namespace openaclnn::sweep {
namespace {

struct Options {
  std::vector<std::string> operators;
  std::vector<std::string> dtypes;
  std::vector<std::string> gradients;
  Range range;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::string output = "sweep-results";
  bool quiet = false;
};

// Names of subjects stay; any name of an operator becomes its full one.
CLI::Validator SubjectOrOperator() {
  return CLI::Validator(
      [](std::string& name) {
        const auto is_named = [&name](const Subject& subject) { return subject.name == name; };
        if (std::ranges::none_of(AllSubjects(), is_named)) name = cli::OperatorOf(name).spec->name;
        return std::string();
      },
      "NAME");
}

// Nothing chosen means everything.
bool IsChosen(const std::vector<std::string>& chosen, const std::string& name) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), name) != chosen.end();
}

std::vector<Job> JobsOf(const Options& options) {
  std::vector<Job> jobs;
  for (const Subject& subject : AllSubjects()) {
    if (!IsChosen(options.operators, subject.name) &&
        !IsChosen(options.operators, subject.operation)) {
      continue;
    }
    for (const Dtype& dtype : kDtypes) {
      if (!IsChosen(options.dtypes, dtype.name) || !subject.Takes(dtype)) continue;
      for (const Gradients gradients : {Gradients::kOne, Gradients::kRandom}) {
        if (!IsChosen(options.gradients, NameOf(gradients))) continue;
        jobs.push_back({&subject, &dtype, gradients, options.range});
      }
    }
  }
  return jobs;
}

// "gelu-none_float_one.csv"
std::string FileNameOf(const Job& job) {
  std::string name = job.Title() + ".csv";
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  std::erase_if(name, [](char c) { return c == ',' || c == '[' || c == ']'; });
  return name;
}

void WriteCsv(const Job& job, const Outcome& outcome, const std::filesystem::path& folder) {
  std::ofstream file(folder / FileNameOf(job));
  file << "operator,variant,dtype,grad,low,high," << Tally::CsvColumns() << '\n';
  for (size_t i = 0; i < outcome.intervals.size(); ++i) {
    const Tally& tally = outcome.intervals[i];
    if (tally.count() == 0) continue;
    const Dtype::Bounds bounds = job.dtype->BoundsOf(static_cast<int>(i));
    file << fmt::format("{},\"{}\",{},{},{},{},{}\n", job.subject->name, job.subject->variant,
                        job.dtype->name, NameOf(job.gradients), bounds.low, bounds.high,
                        tally.CsvFields());
  }
  if (!file.flush()) throw std::runtime_error("cannot write to " + folder.string());
}

// One line for the job, and some mismatches. Returns whether the promise is kept.
bool Report(const Job& job, const Outcome& outcome) {
  const Promise promise = PromiseOf(*job.subject, *job.dtype, job.gradients);
  const bool kept = outcome.Keeps(promise);
  const Tally& total = outcome.total;
  fmt::print("{:50} {:>11} {:8.5f} ULP at {:<15} {:8.4f} % rounded {:3} mismatches  {}\n",
             job.Title(), total.count(), total.max_ulp(), fmt::format("{:.9g}", total.at_x()),
             100 * total.RoundedShare(), total.mismatches(), kept ? "ok" : "BROKEN");
  if (!kept) {
    fmt::print("  promised: {:.5f} ULP, {:.4f} % rounded, no mismatches\n", promise.ulp,
               100 * promise.rounded_share);
  }
  for (const Mismatch& mismatch : outcome.mismatches) {
    fmt::print("  self {}, gradOutput {} gives {}\n", mismatch.x, mismatch.grad, mismatch.actual);
  }
  std::fflush(stdout);
  return kept;
}

// Returns whether all promises are kept.
bool Run(const Options& options) {
  if (aclInit(nullptr) != 0) throw std::runtime_error(aclGetRecentErrMsg());
  const std::vector<Job> jobs = JobsOf(options);
  if (jobs.empty()) throw cli::UsageError("no such operator takes that dtype");
  std::filesystem::create_directories(options.output);
  double work = 0;
  for (const Job& job : jobs) work += job.Work();
  tools::Progress progress(work, options.quiet);
  bool all_kept = true;
  for (const Job& job : jobs) {
    progress.SetTitle(job.Title());
    const Outcome outcome = RunJob(job, options.threads, &progress);
    WriteCsv(job, outcome, options.output);
    progress.Clear();
    all_kept &= Report(job, outcome);
  }
  return all_kept;
}

}  // namespace
}  // namespace openaclnn::sweep

void openaclnn::cli::AddSweep(CLI::App& command, ExitCode* exit_code) {
  using namespace sweep;
  const auto options = std::make_shared<Options>();
  std::set<std::string> dtypes;
  for (const Dtype& dtype : sweep::kDtypes) dtypes.insert(dtype.name);
  command.add_option("OP,--operator", options->operators, "Only these operators (default: all)")
      ->transform(SubjectOrOperator());
  command.add_option("--dtype", options->dtypes, "Only these (default: all)")
      ->check(CLI::IsMember(dtypes));
  command
      .add_option("--grad", options->gradients, "gradOutput: 1, or random numbers (default: both)")
      ->check(CLI::IsMember({"one", "random"}));
  command.add_option("--seed", options->range.seed, "Of random numbers")->capture_default_str();
  command.add_option("--step", options->range.step, "Take every N-th float only")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--samples", options->range.samples, "Random numbers as self of double")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--low", options->range.low, "Least self (default: -NaN)");
  command.add_option("--high", options->range.high, "Largest self (default: NaN)");
  command.add_option("--threads", options->threads, "Judging threads")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--output", options->output, "Folder for the CSV files")
      ->capture_default_str();
  command.add_flag("--quiet", options->quiet, "No progress bar");
  command.callback([options, exit_code] {
    if (options->range.low > options->range.high) throw UsageError("--low is above --high");
    if (!Run(*options)) *exit_code = ExitCode::kDiffers;
  });
}
