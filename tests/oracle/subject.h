// What tests and tools know of each operator: its exact function, where that is special, with which
// parameters it is called, and what is promised of its results. A row of a family's table is all
// that an elementwise operator adds to them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acl/acl_base.h"
#include "tests/oracle/definitions.h"
#include "tests/oracle/rows.h"
#include "tests/oracle/split.h"
#include "tests/oracle/whole.h"

namespace openaclnn::oracle {

// An argument other than an ordinary tensor, in the order of the prototype: a number, with its
// dtype where it is a scalar, a text, or null. A number for a tensor is its only element.
struct Given {
  Given(double value, aclDataType type = ACL_FLOAT) : number(value), dtype(type) {}  // NOLINT
  Given(const char* value) : text(value) {}                                          // NOLINT
  Given(std::nullptr_t) : is_null(true) {}                                           // NOLINT

  double number = 0;
  aclDataType dtype = ACL_FLOAT;
  const char* text = nullptr;
  bool is_null = false;
};
using Parameters = std::vector<Given>;

// The largest errors in ULP.
struct Promise {
  double float_ulp = 1;
  double half_ulp = 1;    // of a float, by which results are off before they round to 16 bits
  double double_ulp = 0;  // 0: no such dtype
  // The least share of 16-bit results that are correctly rounded; 0: that of results which meet
  // few near-ties. Sums meet many, where one term is too small to count but breaks a tie.
  double half_rounded_share = 0;
  bool same_bits = false;  // results are elements of gradOutput, NaNs with all their bits
};

// Where the swept numbers, self, lie in the operator's tensors. Next to them are `grad` where a
// forward operator takes another number, and else ones (in halves) or zeros (in rows).
enum class Place {
  kAnywhere,
  kFirstHalf,  // of rows of numbers
  kSecondHalf,
  kRowOfTwo,  // the first of each two, which are a row
};

// One sweep over all numbers of a dtype: the operator with its scalars.
struct Sweep {
  std::string name;                 // on the command line and in tables
  std::string variant = {};         // in tables
  Scalars scalars = {};             // floats, so that they are the same in every compute type
  std::vector<double> others = {};  // operands of one element, after gradOutput and self
  std::vector<double> rows = {};    // operands with a number for each row, the same for all
  const char* text = nullptr;
  Promise promise = {};
  double spread = 20;                         // most of what happens is between -spread and spread
  std::optional<Definition> definition = {};  // of gradOutput and self; empty: the subject's
  Place place = Place::kAnywhere;
};

// One benchmark: the arguments of everyday use.
struct Timing {
  const char* name;  // in the tables
  double low, high;  // the range of self
  std::vector<double> scalars = {};
  const char* text = nullptr;
  bool has_one_weight = false;  // for weights that may be null, and third operands
  // PyTorch's expression for the same: g is gradOutput or the first operand, x self, w a weight or
  // third operand, s a number for each row, o, o2 and o3 the results, dim the axis. A list is of g
  // and x. Names are those of bench/pytorch.py.
  const char* pytorch = nullptr;
};

using DtypeList = std::vector<aclDataType>;

// What the tensors may be by the contract: all of them together, and each one next to others of
// FLOAT where that is not FLOAT alone.
struct Dtypes {
  DtypeList together;
  std::vector<std::pair<std::string_view, DtypeList>> beside_float = {};
};

// A function of the scalars.
using Numbers = std::vector<double> (*)(Scalars scalars);
inline std::vector<double> None(Scalars) { return {}; }

struct Subject {
  std::string_view name;  // of the C function; in-place forms have the row of the other
  // One of four: of an element of each operand, of the halves of tensors, of rows, or of whole
  // tensors and lists.
  std::optional<Definition> definition = {};
  std::optional<Definition> definition_for_tanh = {};  // where "tanh" or 1 chooses another
  const SplitDefinition* split = nullptr;
  RowsDefinition rows = nullptr;
  WholeDefinition whole = nullptr;
  bool moves = false;    // whether whole tensors are moved or mapped, and no sums made of them
  Numbers kinks = None;  // where the function of the last operand has steps, bends or zeros
  std::vector<double> points = {};  // where results overflow or vanish, and forms of a formula end
  bool has_unit_domain = false;     // whether that operand is meant to be in [0, 1]
  bool rounds_number = false;       // the scalar is rounded to the dtype of the results
  std::vector<Parameters> parameters = {{}};  // with which the bits of results are compared
  std::vector<Sweep> sweeps = {};
  std::vector<Timing> timings = {};
  std::optional<Dtypes> dtypes = {};           // empty: floats of one dtype
  std::optional<Dtypes> in_place_dtypes = {};  // empty: as the other form, into its own tensor
  bool has_any_rank = false;                   // more than 8 axes
  // What PyTorch's adapter does in place of calling the operator, and its in-place form.
  const char* beyond_pytorch = nullptr;
  const char* in_place_beyond_pytorch = nullptr;
};

using Subjects = std::vector<Subject>;

// The families' tables.
const Subjects& ActivationSubjects();
const Subjects& AttentionSubjects();
const Subjects& ConvolutionSubjects();
const Subjects& SplitSubjects();
const Subjects& RowsSubjects();
const Subjects& ListsSubjects();
const Subjects& MathSubjects();
const Subjects& MovesSubjects();
const Subjects& IndexSubjects();
const Subjects& PoolingSubjects();
const Subjects& ResamplingSubjects();
const Subjects& QuantSubjects();
const Subjects& RandomSubjects();
const Subjects& RecurrentSubjects();
const Subjects& SumsSubjects();

// All of them, in the order of pages and lists.
const std::vector<const Subject*>& AllSubjects();

// That of an operator, or of the operator whose in-place form it is; null if there is none.
const Subject* SubjectOf(std::string_view name);

}  // namespace openaclnn::oracle
