#include <stdlib.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "fmt/format.h"
#include "tools/call/operator_call.h"
#include "tools/cli/command.h"
#include "tools/cli/names.h"
#include "tools/cli/tensor.h"
#include "tools/npy/array_reader.h"
#include "tools/npy/array_writer.h"
#include "tools/progress/progress.h"

namespace openaclnn::cli {
namespace {

const std::map<std::string, aclDataType> kDtypeNames = {
    {"float16", ACL_FLOAT16}, {"bfloat16", ACL_BF16}, {"float", ACL_FLOAT},
    {"float32", ACL_FLOAT},   {"double", ACL_DOUBLE}, {"float64", ACL_DOUBLE}};
const std::map<std::string, Layout> kLayoutNames = {
    {"dense", Layout::kDense}, {"transposed", Layout::kTransposed}, {"strided", Layout::kStrided}};

struct Options {
  std::array<std::string, kMaxArguments> texts;  // files of tensors, and texts
  std::array<double, kMaxArguments> numbers = {};
  std::vector<std::string> outputs;
  std::string folder = ".";
  std::string dtype, layout = "dense", soc, check;
  int threads = 0;
  bool json = false, quiet = false;
};

struct Output {
  int argument;
  std::string file;
};

// The outputs to write: those that -o names, or all.
std::vector<Output> OutputsOf(const OpSpec& spec, const Options& options) {
  std::vector<Output> all;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (spec.arguments[i].kind != ArgumentKind::kOutput) continue;
    const std::string name(spec.arguments[i].name);
    all.push_back({i, (std::filesystem::path(options.folder) / (name + ".npy")).string()});
  }
  if (options.outputs.empty()) return all;
  std::vector<Output> chosen;
  for (const std::string& text : options.outputs) {
    const auto named = std::ranges::find_if(all, [&](const Output& output) {
      return text.starts_with(fmt::format("{}=", spec.arguments[output.argument].name));
    });
    if (named != all.end()) {
      chosen.push_back({named->argument, text.substr(text.find('=') + 1)});
    } else if (all.size() == 1) {
      chosen.push_back({all[0].argument, text});
    } else {
      throw UsageError(fmt::format("-o {}: {} has several outputs, expected {}=FILE or {}=FILE",
                                   text, ShortName(spec), spec.arguments[all[0].argument].name,
                                   spec.arguments[all[1].argument].name));
    }
  }
  for (size_t i = 1; i < chosen.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (chosen[i].argument != chosen[k].argument && chosen[i].file != chosen[k].file) continue;
      throw UsageError(fmt::format("-o {}: given twice", options.outputs[i]));
    }
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
    ApplySettings(options_);
    OpenInputs();
    const int64_t most = MostElements();
    tools::Progress progress(static_cast<double>(most), options_.quiet);
    progress.SetTitle(ShortName(spec_));
    const Tensor::Advance advance = [&progress](int64_t elements) {
      progress.Advance(static_cast<double>(elements));
    };
    ReadInputs(advance);
    MakeOutputs();
    tools::CallOperator(entry_, values_,
                        GetSettings().checks != 0 ? tools::Memory::kDevice : tools::Memory::kHost);
    WriteOutputs(advance);
    progress.Clear();
    Report();
  }

 private:
  void OpenInputs() {
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      if (spec_.arguments[i].kind != ArgumentKind::kInput) continue;
      npy::ArrayReader& reader = readers_.emplace_back(options_.texts[static_cast<size_t>(i)]);
      // No operator takes UINT16, but NumPy has no other dtype for the bits of BFLOAT16.
      if (reader.dtype() == ACL_UINT16) reader.TakeAsBfloat16();
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
    if (!options_.dtype.empty()) dtype = kDtypeNames.at(options_.dtype);
    auto reader = readers_.begin();
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      const auto at = static_cast<size_t>(i);
      switch (spec_.arguments[i].kind) {
        case ArgumentKind::kInput:
          tensors_.push_back(Tensor::Read(*reader++, dtype, layout, advance));
          values_.emplace_back(tensors_.back().view());
          break;
        case ArgumentKind::kScalar:
        case ArgumentKind::kDouble:
          values_.emplace_back(options_.numbers[at]);
          break;
        case ArgumentKind::kText:
          values_.emplace_back(options_.texts[at]);
          break;
        case ArgumentKind::kOutput:
        case ArgumentKind::kNone:
          values_.emplace_back();
          break;
      }
    }
  }

  void MakeOutputs() {
    for (const tools::OutputType& type : tools::OutputTypes(spec_, values_)) {
      tensors_.emplace_back(type.dtype, type.shape, kLayoutNames.at(options_.layout));
      values_[static_cast<size_t>(type.argument)] = tensors_.back().view();
    }
    result_tensors_ = tensors_.begin() + static_cast<std::ptrdiff_t>(readers_.size());
  }

  const Tensor& TensorOf(const Output& output) const {
    auto tensor = result_tensors_;
    for (int i = 0; i < output.argument; ++i) {
      if (spec_.arguments[i].kind == ArgumentKind::kOutput) ++tensor;
    }
    return *tensor;
  }

  // Every file is complete before the first gets its name.
  void WriteOutputs(const Tensor::Advance& advance) {
    std::deque<npy::ArrayWriter> writers;
    for (const Output& output : outputs_) {
      const Tensor& tensor = TensorOf(output);
      writers.emplace_back(output.file, tensor.view().dtype, tensor.view().shape);
      tensor.Write(&writers.back(), advance);
    }
    for (npy::ArrayWriter& writer : writers) writer.Commit();
  }

  void Report() const {
    auto json = nlohmann::ordered_json::array();
    for (const Output& output : outputs_) {
      const tools::ArrayView& view = TensorOf(output).view();
      const std::string_view name = spec_.arguments[output.argument].name;
      json.push_back({{"name", name},
                      {"file", output.file},
                      {"dtype", DtypeName(view.dtype)},
                      {"shape", view.shape}});
      if (options_.json) continue;
      fmt::print("{}: {}, {} {}\n", output.file, name, DtypeName(view.dtype),
                 npy::ShapeText(view.shape));
    }
    if (options_.json) fmt::print("{}\n", json.dump(2));
  }

  const Operator& entry_;
  const OpSpec& spec_;
  const Options& options_;
  const std::vector<Output> outputs_;
  std::deque<npy::ArrayReader> readers_;
  std::deque<Tensor> tensors_;  // inputs, then outputs
  std::deque<Tensor>::const_iterator result_tensors_;
  std::vector<tools::Value> values_;
};

// An option for each argument of the operator.
void AddArguments(const OpSpec& spec, CLI::App* command, Options* options) {
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const auto at = static_cast<size_t>(i);
    const std::string flag = fmt::format("--{}", spec.arguments[i].name);
    switch (spec.arguments[i].kind) {
      case ArgumentKind::kInput:
        command->add_option(flag, options->texts[at], "Input: x.npy, or x.npz:NAME of an archive")
            ->required()
            ->type_name("FILE");
        break;
      case ArgumentKind::kScalar:
      case ArgumentKind::kDouble:
        command->add_option(flag, options->numbers[at], "A number, inf or nan")->required();
        break;
      case ArgumentKind::kText:
        command->add_option(flag, options->texts[at], "A text")->required();
        break;
      case ArgumentKind::kOutput:
      case ArgumentKind::kNone:
        break;
    }
  }
  for (const Rule& rule : spec.rules) {
    if (rule.kind != RuleKind::kTextIn) continue;
    command->get_option(fmt::format("--{}", rule.names[0]))
        ->check(CLI::IsMember({std::string(rule.texts[0]), std::string(rule.texts[1])}));
  }
}

template <class Value>
CLI::Validator IsNameOf(const std::map<std::string, Value>& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return CLI::IsMember(names);
}

std::string CheckSoc(const std::string& name) {
  return ParseSoc(name) ? "" : "expected a product like Ascend910B or Ascend910B1";
}

void AddOperator(const Operator& entry, CLI::App* run) {
  const OpSpec& spec = *entry.spec;
  const auto options = std::make_shared<Options>();
  CLI::App* const command = run->add_subcommand(ShortName(spec), std::string(spec.formula));
  command->alias(SnakeName(spec))->alias(std::string(spec.name));
  AddArguments(spec, command, options.get());
  command
      ->add_option("-o,--output", options->outputs,
                   "File for the output, NAME=FILE where there are several")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_option("--out-dir", options->folder, "Folder for all outputs, without -o")
      ->type_name("FOLDER")
      ->capture_default_str();
  command->add_option("--dtype", options->dtype, "Round the inputs to it, to nearest even")
      ->check(IsNameOf(kDtypeNames));
  command->add_option("--layout", options->layout, "Of all tensors in memory; changes no bit")
      ->check(IsNameOf(kLayoutNames))
      ->capture_default_str();
  command->add_option("--soc", options->soc, "The product whose rules apply (OPENACLNN_SOC)")
      ->check(CLI::Validator(CheckSoc, "PRODUCT"));
  command
      ->add_option("--check", options->check,
                   "Checked mode (OPENACLNN_CHECK); without NAMES all checks")
      ->expected(0, 1)
      ->default_str("1")
      ->type_name("NAMES");
  command->add_option("--threads", options->threads, "Threads of the operator")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", options->json, "For machines");
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback([&entry, options] {
    try {
      OperatorRun(entry, *options).Run();
    } catch (const tools::Refused& refused) {
      if (refused.status() == ACLNN_ERR_INNER_FIND_KERNEL_ERROR) throw UsageError(refused.what());
      throw;
    }
  });
}

}  // namespace

void AddRun(CLI::App& command, ExitCode*) {
  for (const Operator& entry : AllOperators()) AddOperator(entry, &command);
  command.require_subcommand(0, 1);
  command.allow_extras();  // an unknown operator and its arguments
  command.parse_complete_callback([&command] {
    const std::vector<std::string> rest = command.remaining();
    if (!command.get_subcommands().empty()) {
      if (!rest.empty()) throw UsageError(fmt::format("{} was not expected", rest[0]));
      return;
    }
    throw UsageError(rest.empty() ? "run: an operator is missing; openaclnn list shows them"
                                  : UnknownOperator(rest[0]));
  });
}

}  // namespace openaclnn::cli
