// openaclnn._core: the registry of operators and their calls, for the Python in openaclnn/. It
// holds the mechanism; what callers may pass and what they get back is decided there.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/chip.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "checked/report.h"
#include "dlpack.h"
#include "engine/formula_of.h"
#include "engine/kind.h"
#include "engine/op_spec.h"
#include "fmt/format.h"
#include "kinds/roles.h"
#include "nanobind/nanobind.h"
#include "nanobind/stl/array.h"
#include "nanobind/stl/pair.h"
#include "nanobind/stl/string.h"
#include "nanobind/stl/string_view.h"
#include "nanobind/stl/variant.h"
#include "nanobind/stl/vector.h"
#include "ops/registry.h"
#include "tools/call/operator_call.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace openaclnn::python {
namespace {

// The dtypes that DLPack, NumPy and PyTorch have in common with the C API, by their names there.
struct DtypeRow {
  aclDataType dtype;
  std::string_view name;
  DlpackCode code;
  uint8_t bits;
};
constexpr DtypeRow kRows[] = {
    {ACL_FLOAT16, "float16", DlpackCode::kFloat, 16},
    {ACL_BF16, "bfloat16", DlpackCode::kBfloat, 16},
    {ACL_FLOAT, "float32", DlpackCode::kFloat, 32},
    {ACL_DOUBLE, "float64", DlpackCode::kFloat, 64},
    {ACL_INT8, "int8", DlpackCode::kInt, 8},
    {ACL_INT16, "int16", DlpackCode::kInt, 16},
    {ACL_INT32, "int32", DlpackCode::kInt, 32},
    {ACL_INT64, "int64", DlpackCode::kInt, 64},
    {ACL_UINT8, "uint8", DlpackCode::kUint, 8},
    {ACL_UINT16, "uint16", DlpackCode::kUint, 16},
    {ACL_UINT32, "uint32", DlpackCode::kUint, 32},
    {ACL_UINT64, "uint64", DlpackCode::kUint, 64},
    {ACL_BOOL, "bool", DlpackCode::kBool, 8},
    {ACL_COMPLEX64, "complex64", DlpackCode::kComplex, 64},
    {ACL_COMPLEX128, "complex128", DlpackCode::kComplex, 128},
};

template <class Match>
const DtypeRow* FindRow(Match match) {
  const auto row = std::ranges::find_if(kRows, match);
  return row != std::end(kRows) ? row : nullptr;
}

std::string_view NameOf(aclDataType dtype) {
  const DtypeRow* const row = FindRow([=](const DtypeRow& r) { return r.dtype == dtype; });
  return row != nullptr ? row->name : std::string_view();
}

// The memory that a GPU's operators are given has to lie on the one that this process uses.
// TypeError, which begins with `where`, where it uses another one, or none.
void CheckGpu(int32_t number, std::string_view where) {
  const Settings& settings = GetSettings();
  if (settings.device_kind != DeviceKind::kCuda) {
    throw nb::type_error(fmt::format("{} lies on GPU {}; expected memory of the CPU, as the "
                                     "environment variable OPENACLNN_DEVICE is not \"cuda\"",
                                     where, number)
                             .c_str());
  }
  const int32_t used = std::max(settings.cuda_device, 0);
  if (number == used) return;
  throw nb::type_error(fmt::format("{} lies on GPU {}; expected GPU {}, which the environment "
                                   "variable OPENACLNN_DEVICE chooses",
                                   where, number, used)
                           .c_str());
}

// The elements that a DLPack capsule shows, which stay alive and in place as long as this. Inputs
// that are not aligned to their elements are copied.
class Array {
 public:
  // `where` begins the messages. `dtype` is given where the exporter shows bytes of another dtype
  // than its own, as NumPy must for bfloat16.
  Array(nb::handle capsule, std::string_view where, bool writable, std::string_view dtype)
      : memory_(std::in_place, capsule, where) {
    const DlpackTensor& tensor = memory_->tensor();
    CheckDevice(where);
    if (writable) CheckWritable(where);
    const DtypeRow& row = DtypeOf(where, dtype);
    view_.dtype = row.dtype;
    view_.shape.assign(tensor.shape, tensor.shape + tensor.rank);
    if (tensor.strides != nullptr) {
      view_.strides.assign(tensor.strides, tensor.strides + tensor.rank);
    } else {
      view_.strides = tools::DenseStrides(view_.shape);
    }
    view_.data = static_cast<std::byte*>(tensor.data) + tensor.byte_offset;
    if (reinterpret_cast<uintptr_t>(view_.data) % Alignment(row) != 0) {
      if (writable || is_on_gpu()) {
        throw nb::value_error(
            fmt::format("{} is not aligned to its elements: pass an array that is", where).c_str());
      }
      CopyElements(row.bits / 8);
    }
  }

  // An array that has no elements to read or write: enough for output_types and check.
  Array(std::string_view where, std::vector<int64_t> shape, std::string_view dtype) {
    const DtypeRow* const row = FindRow([&](const DtypeRow& r) { return r.name == dtype; });
    if (row == nullptr) {
      throw nb::type_error(
          fmt::format("{} has the dtype {}, which operators do not know", where, dtype).c_str());
    }
    view_ = {row->dtype, std::move(shape), {}, nullptr};
    view_.strides = tools::DenseStrides(view_.shape);
  }

  const tools::ArrayView& view() const { return view_; }
  bool has_memory() const { return memory_.has_value(); }
  bool is_on_gpu() const {
    return has_memory() && (memory_->tensor().device_type == kDlpackCuda ||
                            memory_->tensor().device_type == kDlpackCudaManaged);
  }

 private:
  // Complex numbers are pairs.
  static size_t Alignment(const DtypeRow& row) {
    return row.bits / (row.code == DlpackCode::kComplex ? 16 : 8);
  }

  void CheckDevice(std::string_view where) const {
    const int32_t device = memory_->tensor().device_type;
    if (device == kDlpackCpu || device == kDlpackCudaHost || device == kDlpackRocmHost) return;
    if (is_on_gpu()) return CheckGpu(memory_->tensor().device_id, where);
    throw nb::type_error(fmt::format("{} lies on a device (DLPack's device type {}); expected "
                                     "memory of the CPU or of a CUDA device",
                                     where, device)
                             .c_str());
  }

  void CheckWritable(std::string_view where) const {
    if (memory_->is_read_only()) {
      throw nb::value_error(fmt::format("{} is read-only", where).c_str());
    }
    if (memory_->is_copy()) {
      throw nb::value_error(
          fmt::format("{} is shown as a copy by its __dlpack__: results would be lost", where)
              .c_str());
    }
  }

  const DtypeRow& DtypeOf(std::string_view where, std::string_view name) const {
    const DlpackDtype shown = memory_->tensor().dtype;
    const DtypeRow* const row = FindRow([&](const DtypeRow& r) {
      if (!name.empty()) return r.name == name;
      return r.code == shown.code && r.bits == shown.bits && shown.lanes == 1;
    });
    if (row != nullptr) return *row;
    throw nb::type_error(fmt::format("{} has a dtype that operators do not know (DLPack's code {} "
                                     "of {} bits)",
                                     where, static_cast<int>(shown.code), shown.bits)
                             .c_str());
  }

  // Makes `view_` one of dense elements in memory of this.
  void CopyElements(size_t item) {
    const std::vector<int64_t> dense = tools::DenseStrides(view_.shape);
    size_t count = 1;
    for (const int64_t extent : view_.shape) count *= static_cast<size_t>(extent);
    copy_.resize(count * item);
    std::vector<int64_t> index(view_.shape.size());
    const auto* from = static_cast<const std::byte*>(view_.data);
    for (size_t i = 0; i < count; ++i) {
      std::memcpy(&copy_[i * item], from, item);
      for (size_t axis = index.size(); axis-- > 0;) {
        const int64_t step = view_.strides[axis] * static_cast<int64_t>(item);
        from += step;
        if (++index[axis] < view_.shape[axis]) break;
        from -= step * view_.shape[axis];
        index[axis] = 0;
      }
    }
    view_.strides = dense;
    view_.data = copy_.data();
  }

  std::optional<DlpackMemory> memory_;  // none: an array of no elements
  std::vector<std::byte> copy_;
  tools::ArrayView view_;
};

using PythonValue = std::variant<std::monostate, const Array*, bool, int64_t, double, std::string,
                                 std::vector<bool>, std::vector<int64_t>, std::vector<double>,
                                 std::vector<const Array*>>;

struct ToValue {
  tools::Value operator()(const Array* array) const { return array->view(); }
  tools::Value operator()(const std::vector<const Array*>& arrays) const {
    std::vector<tools::ArrayView> views;
    for (const Array* const array : arrays) {
      views.push_back(array != nullptr ? array->view() : tools::ArrayView());
    }
    return views;
  }
  template <class T>
  tools::Value operator()(const T& other) const {
    return other;
  }
};

// For what Python gives as an empty list, of whatever type.
tools::Value EmptyList(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kInts:
      return std::vector<int64_t>();
    case ArgumentKind::kScalars:
    case ArgumentKind::kFloats:
      return std::vector<double>();
    case ArgumentKind::kBools:
      return std::vector<bool>();
    default:
      return std::vector<tools::ArrayView>();
  }
}

// A dtype is given by its name.
std::vector<tools::Value> Values(const OpSpec& spec, const std::vector<PythonValue>& given) {
  std::vector<tools::Value> values;
  values.reserve(given.size());
  for (const PythonValue& value : given) {
    const ArgumentKind kind = spec.arguments[values.size()].kind;
    const bool is_dtype = kind == ArgumentKind::kDtype;
    if (const auto* flags = std::get_if<std::vector<bool>>(&value); flags && flags->empty()) {
      values.push_back(EmptyList(kind));
      continue;
    }
    if (const auto* name = std::get_if<std::string>(&value); name != nullptr && is_dtype) {
      const DtypeRow* const row = FindRow([name](const DtypeRow& r) { return r.name == *name; });
      values.emplace_back(row != nullptr ? row->dtype : ACL_DT_UNDEFINED);
    } else {
      values.push_back(std::visit(ToValue(), value));
    }
  }
  return values;
}

// Dtype and shape of each output, in the order of the prototype; of an output that is a list those
// of each member. None: the call does not compute it.
using ArrayType = std::pair<std::string_view, std::vector<int64_t>>;
using TypeOfOutput = std::variant<std::monostate, ArrayType, std::vector<ArrayType>>;
std::vector<TypeOfOutput> OutputTypes(const Operator& entry,
                                      const std::vector<PythonValue>& given) {
  const OpSpec& spec = *entry.spec;
  std::vector<TypeOfOutput> by_argument(static_cast<size_t>(spec.NumArguments()));
  for (tools::OutputType& type : tools::OutputTypes(spec, Values(spec, given))) {
    TypeOfOutput& output = by_argument[static_cast<size_t>(type.argument)];
    ArrayType of_array(NameOf(type.dtype), std::move(type.shape));
    if (type.member < 0) {
      output = std::move(of_array);
      continue;
    }
    if (type.member == 0) output = std::vector<ArrayType>();
    std::get<std::vector<ArrayType>>(output).push_back(std::move(of_array));
  }
  std::vector<TypeOfOutput> types;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (spec.arguments[i].IsWritten()) {
      types.push_back(std::move(by_argument[static_cast<size_t>(i)]));
    }
  }
  return types;
}

// Where operators find the arrays: on copies in device memory, which checked mode asks for, unless
// they lie on a GPU. TypeError if only some do.
tools::Memory MemoryFor(const Operator& entry, const std::vector<PythonValue>& given) {
  bool any_on_gpu = false, any_elsewhere = false;
  const auto look_at = [&](const Array* array) {
    if (array == nullptr || !array->has_memory()) return;
    (array->is_on_gpu() ? any_on_gpu : any_elsewhere) = true;
  };
  for (const PythonValue& value : given) {
    if (const auto* array = std::get_if<const Array*>(&value)) look_at(*array);
    const auto* const arrays = std::get_if<std::vector<const Array*>>(&value);
    if (arrays != nullptr) std::ranges::for_each(*arrays, look_at);
  }
  if (any_on_gpu && any_elsewhere) {
    throw nb::type_error(fmt::format("{}: some arrays lie on a GPU and some in memory of the CPU; "
                                     "expected all in one place, out included",
                                     entry.spec->name)
                             .c_str());
  }
  const bool out_of_reach = AnyChecks() || GetSettings().device_kind == DeviceKind::kCuda;
  return out_of_reach && !any_on_gpu ? tools::Memory::kDevice : tools::Memory::kHost;
}

// For __dlpack__ of an array on a GPU: the stream that its elements have to be ready for.
uintptr_t StreamFor(int32_t number, std::string_view where) {
  CheckGpu(number, where);
  return reinterpret_cast<uintptr_t>(tools::NativeStreamOfThread());
}

// The shapes of outputs whose size was not known before, by the places of these arguments.
std::vector<std::pair<int, std::vector<int64_t>>> Call(const Operator& entry,
                                                       const std::vector<PythonValue>& given) {
  std::vector<std::pair<int, std::vector<int64_t>>> shapes;
  for (tools::ViewOfRun& view :
       tools::CallOperator(entry, Values(*entry.spec, given), MemoryFor(entry, given))) {
    shapes.emplace_back(view.argument, std::move(view.shape));
  }
  return shapes;
}

void CallForPart(const Operator& entry, const std::vector<PythonValue>& given, int64_t elements) {
  tools::CallForPart(entry, Values(*entry.spec, given), elements, MemoryFor(entry, given));
}

// `partials` is a dense array of float64.
void CallForPartialSums(const Operator& entry, const std::vector<PythonValue>& given,
                        const std::array<int64_t, 3>& shape, const SumOrder& order,
                        const Array& partials) {
  const tools::ArrayView& view = partials.view();
  size_t count = 1;
  for (const int64_t extent : view.shape) count *= static_cast<size_t>(extent);
  if (view.dtype != ACL_DOUBLE || view.strides != tools::DenseStrides(view.shape)) {
    throw nb::value_error("partials: expected dense numbers of float64");
  }
  const tools::PartOfSums part = {
      {shape[0], shape[1], shape[2]}, order, {static_cast<double*>(view.data), count}};
  tools::CallForPartialSums(entry, Values(*entry.spec, given), part, MemoryFor(entry, given));
}

void Check(const Operator& entry, const std::vector<PythonValue>& given) {
  tools::CheckCall(entry, Values(*entry.spec, given));
}

std::span<const ArgumentSpec> Arguments(const OpSpec& spec) {
  return std::span(spec.arguments).first(static_cast<size_t>(spec.NumArguments()));
}

template <class Names>
std::vector<std::string_view> WithoutEmpty(const Names& names) {
  std::vector<std::string_view> given;
  std::ranges::copy_if(names, std::back_inserter(given),
                       [](std::string_view name) { return !name.empty(); });
  return given;
}

// The name of an argument; "" for -1.
std::string_view NameAt(const Operator& entry, int argument) {
  return argument < 0 ? std::string_view() : entry.spec->arguments[argument].name;
}

std::vector<std::string_view> DtypesOf(const Rule& rule) {
  std::vector<std::string_view> names;
  for (const DtypeRow& row : kRows) {
    if (rule.dtypes.Has(row.dtype)) names.push_back(row.name);
  }
  return names;
}

std::vector<std::string_view> ChipsIn(const Chips& chips) {
  std::vector<std::string_view> names;
  for (const Chip chip : kChips) {
    if (chips.Has(chip)) names.emplace_back(ChipName(chip));
  }
  return names;
}

// What the library refused becomes an exception of openaclnn._errors.
void TranslateRefused(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const tools::Refused& refused) {
    const nb::object error =
        nb::module_::import_("openaclnn._errors").attr("error")(refused.status(), refused.what());
    PyErr_SetObject(error.type().ptr(), error.ptr());
  }
}

void BindSpecs(nb::module_& module) {
  nb::enum_<ArgumentKind>(module, "ArgumentKind")
      .value("INPUT", ArgumentKind::kInput)
      .value("OUTPUT", ArgumentKind::kOutput)
      .value("IN_OUT", ArgumentKind::kInOut)
      .value("UNREAD", ArgumentKind::kUnread)
      .value("INPUTS", ArgumentKind::kInputs)
      .value("OUTPUTS", ArgumentKind::kOutputs)
      .value("IN_OUTS", ArgumentKind::kInOuts)
      .value("SCALAR", ArgumentKind::kScalar)
      .value("SCALARS", ArgumentKind::kScalars)
      .value("DOUBLE", ArgumentKind::kDouble)
      .value("FLOAT", ArgumentKind::kFloat)
      .value("INT", ArgumentKind::kInt)
      .value("INTS", ArgumentKind::kInts)
      .value("FLOATS", ArgumentKind::kFloats)
      .value("BOOL", ArgumentKind::kBool)
      .value("BOOLS", ArgumentKind::kBools)
      .value("TEXT", ArgumentKind::kText)
      .value("DTYPE", ArgumentKind::kDtype);
  nb::class_<ArgumentSpec>(module, "Argument")
      .def_ro("kind", &ArgumentSpec::kind)
      .def_ro("name", &ArgumentSpec::name)
      .def_ro("is_optional", &ArgumentSpec::is_optional)
      .def_prop_ro("by_default",
                   [](const ArgumentSpec& argument) -> std::variant<double, std::string> {
                     const bool is_text = argument.kind == ArgumentKind::kText;
                     if (!is_text) return argument.by_default;
                     return argument.text_by_default != nullptr ? argument.text_by_default : "";
                   });

  nb::class_<Rule>(module, "Rule")
      .def_prop_ro("type", [](const Rule& rule) { return rule.type->name; })
      .def_prop_ro("names", [](const Rule& rule) { return WithoutEmpty(rule.names); })
      .def_prop_ro("dtypes", &DtypesOf)
      .def_prop_ro("products", [](const Rule& rule) { return ChipsIn(rule.chips); })
      .def_prop_ro("numbers",
                   [](const Rule& rule) {
                     return std::vector<int64_t>(rule.numbers.begin(), rule.numbers.end());
                   })
      .def_prop_ro("texts",
                   [](const Rule& rule) {
                     return std::vector<std::string_view>(rule.texts.begin(), rule.texts.end());
                   })
      .def_prop_ro("sentence", [](const Rule& rule) {  // a text for str.format
        const std::string_view own = rule.type->python_sentence.For(rule);
        return own.empty() ? rule.type->sentence.For(rule) : own;
      });

  nb::class_<Operator>(module, "Operator")
      .def_prop_ro("name", [](const Operator& entry) { return entry.spec->name; })
      .def_prop_ro("formula", [](const Operator& entry) { return FormulaOf(*entry.spec); })
      .def_prop_ro("arguments",
                   [](const Operator& entry) {
                     const auto arguments = Arguments(*entry.spec);
                     return std::vector<ArgumentSpec>(arguments.begin(), arguments.end());
                   })
      .def_prop_ro("rules",
                   [](const Operator& entry) {
                     const auto rules = RulesOf(*entry.spec);
                     return std::vector<Rule>(rules.begin(), rules.end());
                   })
      .def_prop_ro("products", [](const Operator& entry) { return ChipsIn(entry.spec->chips); })
      .def_prop_ro("is_move", [](const Operator& entry) { return entry.spec->work.kind->moves; })
      .def_prop_ro("is_of_sums",  // over axes, of products or of losses: no blocks can be computed
                   [](const Operator& entry) { return entry.spec->work.kind->cuts == Cuts::kNone; })
      .def_prop_ro(
          "is_by_element",  // except for sums over channels
          [](const Operator& entry) { return entry.spec->work.kind->cuts == Cuts::kByElement; })
      .def_prop_ro("first_operand", [](const Operator& entry) { return entry.spec->operands[0]; })
      .def_prop_ro("operands",
                   [](const Operator& entry) { return WithoutEmpty(entry.spec->operands); })
      .def_prop_ro("results",
                   [](const Operator& entry) { return WithoutEmpty(entry.spec->results); })
      .def_prop_ro("halves",
                   [](const Operator& entry) {
                     const auto [first, second] = SplitsOf(*entry.spec);
                     return WithoutEmpty(std::array{NameAt(entry, first), NameAt(entry, second)});
                   })
      .def_prop_ro("axis", [](const Operator& entry) { return entry.spec->axis; })
      .def_prop_ro(
          "channel_operand",
          [](const Operator& entry) { return NameAt(entry, ChannelOperandOf(*entry.spec)); })
      .def_prop_ro("reduction", [](const Operator& entry) { return entry.spec->reduction; })
      .def_prop_ro("channel_sums",
                   [](const Operator& entry) { return NameAt(entry, ChannelSumsOf(*entry.spec)); });
  module.def(
      "operators",
      [] {
        std::vector<const Operator*> entries;
        for (const Operator& entry : AllOperators()) entries.push_back(&entry);
        return entries;
      },
      nb::rv_policy::reference);
}

}  // namespace

NB_MODULE(_core, module) {
  nb::set_leak_warnings(false);  // PyTorch keeps modules that are loaded until the process ends
  module.attr("version") = OPENACLNN_VERSION;
  nb::register_exception_translator(TranslateRefused);
  BindSpecs(module);
  nb::class_<Array>(module, "Array")
      .def(nb::init<nb::handle, std::string_view, bool, std::string_view>(), "capsule"_a.none(),
           "where"_a, "writable"_a, "dtype"_a = "")
      .def(nb::init<std::string_view, std::vector<int64_t>, std::string_view>(), "where"_a,
           "shape"_a, "dtype"_a)
      .def_prop_ro("dtype", [](const Array& array) { return NameOf(array.view().dtype); })
      .def_prop_ro("shape", [](const Array& array) { return array.view().shape; });
  nb::class_<SumOrder>(module, "SumOrder")
      .def(
          "__init__",
          [](SumOrder* order, int64_t outer, int64_t channels, int64_t inner) {
            new (order) SumOrder(OrderOf({outer, channels, inner}));
          },
          "outer"_a, "channels"_a, "inner"_a)
      .def_ro("along_rows", &SumOrder::along_rows)
      .def_ro("side", &SumOrder::side)
      .def_ro_static("CHUNK", &kSumChunk)
      .def_ro_static("BLOCK", &kSumBlock);
  module.def("output_types", &OutputTypes, "operator"_a, "values"_a);
  module.def("check", &Check, "operator"_a, "values"_a);
  module.def("call_for_part", &CallForPart, "operator"_a, "values"_a, "elements"_a,
             nb::call_guard<nb::gil_scoped_release>());
  module.def("call_for_partial_sums", &CallForPartialSums, "operator"_a, "values"_a, "shape"_a,
             "order"_a, "partials"_a, nb::call_guard<nb::gil_scoped_release>());
  module.def("stream_for", &StreamFor, "gpu"_a, "where"_a);
  module.def("call", &Call, "operator"_a, "values"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace openaclnn::python
