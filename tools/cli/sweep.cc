// Sweeps inputs of the operators, all floats by default, and compares the results with the exact
// values. Writes a CSV file for each operator, dtype and kind of gradient.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <set>
#include <system_error>
#include <thread>

#include "acl/acl.h"
#include "fmt/format.h"
#include "ops/registry.h"
#include "tools/cli/command.h"
#include "tools/cli/families.h"
#include "tools/cli/names.h"
#include "tools/files/error.h"
#include "tools/files/new_file.h"
#include "tools/sweep/sweep.h"

namespace openaclnn::sweep {
namespace {

struct Options {
  std::vector<std::string> operators;
  std::vector<std::string> dtypes;
  std::vector<std::string> gradients;
  Range range;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::string folder = "sweep-results";
  bool quiet = false;
  bool lists = false;
};

// Names of subjects stay; any name of an operator becomes its full one.
std::string SubjectOrOperator(const std::string& name) {
  const auto is_named = [&name](const Subject& subject) { return subject.name == name; };
  if (std::ranges::any_of(AllSubjects(), is_named)) return name;
  const std::string_view full_name = cli::FullName(*cli::OperatorOf(name).spec);
  const auto is_of = [=](const Subject& subject) { return subject.operation == full_name; };
  if (std::ranges::any_of(AllSubjects(), is_of)) return std::string(full_name);
  throw cli::UsageError(fmt::format("{} has no formula whose errors could be measured", full_name));
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
      for (const Gradients gradients : subject.AllGradients()) {
        if (!IsChosen(options.gradients, NameOf(gradients))) continue;
        jobs.push_back({&subject, &dtype, gradients, options.range});
      }
    }
  }
  if (jobs.empty()) throw cli::UsageError("no such operator takes that dtype and gradOutput");
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
  tools::NewFile file(folder / FileNameOf(job));
  const cli::Headings headings = cli::HeadingsOf(*FindOperator(job.subject->operation)->spec);
  file.Write("family,function,operator,variant,dtype,grad,low,high," + Tally::CsvColumns() + '\n');
  for (size_t i = 0; i < outcome.intervals.size(); ++i) {
    const Tally& tally = outcome.intervals[i];
    if (tally.count() == 0) continue;
    const Dtype::Bounds bounds = job.dtype->BoundsOf(static_cast<int>(i));
    file.Write(fmt::format("\"{}\",{},{},\"{}\",{},{},{},{},{}\n", headings.family,
                           headings.function, job.subject->name, job.subject->variant,
                           job.dtype->name, NameOf(job.gradients), bounds.low, bounds.high,
                           tally.CsvFields()));
  }
  file.Commit();
}

// One line for the job, and some mismatches. Returns whether the promise is kept.
bool Report(const Job& job, const Outcome& outcome) {
  const Bounds promise = BoundsOf(*job.subject, *job.dtype, job.gradients);
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

// The same sweep as commands that each have some of the jobs, one a line. A job is in one of them.
void PrintPieces(const Options& options) {
  const Range& range = options.range;
  const Range whole;
  std::string limits;
  const auto add = [&limits](const char* option, auto value) {
    limits += fmt::format(" {}={}", option, value);
  };
  if (range.step != whole.step) add("--step", range.step);
  if (range.samples != whole.samples) add("--samples", range.samples);
  if (range.seed != whole.seed) add("--seed", range.seed);
  if (!std::isnan(range.low)) add("--low", range.low);
  if (!std::isnan(range.high)) add("--high", range.high);
  std::set<std::string> printed;
  for (const Job& job : JobsOf(options)) {
    const std::string piece = fmt::format("sweep {} --dtype {} --grad {}{}", job.subject->name,
                                          job.dtype->name, NameOf(job.gradients), limits);
    if (printed.insert(piece).second) fmt::print("{}\n", piece);
  }
}

// Returns whether all promises are kept.
bool Run(const Options& options) {
  if (options.folder == tools::kStandardStream)
    throw cli::UsageError("--out-dir -: expected a folder");
  if (aclInit(nullptr) != 0) throw cli::UsageError(aclGetRecentErrMsg());
  const std::vector<Job> jobs = JobsOf(options);
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) throw tools::FileError(options.folder, "cannot be made: " + error.message());
  double work = 0;
  for (const Job& job : jobs) work += job.Work();
  tools::Progress progress(work, options.quiet);
  bool all_kept = true;
  for (const Job& job : jobs) {
    progress.SetTitle(job.Title());
    const Outcome outcome = RunJob(job, options.threads, &progress);
    WriteCsv(job, outcome, options.folder);
    progress.Clear();
    all_kept &= Report(job, outcome);
  }
  return all_kept;
}

}  // namespace
}  // namespace openaclnn::sweep

void openaclnn::cli::AddSweep(Command& command) {
  using namespace sweep;
  const auto options = std::make_shared<Options>();
  std::set<std::string> dtypes;
  for (const Dtype& dtype : sweep::kDtypes) dtypes.insert(dtype.name);
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  command.Texts("OP,--operator", &options->operators, "Only these operators (default: all)")
      .Takes("NAME");
  command.Texts("--dtype", &options->dtypes, "Only these (default: all)")
      .OneOf({dtypes.begin(), dtypes.end()});
  command
      .Texts("--grad", &options->gradients,
             "gradOutput: 1, random numbers, or none, of operators that take none (default: all)")
      .OneOf({"one", "random", "none"});
  command.Whole("--seed", &options->range.seed, 0, kMost, "Of random numbers").ShowDefault();
  command.Whole("--step", &options->range.step, 1, kMost, "Take every N-th float only")
      .ShowDefault();
  command.Whole("--samples", &options->range.samples, 1, kMost, "Random numbers as self of double")
      .ShowDefault();
  command.Number("--low", &options->range.low, "Least self (default: -NaN)");
  command.Number("--high", &options->range.high, "Largest self (default: NaN)");
  command.Whole("--threads", &options->threads, 1, 1024, "Judging threads").ShowDefault();
  command.Text("--out-dir", &options->folder, "Folder for the CSV files")
      .Takes("FOLDER")
      .ShowDefault();
  command.Flag("--quiet", &options->quiet, "No progress bar");
  command.Flag("--list", &options->lists,
               "Only print commands that sweep the same in pieces, for several machines");
  command.Runs([options] {
    if (options->range.low > options->range.high) throw UsageError("--low is above --high");
    for (std::string& name : options->operators) name = SubjectOrOperator(name);
    if (options->lists) {
      PrintPieces(*options);
      return ExitCode::kPass;
    }
    return sweep::Run(*options) ? ExitCode::kPass : ExitCode::kDiffers;
  });
}
