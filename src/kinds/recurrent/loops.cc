#include "kinds/recurrent/loops.h"

#include <algorithm>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/recurrent/loops.cc"
#include "hwy/foreach_target.h"

#include "formulas/expm1-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using Doubles = Lanes<double>;
inline constexpr int64_t kDoubleLanes = hn::MaxLanes(Doubles::D());

// How the elements of a vector are loaded and stored: all are there.
struct WholeVector {
  template <class T>
  HWY_INLINE Doubles Load(const T* from) const {
    return Doubles::Load(from);
  }
  template <class T>
  HWY_INLINE void Store(Doubles x, T* to) const {
    x.Store(to);
  }
};

// The first `count` are there.
struct PartOfVector {
  int64_t count;

  template <class T>
  HWY_INLINE Doubles Load(const T* from) const {
    HWY_ALIGN T values[kDoubleLanes] = {};
    std::copy_n(from, count, values);
    return Doubles::Load(values);
  }
  template <class T>
  HWY_INLINE void Store(Doubles x, T* to) const {
    HWY_ALIGN T values[kDoubleLanes];
    x.Store(values);
    std::copy_n(values, count, to);
  }
};

// Calls step(part, i) for all elements from 0 on.
template <class Step>
HWY_INLINE void ForEachVector(int64_t count, const Step& step) {
  int64_t i = 0;
  for (; i + kDoubleLanes <= count; i += kDoubleLanes) step(WholeVector(), i);
  if (i < count) step(PartOfVector{count - i}, i);
}

// Within 2^-28 both, a NaN stays.
HWY_INLINE Doubles Logistic(Doubles a) {
  return TimesSigmoidForFloat(Doubles(1), Min(Doubles(700), a));
}
HWY_INLINE Doubles HyperbolicTangent(Doubles a) {
  const Doubles e = Expm1ForFloat(Doubles(-2) * Abs(a));
  return CopySign(-e / (Doubles(2) + e), a);
}

// What 0 is where there is no memory.
template <class Part, class T>
HWY_INLINE Doubles LoadOrZero(const Part& part, const T* from, int64_t i) {
  return from == nullptr ? Doubles(0) : part.Load(from + i);
}

template <class Part, size_t n>
HWY_INLINE void StoreKept(const Part& part, const CellRow& row, int64_t i,
                          const Doubles (&values)[n]) {
  for (size_t k = 0; k < n; ++k) {
    if (row.kept[k] != nullptr) part.Store(values[k], row.kept[k] + i);
  }
}

void Lstm(const CellRow& row) {
  const int64_t hidden = row.hidden;
  ForEachVector(hidden, [&](const auto& part, int64_t i) HWY_ATTR {
    const auto gate = [&](int64_t g) HWY_ATTR {
      const int64_t at = g * hidden + i;
      const Doubles products = part.Load(row.by_input + at) + LoadOrZero(part, row.by_hidden, at);
      return products + part.Load(row.input_bias + at);
    };
    const Doubles in = Logistic(gate(0)), forget = Logistic(gate(1)),
                  given = HyperbolicTangent(gate(2)), out = Logistic(gate(3));
    const Doubles cell = forget * part.Load(row.cell + i) + in * given;
    const Doubles seen = HyperbolicTangent(cell), state = out * seen;
    part.Store(cell, row.cell + i);
    part.Store(state, row.state + i);
    part.Store(state, row.output + i);
    StoreKept(part, row, i, {in, given, forget, out, state, cell, seen});
  });
}

void Gru(const CellRow& row) {
  const int64_t hidden = row.hidden;
  ForEachVector(hidden, [&](const auto& part, int64_t i) HWY_ATTR {
    const auto by_input = [&](int64_t g) HWY_ATTR {
      const int64_t at = g * hidden + i;
      return part.Load(row.by_input + at) + part.Load(row.input_bias + at);
    };
    const auto by_hidden = [&](int64_t g) HWY_ATTR {
      const int64_t at = g * hidden + i;
      return LoadOrZero(part, row.by_hidden, at) + part.Load(row.hidden_bias + at);
    };
    const Doubles reset = Logistic(by_input(0) + by_hidden(0)),
                  update = Logistic(by_input(1) + by_hidden(1));
    const Doubles product = by_hidden(2);
    const Doubles given = HyperbolicTangent(by_input(2) + reset * product);
    const Doubles state = (Doubles(1) - update) * given + update * part.Load(row.state + i);
    part.Store(state, row.state + i);
    part.Store(state, row.output + i);
    StoreKept(part, row, i, {reset, update, given, product, state});
  });
}

void LstmGradients(const CellGradientRow& row) {
  const int64_t hidden = row.hidden;
  ForEachVector(hidden, [&](const auto& part, int64_t i) HWY_ATTR {
    const auto kept = [&](size_t k) HWY_ATTR { return part.Load(row.kept[k] + i); };
    const Doubles in = kept(0), given = kept(1), forget = kept(2), out = kept(3);
    const Doubles seen = row.kept[6] != nullptr ? kept(6) : HyperbolicTangent(kept(5));
    const Doubles one(1), before = LoadOrZero(part, row.before, i);
    const Doubles by_state = LoadOrZero(part, row.output, i) + LoadOrZero(part, row.next, i);
    const Doubles by_cell = part.Load(row.carried + i) + by_state * out * (one - seen * seen);
    const auto store = [&](int64_t g, Doubles x)
                           HWY_ATTR { part.Store(x, row.by_input_gates + g * hidden + i); };
    store(0, by_cell * given * (in * (one - in)));
    store(1, by_cell * before * (forget * (one - forget)));
    store(2, by_cell * in * (one - given * given));
    store(3, by_state * seen * (out * (one - out)));
    part.Store(by_cell * forget, row.carried + i);
  });
}

void GruGradients(const CellGradientRow& row) {
  const int64_t hidden = row.hidden;
  ForEachVector(hidden, [&](const auto& part, int64_t i) HWY_ATTR {
    const auto kept = [&](size_t k) HWY_ATTR { return part.Load(row.kept[k] + i); };
    const Doubles reset = kept(0), update = kept(1), given = kept(2), product = kept(3);
    const Doubles one(1), before = LoadOrZero(part, row.before, i);
    const Doubles by_state = LoadOrZero(part, row.output, i) + LoadOrZero(part, row.next, i) +
                             part.Load(row.carried + i);
    const Doubles by_given = by_state * (one - update) * (one - given * given);
    const Doubles by_reset = by_given * product * (reset * (one - reset));
    const Doubles by_update = by_state * (before - given) * (update * (one - update));
    const auto store = [&](float* gates, int64_t g, Doubles x)
                           HWY_ATTR { part.Store(x, gates + g * hidden + i); };
    for (float* const gates : {row.by_input_gates, row.by_hidden_gates}) {
      store(gates, 0, by_reset);
      store(gates, 1, by_update);
    }
    store(row.by_input_gates, 2, by_given);
    store(row.by_hidden_gates, 2, by_given * reset);
    part.Store(by_state * update, row.carried + i);
  });
}

const RecurrentLoops* RecurrentLoopsOfTarget() {
  static constexpr RecurrentLoops kLoops = {
      .lstm = Lstm, .gru = Gru, .lstm_gradients = LstmGradients, .gru_gradients = GruGradients};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(RecurrentLoopsOfTarget);

const RecurrentLoops& GetRecurrentLoops() {
  return *HWY_DYNAMIC_DISPATCH(RecurrentLoopsOfTarget)();
}

}  // namespace openaclnn
#endif  // HWY_ONCE
