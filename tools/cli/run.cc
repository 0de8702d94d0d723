#include <stdlib.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "base/settings.h"
#include "engine/kind.h"
#include "engine/op_spec.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "ops/registry.h"
#include "tensor/lists.h"
#include "tools/call/operator_call.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/cli/operator_command.h"
#include "tools/cli/tensor.h"
#include "tools/files/free_space.h"
#include "tools/files/member_file.h"
#include "tools/files/new_file.h"
#include "tools/npy/array_reader.h"
#include "tools/npy/array_writer.h"
#include "tools/progress/progress.h"

namespace openaclnn::cli {
namespace {

const std::map<std::string, Layout> kLayoutNames = {
    {"dense", Layout::kDense}, {"transposed", Layout::kTransposed}, {"strided", Layout::kStrided}};

struct Options {
  std::array<std::string, kMaxArguments> files;               // of inputs
  std::array<std::vector<std::string>, kMaxArguments> lists;  // of inputs that are lists
  Attributes attributes;
  std::vector<std::string> outputs;
  std::string folder = ".";
  std::string dtype, layout = "dense", soc, check;
  int threads = 0;
  bool json = false, quiet = false;
};

struct Output {
  int argument;
  std::string file;  // of a list, whose members have their number before the extension
};

// "gradInput" of "gradInput=x.npy"; empty where the text is only a file.
std::string NameIn(const std::string& text) {
  const size_t end = text.find('=');
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  if (end == std::string::npos || !std::ranges::all_of(text.substr(0, end), is_of_name)) return "";
  return text.substr(0, end);
}

// All outputs, in files of the folder.
std::vector<Output> AllOutputs(const OpSpec& spec, const std::string& folder) {
  std::vector<Output> all;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (!spec.arguments[i].IsWritten()) continue;
    const std::string name(spec.arguments[i].name);
    all.push_back({i, (std::filesystem::path(folder) / (name + ".npy")).string()});
  }
  return all;
}

// What -o names.
Output ParseOutput(const OpSpec& spec, const std::vector<Output>& all, const std::string& text) {
  std::vector<std::string> names;
  for (const Output& output : all) names.emplace_back(spec.arguments[output.argument].name);
  const std::string name = NameIn(text);
  if (name.empty() && all.size() > 1) {
    throw UsageError(fmt::format("-o {}: {} has several outputs, expected {}=FILE", text,
                                 ShortName(spec), fmt::join(names, "=FILE or ")));
  }
  const auto named = name.empty() ? names.begin() : std::ranges::find(names, name);
  if (named == names.end()) {
    throw UsageError(fmt::format("-o {0}: {1} has no output {2}, only {3}; ./{0} is a file", text,
                                 ShortName(spec), name, fmt::join(names, " and ")));
  }
  const std::string file = name.empty() ? text : text.substr(name.size() + 1);
  if (file.empty()) throw UsageError(fmt::format("-o {}: a file is missing", text));
  return {all[static_cast<size_t>(named - names.begin())].argument, file};
}

// The outputs to write: those that -o names, or all.
std::vector<Output> OutputsOf(const OpSpec& spec, const Options& options) {
  const std::vector<Output> all = AllOutputs(spec, options.folder);
  if (options.outputs.empty()) return all;
  std::vector<Output> chosen;
  for (const std::string& text : options.outputs) {
    const Output output = ParseOutput(spec, all, text);
    const bool is_known = std::ranges::any_of(chosen, [&output](const Output& other) {
      return output.argument == other.argument || tools::IsSameFile(output.file, other.file);
    });
    if (is_known) throw UsageError(fmt::format("-o {}: given twice", text));
    chosen.push_back(output);
  }
  return chosen;
}

// Before the library reads them.
void ApplySettings(const Options& options) {
  if (!options.soc.empty()) setenv("OPENACLNN_SOC", options.soc.c_str(), 1);
  if (!options.check.empty()) setenv("OPENACLNN_CHECK", options.check.c_str(), 1);
  if (options.threads > 0) {
    setenv("OPENACLNN_NUM_THREADS", std::to_string(options.threads).c_str(), 1);
  }
  if (!SettingsStatus().ok()) throw UsageError(SettingsStatus().message());
}

class OperatorRun {
 public:
  OperatorRun(const Operator& entry, const Options& options)
      : entry_(entry), spec_(*entry.spec), options_(options), outputs_(OutputsOf(spec_, options)) {}

  void Run() {
    if (WritesToStandardOutput() && options_.json) {
      throw UsageError("--json and -o - cannot both have standard output");
    }
    ApplySettings(options_);
    OpenInputs();
    for (const Output& output : outputs_) RefuseToReplaceInputs(output.file);
    const int64_t most = MostElements();
    tools::Progress progress(static_cast<double>(most), options_.quiet);
    progress.SetTitle(ShortName(spec_));
    const Tensor::Advance advance = [&progress](int64_t elements) {
      progress.Advance(static_cast<double>(elements));
    };
    ReadInputs(advance);
    MakeOutputs();
    for (const Output& output : outputs_) {
      for (size_t k = 0; k < TensorsOf(output).size(); ++k) {
        if (IsList(output)) RefuseToReplaceInputs(FileOf(output, k));
        RequireFreeSpace(FileOf(output, k), *TensorsOf(output)[k]);
      }
    }
    const bool out_of_reach =
        GetSettings().checks != 0 || GetSettings().device_kind == DeviceKind::kCuda;
    const auto memory = out_of_reach ? tools::Memory::kDevice : tools::Memory::kHost;
    for (const tools::ViewOfRun& view : tools::CallOperator(entry_, values_, memory)) {
      SetView(view);
    }
    WriteOutputs(advance);
    progress.Clear();
    if (!WritesToStandardOutput()) Report();
  }

 private:
  bool WritesToStandardOutput() const {
    return std::ranges::any_of(
        outputs_, [](const Output& output) { return output.file == tools::kStandardStream; });
  }

  bool IsList(const Output& output) const {
    return spec_.arguments[output.argument].IsTensorList();
  }
  std::string FileOf(const Output& output, size_t member) const {
    return IsList(output) ? tools::MemberFile(output.file, member) : output.file;
  }
  // The files of an input; none if it is left out.
  std::vector<std::string> FilesOf(int argument) const {
    const auto at = static_cast<size_t>(argument);
    if (spec_.arguments[argument].IsTensorList()) return options_.lists[at];
    if (options_.files[at].empty()) return {};
    return {options_.files[at]};
  }

  void RefuseToReplaceInputs(const std::string& output) const {
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      for (const std::string& input : FilesOf(i)) {
        const std::string file = npy::FileOf(input);
        if (file == tools::kStandardStream || !tools::IsSameFile(output, file)) continue;
        throw UsageError(
            fmt::format("{}: is the input --{}, which is not to be replaced; -o names "
                        "another file",
                        output, spec_.arguments[i].name));
      }
    }
  }

  static void RequireFreeSpace(const std::string& file, const Tensor& tensor) {
    if (file == tools::kStandardStream) return;
    const tools::ArrayView& view = tensor.view();
    double bytes = DtypeBytes(view.dtype);
    for (const int64_t extent : view.shape) bytes *= static_cast<double>(extent);
    tools::RequireFreeSpace(file, bytes);
  }

  // Whether it is an output that the operator is to compute.
  bool IsWanted(int argument) const {
    return !spec_.arguments[argument].is_optional ||
           std::ranges::any_of(
               outputs_, [argument](const Output& output) { return output.argument == argument; });
  }

  void OpenInputs() {
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      for (const std::string& file : FilesOf(i)) {
        npy::ArrayReader& reader = readers_.emplace_back(file);
        // No formula takes UINT16, but NumPy has no other dtype for the bits of BFLOAT16.
        if (reader.dtype() == ACL_UINT16 && !spec_.work.kind->converts) reader.TakeAsBfloat16();
      }
    }
  }

  // About what is read and written, for the progress bar: outputs are like the largest input.
  int64_t MostElements() const {
    int64_t sum = 0, largest = 0;
    for (const npy::ArrayReader& reader : readers_) {
      sum += reader.size();
      largest = std::max(largest, reader.size());
    }
    return sum + largest;
  }

  void ReadInputs(const Tensor::Advance& advance) {
    const Layout layout = kLayoutNames.at(options_.layout);
    std::optional<aclDataType> dtype;
    if (!options_.dtype.empty()) dtype = FloatNames().at(options_.dtype);
    auto reader = readers_.begin();
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      const size_t count = FilesOf(i).size();
      for (size_t k = 0; k < count; ++k) {
        tensors_.push_back(Tensor::Read(*reader++, dtype, layout, advance));
        tensors_of_[static_cast<size_t>(i)].push_back(&tensors_.back());
      }
      values_.push_back(count > 0 ? ValueOfTensors(i) : options_.attributes.ValueAt(spec_, i));
    }
  }

  void MakeOutputs() {
    for (const tools::OutputType& type : tools::OutputTypes(spec_, values_)) {
      const auto at = static_cast<size_t>(type.argument);
      if (spec_.arguments[at].IsRead()) continue;  // replaced in place
      if (!IsWanted(type.argument)) continue;
      tensors_.emplace_back(type.dtype, type.shape, kLayoutNames.at(options_.layout));
      tensors_of_[at].push_back(&tensors_.back());
      values_[at] = ValueOfTensors(type.argument);
    }
    for (const Output& output : outputs_) {
      const bool is_named = !options_.outputs.empty();
      if (!is_named || IsList(output) || !TensorsOf(output).empty()) continue;
      throw UsageError(fmt::format("-o {}={}: the call does not compute it",
                                   spec_.arguments[output.argument].name, output.file));
    }
  }

  void SetView(const tools::ViewOfRun& view) {
    const std::vector<const Tensor*>& of = tensors_of_[static_cast<size_t>(view.argument)];
    for (Tensor& tensor : tensors_) {
      if (!of.empty() && &tensor == of[0]) tensor.SetView(view);
    }
  }

  tools::Value ValueOfTensors(int argument) const {
    std::vector<tools::ArrayView> views;
    for (const Tensor* const tensor : tensors_of_[static_cast<size_t>(argument)]) {
      views.push_back(tensor->view());
    }
    if (spec_.arguments[argument].IsTensorList()) return views;
    return views[0];
  }

  const std::vector<const Tensor*>& TensorsOf(const Output& output) const {
    return tensors_of_[static_cast<size_t>(output.argument)];
  }

  // Every file is complete before the first gets its name.
  void WriteOutputs(const Tensor::Advance& advance) {
    std::deque<npy::ArrayWriter> writers;
    for (const Output& output : outputs_) {
      for (size_t k = 0; k < TensorsOf(output).size(); ++k) {
        const Tensor& tensor = *TensorsOf(output)[k];
        writers.emplace_back(FileOf(output, k), tensor.view().dtype, tensor.view().shape);
        tensor.Write(&writers.back(), advance);
      }
    }
    for (npy::ArrayWriter& writer : writers) writer.Commit();
  }

  void Report() const {
    auto json = nlohmann::ordered_json::array();
    for (const Output& output : outputs_) {
      for (size_t k = 0; k < TensorsOf(output).size(); ++k) {
        const tools::ArrayView& view = TensorsOf(output)[k]->view();
        const std::string_view argument = spec_.arguments[output.argument].name;
        const std::string name = IsList(output) ? MemberName(argument, k) : std::string(argument);
        const std::string file = FileOf(output, k);
        json.push_back({{"name", name},
                        {"file", file},
                        {"dtype", DtypeName(view.dtype)},
                        {"shape", view.shape}});
        if (options_.json) continue;
        fmt::print("{}: {}, {} {}\n", file, name, DtypeName(view.dtype),
                   npy::ShapeText(view.shape));
      }
    }
    if (options_.json) fmt::print("{}\n", json.dump(2));
  }

  const Operator& entry_;
  const OpSpec& spec_;
  const Options& options_;
  const std::vector<Output> outputs_;
  std::deque<npy::ArrayReader> readers_;
  std::deque<Tensor> tensors_;  // inputs, then outputs
  std::array<std::vector<const Tensor*>, kMaxArguments> tensors_of_;
  std::vector<tools::Value> values_;
};

// -o has --output, the argument of aclnnSigmoidBackward.
std::string OptionOf(std::string_view argument) {
  return fmt::format("--{}{}", argument, argument == "output" ? "_" : "");
}

// An option for each argument of the operator.
void AddArguments(const OpSpec& spec, Command& command, Options* options) {
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (!spec.arguments[i].IsRead()) {
      AddAttribute(spec, i, command, &options->attributes);
      continue;
    }
    const bool is_optional = spec.arguments[i].is_optional;
    if (spec.arguments[i].IsTensorList()) {
      Option option = command.Texts(OptionOf(spec.arguments[i].name).c_str(),
                                    &options->lists[static_cast<size_t>(i)],
                                    "Inputs: one of them for each time that the option is given");
      option.Takes("FILE");
      if (!is_optional) option.Required();
      continue;
    }
    std::string help = "Input: x.npy, x.npz:NAME of an archive, or - for standard input";
    if (is_optional) help += fmt::format("; without it {}", spec.arguments[i].by_default);
    Option option = command.Text(OptionOf(spec.arguments[i].name),
                                 &options->files[static_cast<size_t>(i)], help);
    option.Takes("FILE");
    if (!is_optional) option.Required();
  }
}

Complaint CheckSoc(const std::string& name) {
  return ParseSoc(name) ? "" : "expected a product like Ascend910B or Ascend910B1";
}

void AddRunOf(const Operator& entry, Command& command) {
  const auto options = std::make_shared<Options>();
  AddArguments(*entry.spec, command, options.get());
  command
      .Texts("-o,--output", &options->outputs,
             "File for the output, or - for standard output; NAME=FILE where there are several")
      .Takes("FILE");
  command.Text("--out-dir", &options->folder, "Folder for all outputs, without -o")
      .Takes("FOLDER")
      .ShowDefault();
  // Which are names of arguments, too.
  if (entry.spec->IndexOf("dtype") < 0) {
    command.Text("--dtype", &options->dtype, "Round the inputs to it, to nearest even")
        .OneOf(NamesIn(FloatNames()));
  }
  if (entry.spec->IndexOf("layout") < 0) {
    command.Text("--layout", &options->layout, "Of all tensors in memory; changes no bit")
        .OneOf(NamesIn(kLayoutNames))
        .ShowDefault();
  }
  command.Text("--soc", &options->soc, "The product whose rules apply (OPENACLNN_SOC)")
      .Takes("PRODUCT")
      .Check(CheckSoc);
  command
      .Text("--check", &options->check, "Checked mode (OPENACLNN_CHECK); without NAMES all checks")
      .MayBeAlone("1")
      .Takes("NAMES");
  command.Whole("--threads", &options->threads, 1, 1024, "Threads of the operator");
  command.Flag("--json", &options->json, "For machines");
  command.Flag("--quiet", &options->quiet, "No progress bar");
  command.Runs([&entry, options, command] {
    if (command.IsGiven("--out-dir") && !options->outputs.empty()) {
      throw UsageError("--out-dir is of runs without -o, which names whole files");
    }
    WithChip([&] { OperatorRun(entry, *options).Run(); });
    return ExitCode::kPass;
  });
}

}  // namespace

void AddRun(Command& command) { AddOperators(command, AddRunOf); }

}  // namespace openaclnn::cli
