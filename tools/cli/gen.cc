#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/settings.h"
#include "engine/kind.h"
#include "fmt/format.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/cli/operator_command.h"
#include "tools/files/new_file.h"
#include "tools/gen/generate.h"
#include "tools/gen/golden.h"
#include "tools/npy/header.h"
#include "tools/progress/progress.h"

namespace openaclnn::cli {
namespace {

struct Options {
  Attributes attributes;
  std::vector<std::string> shapes, dtypes;
  std::vector<double> uniform, normal;
  gen::Options gen;
  bool json = false, quiet = false;
};

// The name of an input, or "" where there is none, and what is said of it.
using Named = std::pair<std::string, std::string>;

// "NAME=VALUE" or "VALUE".
Named ParseNamed(const std::string& option, const std::string& text, const OpSpec& spec) {
  const size_t end = text.find('=');
  if (end == std::string::npos) return {"", text};
  const std::string name = text.substr(0, end);
  const int argument = spec.IndexOf(name);
  if (argument < 0 || !spec.arguments[argument].IsRead() || spec.arguments[argument].IsWritten()) {
    throw UsageError(fmt::format("{} {}: {} has no input {}", option, text, ShortName(spec), name));
  }
  return {name, text.substr(end + 1)};
}

// "2,3,4"; "" is rank 0.
std::vector<int64_t> ParseShape(const std::string& text) {
  std::vector<int64_t> shape;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    int64_t extent = -1;
    const auto [stop, error] = std::from_chars(at, end, extent);
    const bool ends = stop == end, goes_on = !ends && *stop == ',' && stop + 1 != end;
    if (error != std::errc() || extent < 0 || (!ends && !goes_on)) {
      throw UsageError(fmt::format("--shape {}: expected numbers like 2,3,4", text));
    }
    shape.push_back(extent);
    at = ends ? end : stop + 1;
  }
  if (!npy::SizeOf(shape, ACL_DOUBLE)) {
    throw UsageError(fmt::format("--shape {}: too many elements", text));
  }
  return shape;
}

// A list is named once for each member.
template <class Value>
void Insert(const OpSpec& spec, const std::string& option, const Named& named, Value value,
            std::map<std::string, std::vector<Value>>* values) {
  std::vector<Value>& of_name = (*values)[named.first];
  const int argument = spec.IndexOf(named.first);
  const bool is_list = argument >= 0 && spec.arguments[argument].IsTensorList();
  if (!of_name.empty() && !is_list) {
    throw UsageError(fmt::format("{} {}: given twice", option, named.second));
  }
  of_name.push_back(std::move(value));
}

// A dtype is of all members of a list, or there is one for each.
void CheckCounts(const gen::Options& generation) {
  for (const auto& [name, dtypes] : generation.dtypes) {
    const auto shapes = generation.shapes.find(name);
    const size_t members = shapes != generation.shapes.end() ? shapes->second.size() : 1;
    if (dtypes.size() == 1 || dtypes.size() == members) continue;
    throw UsageError(
        fmt::format("--dtype {}=...: given {} times, expected once, or once for each "
                    "of {} shapes",
                    name, dtypes.size(), members));
  }
}

gen::Options GenerationOf(const Operator& entry, const Options& options) {
  const OpSpec& spec = *entry.spec;
  gen::Options generation = options.gen;
  generation.entry = &entry;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    generation.attributes.push_back(options.attributes.ValueAt(spec, i));
  }
  for (const std::string& text : options.shapes) {
    const Named named = ParseNamed("--shape", text, spec);
    Insert(spec, "--shape", named, ParseShape(named.second), &generation.shapes);
  }
  generation.dtypes.clear();
  for (const std::string& text : options.dtypes) {
    const Named named = ParseNamed("--dtype", text, spec);
    const auto dtype = DtypeNames().find(named.second);
    if (dtype == DtypeNames().end()) {
      throw UsageError(fmt::format("--dtype {}: there is no such dtype{}", text,
                                   Suggestion(named.second, NamesIn(DtypeNames()))));
    }
    Insert(spec, "--dtype", named, dtype->second, &generation.dtypes);
  }
  generation.dtypes.try_emplace("", 1, ACL_FLOAT);
  CheckCounts(generation);
  if (!options.uniform.empty()) {
    const auto [low, high] =
        generation.uniform.emplace(gen::Interval{options.uniform[0], options.uniform[1]});
    if (!(low <= high) || !std::isfinite(high - low)) {
      throw UsageError(fmt::format("--uniform {} {}: no interval", low, high));
    }
  }
  if (!options.normal.empty()) {
    const auto [mean, deviation] =
        generation.normal.emplace(gen::Normal{options.normal[0], options.normal[1]});
    if (!std::isfinite(mean) || !(deviation >= 0) || !std::isfinite(deviation)) {
      throw UsageError(fmt::format("--normal {} {}: no mean and deviation", mean, deviation));
    }
  }
  if (generation.folder.empty()) generation.folder = SnakeName(spec);
  if (generation.folder == tools::kStandardStream) {
    throw UsageError("--out-dir -: a test case has several files, expected a folder");
  }
  return generation;
}

void Run(const Operator& entry, const Options& options) {
  if (!SettingsStatus().ok()) throw UsageError(SettingsStatus().message());
  gen::Options generation = GenerationOf(entry, options);
  tools::Progress progress(static_cast<double>(gen::WorkOf(generation)), options.quiet);
  progress.SetTitle(ShortName(*entry.spec));
  generation.advance = [&progress](int64_t elements) {
    progress.Advance(static_cast<double>(elements));
  };
  const nlohmann::ordered_json manifest = gen::Generate(generation);
  progress.Clear();
  if (options.json) {
    fmt::print("{}\n", manifest.dump(2));
    return;
  }
  for (const auto& array : manifest["arrays"]) {
    fmt::print("{}/{}: {}, {} {}\n", generation.folder, array["file"].get<std::string>(),
               array["kind"].get<std::string>(), array["dtype"].get<std::string>(),
               npy::ShapeText(array["shape"]));
  }
}

// Why there are no golden values of an operator; empty where there are.
std::string WhyNoGolden(const OpSpec& spec) {
  constexpr std::string_view kInPlace = "Inplace";
  const std::string name = ShortName(spec);
  const bool is_known = gen::HasGolden(spec);
  if (spec.work.kind->moves) {
    return "only moves elements, so there are no golden values to compute; NumPy's astype "
           "converts likewise, except for floats out of an integer's range";
  }
  if (spec.work.kind->cuts == Cuts::kNone && !is_known) {
    return fmt::format(
        "is of the kind {}, which has no golden values here; NumPy has sums and "
        "products in float64",
        spec.work.kind->name);
  }
  if (spec.joined[0].empty()) return "";
  return fmt::format("computes in place; {} has the same values, and golden ones",
                     name.starts_with(kInPlace) ? name.substr(kInPlace.size()) : name);
}

bool IsOptionalInput(const ArgumentSpec& argument) {
  return argument.kind == ArgumentKind::kInput && argument.is_optional;
}

void AddGenOf(const Operator& entry, Command& command) {
  const OpSpec& spec = *entry.spec;
  const auto options = std::make_shared<Options>();
  options->gen.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (const std::string why = WhyNoGolden(spec); !why.empty()) {
    return command.Refuses(fmt::format("gen: {} {}", ShortName(spec), why));
  }
  for (int i = 0; i < spec.NumArguments(); ++i) {
    AddAttribute(spec, i, command, &options->attributes);
  }
  std::string shape_help = "Of the inputs: 64,1024, or NAME=1,1024 for one of them";
  if (std::ranges::any_of(spec.arguments, &IsOptionalInput)) {
    shape_help += "; optional ones are left out if they are not named";
  }
  if (spec.tensor_lists != 0) {
    shape_help += "; of a list once for each member";
  }
  if (HasSplit(spec)) {
    shape_help +=
        fmt::format("; what is not named follows from that of {}", spec.work.names[kFirstSplit]);
  }
  command.Texts("--shape", &options->shapes, shape_help).Required().Takes("[NAME=]SHAPE");
  command
      .Texts("--dtype", &options->dtypes,
             "Of the inputs: float16, or NAME=float16 for one of them (default: float)")
      .Takes("[NAME=]DTYPE");
  const gen::Distribution standard;
  command
      .TwoNumbers("--uniform", &options->uniform,
                  fmt::format("The interval of one half of the elements (default: {} {}, or 0 1 "
                              "where the formula has no meaning outside)",
                              standard.uniform.low, standard.uniform.high))
      .Takes("LOW HIGH");
  command
      .TwoNumbers("--normal", &options->normal,
                  fmt::format("Mean and standard deviation of the other half (default: {} {}, or "
                              "0.5 0.25)",
                              standard.normal.mean, standard.normal.deviation))
      .Takes("MEAN DEVIATION");
  command
      .Number("--special", &options->gen.special_share, 0, 1,
              "The share of special values among all")
      .ShowDefault();
  command
      .Whole("--seed", &options->gen.seed, 0, std::numeric_limits<uint64_t>::max(),
             "Of the random numbers")
      .ShowDefault();
  command
      .Text("--out-dir", &options->gen.folder,
            fmt::format("A new folder for the files (default: {})", SnakeName(spec)))
      .Takes("FOLDER");
  command.Whole("--threads", &options->gen.threads, 1, 1024, "Generating threads").ShowDefault();
  command.Flag("--json", &options->json, "Print the manifest");
  command.Flag("--quiet", &options->quiet, "No progress bar");
  command.Runs([&entry, options] {
    WithChip([&] { Run(entry, *options); });
    return ExitCode::kPass;
  });
}

}  // namespace

void AddGen(Command& command) { AddOperators(command, AddGenOf); }

}  // namespace openaclnn::cli
