// A kind of computation as the engine knows it: what its module, a folder of src/kinds/, offers
// before there is a computation. A spec names its kind by address.
#pragma once

#include <cstdint>

namespace openaclnn {

struct Call;
class Executor;
struct OpSpec;

// How a large call can be cut into calls of the same operator whose results are parts of its own.
enum class Cuts : uint8_t {
  kByElement,  // anywhere, except within what is summed
  kByRow,      // between rows along the operator's axis
  kNone,       // each result depends on many elements of any row
};

struct Kind {
  const char* name;  // as the log and the documents call it
  Cuts cuts;
  // Elements are moved as they are, or converted, and none is computed.
  bool moves = false;
  // Elements of any dtype become numbers of any other; so those of UINT16 are integers.
  bool converts = false;
  // All numbers among the arguments become parameters of a formula, and nothing else.
  bool takes_parameters_only = false;
  // Nothing has device code: a GPU refuses calls before anything is queued.
  bool runs_on_cpus_alone = false;
  // Members of lists are computed with those of their index alone, all at once: an output among
  // them may be the view of no other input.
  bool pairs_members = false;
  // Makes the computation of a call that has passed all checks. May throw std::bad_alloc.
  void (*plan)(const Call& call, Executor& executor);
  // Whether an output may be exactly the view of an input; null: always.
  bool (*may_be_one)(const OpSpec& spec, int output, int input) = nullptr;
  // Whether an output may share memory with another one, or with an input in any way; null: never.
  bool (*may_meet)(const OpSpec& spec, int output, int other) = nullptr;
};

constexpr Kind OnCpusAlone(Kind kind) {
  kind.runs_on_cpus_alone = true;
  return kind;
}

}  // namespace openaclnn
