// Prints what the tables of tests/oracle say of each operator as JSON, for tests in Python:
//   name            of the C function
//   dtypes          what all tensors may be together
//   operands        the tensors that are computed with
//   results         the outputs that have an element for each of the inputs
//   axis            the argument that names an axis; null: none
//   has_golden      whether `openaclnn gen` has exact values for it, element by element or by rows
//   ulp, half_ulp   the largest errors: of FLOAT, and, before they round, of 16-bit results
//   calls           values by the names of arguments; [number] is a tensor of one element
//   pytorch         for each benchmark the range of self, its numbers, and PyTorch's expression
//   beyond_pytorch  what PyTorch's adapter does in place of calling it; null: it calls it
//
// usage: print_table FILE [--write]    Fails if FILE has another text; --write: writes it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "base/dtype.h"
#include "fmt/format.h"
#include "kinds/roles.h"
#include "nlohmann/json.hpp"
#include "ops/registry.h"
#include "tests/oracle/parameters.h"
#include "tests/oracle/subject.h"

namespace openaclnn::oracle {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no other numbers than finite ones.
Json ToJson(double number) {
  if (std::isfinite(number)) return number;
  return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

Json ToJson(const ArgumentSpec& argument, const Given& given) {
  if (given.is_null) return nullptr;
  if (given.text != nullptr) return given.text;
  if (argument.IsTensor()) return Json::array({ToJson(given.number)});
  if (argument.kind == ArgumentKind::kBool) return given.number != 0;
  if (argument.kind == ArgumentKind::kInt) return static_cast<int64_t>(given.number);
  return ToJson(given.number);
}

Json CallOf(const OpSpec& spec, const Parameters& parameters) {
  Json call = Json::object();
  auto given = parameters.begin();
  for (int i = 0; i < spec.NumArguments() && given != parameters.end(); ++i) {
    if (IsParameter(spec, i))
      call[std::string(spec.arguments[i].name)] = ToJson(spec.arguments[i], *given++);
  }
  return call;
}

Json PytorchOf(const OpSpec& spec, const Timing& timing) {
  Json call = Json::object();
  auto scalar = timing.scalars.begin();
  for (int i = 0; i < spec.NumArguments(); ++i) {
    const ArgumentSpec& argument = spec.arguments[i];
    const std::string name(argument.name);
    if (argument.kind == ArgumentKind::kText && timing.text != nullptr) call[name] = timing.text;
    if (argument.kind == ArgumentKind::kBool) call[name] = false;
    const bool is_number = argument.kind == ArgumentKind::kScalar ||
                           argument.kind == ArgumentKind::kDouble ||
                           argument.kind == ArgumentKind::kInt;
    if (is_number && i != spec.axis_at && scalar != timing.scalars.end())
      call[name] = ToJson(argument, *scalar++);
  }
  return {{"low", timing.low},
          {"high", timing.high},
          {"call", call},
          {"has_weight", timing.has_one_weight},
          {"expression", timing.pytorch}};
}

Json OperandsOf(const OpSpec& spec) {
  Json operands = Json::array();
  for (const int8_t i : spec.operands_at) {
    if (i >= 0) operands.push_back(spec.arguments[i].name);
  }
  return operands;
}

Json DtypesOf(const Subject& subject) {
  if (!subject.dtypes) return {"FLOAT", "FLOAT16", "BFLOAT16"};
  Json dtypes = Json::array();
  for (const aclDataType dtype : subject.dtypes->together) dtypes.push_back(DtypeName(dtype));
  return dtypes;
}

Json ResultsOf(const OpSpec& spec) {
  Json results = Json::array();
  for (const int8_t i : spec.results_at) {
    if (i < 0 || i == RowResultOf(spec) || i == ChannelSumsOf(spec)) continue;
    results.push_back(spec.arguments[i].name);
  }
  return results;
}

Json TextOrNull(const char* text) { return text == nullptr ? Json(nullptr) : Json(text); }

Json RowOf(const OpSpec& spec) {
  const Subject* const subject = SubjectOf(spec.name);
  if (subject == nullptr) {
    fmt::print(stderr, "{} is in no table of tests/oracle\n", spec.name);
    std::exit(1);
  }
  const bool in_place = subject->name != spec.name;
  Promise promise;
  if (!subject->sweeps.empty()) promise = subject->sweeps[0].promise;
  for (const Sweep& sweep : subject->sweeps) {
    promise.float_ulp = std::max(promise.float_ulp, sweep.promise.float_ulp);
    promise.half_ulp = std::max(promise.half_ulp, sweep.promise.half_ulp);
  }
  Json row = {{"name", spec.name},
              {"dtypes", DtypesOf(*subject)},
              {"operands", OperandsOf(spec)},
              {"results", ResultsOf(spec)},
              {"axis", spec.axis_at < 0 ? Json(nullptr) : Json(spec.arguments[spec.axis_at].name)},
              {"has_golden", !in_place && (subject->definition || subject->split != nullptr ||
                                           subject->rows != nullptr)},
              {"ulp", promise.float_ulp},
              {"half_ulp", promise.half_ulp},
              {"calls", Json::array()},
              {"pytorch", Json::array()},
              {"beyond_pytorch",
               TextOrNull(in_place ? subject->in_place_beyond_pytorch : subject->beyond_pytorch)}};
  if (in_place) return row;
  for (const Parameters& call : subject->parameters) row["calls"].push_back(CallOf(spec, call));
  for (const Timing& timing : subject->timings) row["pytorch"].push_back(PytorchOf(spec, timing));
  return row;
}

std::string Table() {
  std::string text;
  for (const Operator& entry : AllOperators()) {
    text += fmt::format("{}{}", text.empty() ? "[\n" : ",\n", RowOf(*entry.spec).dump());
  }
  return text + "\n]\n";
}

int Main(int argc, char** argv) {
  const bool writes = argc == 3 && std::strcmp(argv[2], "--write") == 0;
  if (argc != 2 && !writes) {
    fmt::print(stderr, "usage: print_table FILE [--write]\n");
    return 2;
  }
  const std::string table = Table();
  if (writes) {
    std::ofstream file(argv[1]);
    return file << table ? 0 : 1;
  }
  std::stringstream known;
  known << std::ifstream(argv[1]).rdbuf();
  if (known.str() == table) return 0;
  fmt::print(stderr, "{} is not as the tables say: {} {} --write\n", argv[1], argv[0], argv[1]);
  return 1;
}

}  // namespace
}  // namespace openaclnn::oracle

int main(int argc, char** argv) { return openaclnn::oracle::Main(argc, argv); }
