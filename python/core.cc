// openaclnn._core: the registry of operators and their calls, for the Python in openaclnn/. It
// holds the mechanism; what callers may pass and what they get back is decided there.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/dtype.h"
#include "base/product.h"
#include "checked/report.h"
#include "fmt/format.h"
#include "nanobind/nanobind.h"
#include "nanobind/ndarray.h"
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

using DlpackCode = nb::dlpack::dtype_code;

// The dtypes that DLPack, NumPy and PyTorch have in common with the C API, by their names there.
struct DtypeRow {
  aclDataType dtype;
  std::string_view name;
  DlpackCode code;
  uint8_t bits;
};
constexpr DtypeRow kRows[] = {
    {ACL_FLOAT16, "float16", DlpackCode::Float, 16},
    {ACL_BF16, "bfloat16", DlpackCode::Bfloat, 16},
    {ACL_FLOAT, "float32", DlpackCode::Float, 32},
    {ACL_DOUBLE, "float64", DlpackCode::Float, 64},
    {ACL_INT8, "int8", DlpackCode::Int, 8},
    {ACL_INT16, "int16", DlpackCode::Int, 16},
    {ACL_INT32, "int32", DlpackCode::Int, 32},
    {ACL_INT64, "int64", DlpackCode::Int, 64},
    {ACL_UINT8, "uint8", DlpackCode::UInt, 8},
    {ACL_UINT16, "uint16", DlpackCode::UInt, 16},
    {ACL_UINT32, "uint32", DlpackCode::UInt, 32},
    {ACL_UINT64, "uint64", DlpackCode::UInt, 64},
    {ACL_BOOL, "bool", DlpackCode::Bool, 8},
    {ACL_COMPLEX64, "complex64", DlpackCode::Complex, 64},
    {ACL_COMPLEX128, "complex128", DlpackCode::Complex, 128},
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

// The elements of an array of Python's, which stay alive and in place as long as this.
class Array {
 public:
  // `where` begins the messages. `dtype` is given where `exporter` shows bytes of another dtype
  // than its own, as NumPy must for bfloat16.
  Array(nb::handle exporter, std::string_view where, bool writable, std::string_view dtype) {
    if (writable) {
      nb::ndarray<> array;
      if (nb::try_cast(exporter, array, /*convert=*/false)) {
        elements_ = nb::ndarray<nb::ro>(array);
      } else if (nb::try_cast(exporter, elements_, /*convert=*/false)) {
        throw nb::value_error(fmt::format("{} is read-only", where).c_str());
      }
    } else {
      nb::try_cast(exporter, elements_, /*convert=*/false);
    }
    if (!elements_.is_valid()) {
      throw nb::type_error(
          fmt::format("{} is {}; expected numbers in a NumPy array, a torch.Tensor "
                      "or another object with __dlpack__",
                      where, TypeOf(exporter))
              .c_str());
    }
    CheckDevice(where);
    view_.dtype = DtypeOf(where, dtype);
    view_.shape.assign(elements_.shape_ptr(), elements_.shape_ptr() + elements_.ndim());
    view_.strides.assign(elements_.stride_ptr(), elements_.stride_ptr() + elements_.ndim());
    view_.data = const_cast<void*>(static_cast<const void*>(elements_.data()));
  }

  const tools::ArrayView& view() const { return view_; }

 private:
  static std::string TypeOf(nb::handle exporter) {
    std::string text = nb::cast<std::string>(nb::repr(exporter.type()));
    for (const char* attribute : {"dtype", "device"}) {
      if (!nb::hasattr(exporter, attribute)) continue;
      const nb::object value = exporter.attr(attribute);
      text += fmt::format(", {} {}", attribute, nb::cast<std::string>(nb::str(value)));
    }
    return text;
  }

  void CheckDevice(std::string_view where) const {
    if (elements_.device_type() == nb::device::cpu::value) return;
    throw nb::type_error(fmt::format("{} lies on a device (DLPack's device type {}); expected "
                                     "memory of the CPU",
                                     where, elements_.device_type())
                             .c_str());
  }

  aclDataType DtypeOf(std::string_view where, std::string_view name) const {
    const nb::dlpack::dtype exported = elements_.dtype();
    const DtypeRow* const row = FindRow([&](const DtypeRow& r) {
      if (!name.empty()) return r.name == name;
      return static_cast<uint8_t>(r.code) == exported.code && r.bits == exported.bits &&
             exported.lanes == 1;
    });
    if (row != nullptr) return row->dtype;
    throw nb::type_error(fmt::format("{} has a dtype that operators do not know (DLPack's code {} "
                                     "of {} bits)",
                                     where, exported.code, exported.bits)
                             .c_str());
  }

  nb::ndarray<nb::ro> elements_;
  tools::ArrayView view_;
};

using PythonValue = std::variant<std::monostate, const Array*, double, std::string>;

std::vector<tools::Value> Values(const std::vector<PythonValue>& given) {
  std::vector<tools::Value> values;
  values.reserve(given.size());
  for (const PythonValue& value : given) {
    if (const auto* const* array = std::get_if<const Array*>(&value)) {
      values.emplace_back((*array)->view());
    } else if (const auto* number = std::get_if<double>(&value)) {
      values.emplace_back(*number);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      values.emplace_back(*text);
    } else {
      values.emplace_back();
    }
  }
  return values;
}

// Dtype and shape of each output, in the order of the prototype.
std::vector<std::pair<std::string_view, std::vector<int64_t>>> OutputTypes(
    const Operator& entry, const std::vector<PythonValue>& given) {
  std::vector<std::pair<std::string_view, std::vector<int64_t>>> types;
  for (tools::OutputType& type : tools::OutputTypes(*entry.spec, Values(given))) {
    types.emplace_back(NameOf(type.dtype), std::move(type.shape));
  }
  return types;
}

void Call(const Operator& entry, const std::vector<PythonValue>& given) {
  // What checked mode asks for: operators take device memory only.
  const auto memory = AnyChecks() ? tools::Memory::kDevice : tools::Memory::kHost;
  tools::CallOperator(entry, Values(given), memory);
}

std::span<const ArgumentSpec> Arguments(const OpSpec& spec) {
  return std::span(spec.arguments).first(static_cast<size_t>(spec.NumArguments()));
}

std::vector<Rule> Rules(const OpSpec& spec) {
  std::vector<Rule> rules;
  for (const Rule& rule : spec.rules) {
    if (rule.kind != RuleKind::kNone) rules.push_back(rule);
  }
  return rules;
}

template <class Names>
std::vector<std::string_view> WithoutEmpty(const Names& names) {
  std::vector<std::string_view> given;
  std::ranges::copy_if(names, std::back_inserter(given),
                       [](std::string_view name) { return !name.empty(); });
  return given;
}

std::vector<std::string_view> DtypesOf(const Rule& rule) {
  std::vector<std::string_view> names;
  for (const DtypeRow& row : kRows) {
    if (rule.dtypes.Has(row.dtype)) names.push_back(row.name);
  }
  return names;
}

std::vector<std::string_view> ProductsOf(const OpSpec& spec) {
  std::vector<std::string_view> names;
  for (const Product product : {Product::kAscend310P, Product::kAscend910, Product::kAscend910B,
                                Product::kAscend910_93, Product::kAscend950}) {
    if (spec.products.Has(product)) names.emplace_back(ProductName(product));
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
      .value("SCALAR", ArgumentKind::kScalar)
      .value("DOUBLE", ArgumentKind::kDouble)
      .value("TEXT", ArgumentKind::kText);
  nb::class_<ArgumentSpec>(module, "Argument")
      .def_ro("kind", &ArgumentSpec::kind)
      .def_ro("name", &ArgumentSpec::name);

  nb::enum_<RuleKind>(module, "RuleKind")
      .value("DTYPE_IN", RuleKind::kDtypeIn)
      .value("SAME_DTYPE", RuleKind::kSameDtype)
      .value("PROMOTES_INTO", RuleKind::kPromotesInto)
      .value("PROMOTED_DTYPE", RuleKind::kPromotedDtype)
      .value("MAX_RANK", RuleKind::kMaxRank)
      .value("SAME_SHAPE", RuleKind::kSameShape)
      .value("BROADCASTS", RuleKind::kBroadcasts)
      .value("BROADCAST_SHAPE", RuleKind::kBroadcastShape)
      .value("BROADCASTS_TO", RuleKind::kBroadcastsTo)
      .value("CHANNEL_WEIGHT", RuleKind::kChannelWeight)
      .value("TEXT_IN", RuleKind::kTextIn);
  nb::class_<Rule>(module, "Rule")
      .def_ro("kind", &Rule::kind)
      .def_ro("limit", &Rule::limit)
      .def_prop_ro("names", [](const Rule& rule) { return WithoutEmpty(rule.names); })
      .def_prop_ro("texts", [](const Rule& rule) { return WithoutEmpty(rule.texts); })
      .def_prop_ro("dtypes", &DtypesOf);

  nb::class_<Operator>(module, "Operator")
      .def_prop_ro("name", [](const Operator& entry) { return entry.spec->name; })
      .def_prop_ro("formula", [](const Operator& entry) { return entry.spec->formula; })
      .def_prop_ro("arguments",
                   [](const Operator& entry) {
                     const auto arguments = Arguments(*entry.spec);
                     return std::vector<ArgumentSpec>(arguments.begin(), arguments.end());
                   })
      .def_prop_ro("rules", [](const Operator& entry) { return Rules(*entry.spec); })
      .def_prop_ro("products", [](const Operator& entry) { return ProductsOf(*entry.spec); })
      .def_prop_ro("first_operand", [](const Operator& entry) { return entry.spec->operands[0]; });
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
      .def(nb::init<nb::handle, std::string_view, bool, std::string_view>(), "exporter"_a.none(),
           "where"_a, "writable"_a, "dtype"_a = "");
  module.def("output_types", &OutputTypes, "operator"_a, "values"_a);
  module.def("call", &Call, "operator"_a, "values"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace openaclnn::python
