// Recurrent networks and their gradients in double, one number after the other.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "tests/ops/harness/array.h"

namespace openaclnn::test {

struct Network {
  int64_t gates;  // 4: LSTM, 3: GRU
  int64_t steps, batch, inputs, hidden, layers = 1, directions = 1;
  bool has_bias = true, batch_first = false;
  std::vector<int64_t> batch_sizes = {};

  std::string Text() const {
    return fmt::format(
        "gates {} steps {} batch {} inputs {} hidden {} layers {} directions {}{}{}{}", gates,
        steps, batch, inputs, hidden, layers, directions, has_bias ? " bias" : "",
        batch_first ? " batch first" : "", batch_sizes.empty() ? "" : " packed");
  }
  bool IsLstm() const { return gates == 4; }
  int64_t Cells() const { return layers * directions; }
  size_t ParamsOfCell() const { return has_bias ? 4 : 2; }
  size_t KeptOfCell() const { return IsLstm() ? 7 : 5; }
  int64_t InputsOf(int64_t layer) const { return layer == 0 ? inputs : directions * hidden; }
  int64_t RowsAt(int64_t time) const {
    return batch_sizes.empty() ? batch : batch_sizes[static_cast<size_t>(time)];
  }
  Shape Sequence(int64_t elements) const {
    return batch_first ? Shape{batch, steps, elements} : Shape{steps, batch, elements};
  }
  Shape Rows(int64_t elements) const {
    return batch_sizes.empty() ? Sequence(elements) : Shape{steps * batch, elements};
  }
  Shape State() const { return {Cells(), batch, hidden}; }
  Shape Kept() const { return {steps, batch, hidden}; }
  std::vector<Shape> Params() const {
    std::vector<Shape> shapes;
    for (int64_t cell = 0; cell < Cells(); ++cell) {
      shapes.push_back({gates * hidden, InputsOf(cell / directions)});
      shapes.push_back({gates * hidden, hidden});
      for (size_t k = 2; k < ParamsOfCell(); ++k) shapes.push_back({gates * hidden});
    }
    return shapes;
  }
  // Where a row of a sequence is.
  int64_t RowOf(int64_t time, int64_t b) const {
    return batch_first ? b * steps + time : time * batch + b;
  }
};

using Doubles = std::vector<double>;

inline Doubles ValuesOf(const Array& array) {
  Doubles values;
  for (int64_t i = 0; i < array.size(); ++i) values.push_back(array.Value(i));
  return values;
}
inline std::vector<Doubles> ValuesOf(const std::vector<Array>& arrays) {
  std::vector<Doubles> values;
  for (const Array& array : arrays) values.push_back(ValuesOf(array));
  return values;
}

// What a call takes; states may be empty. Sequences have their rows as Network::RowOf says.
struct NetworkInputs {
  Doubles input;
  std::vector<Doubles> params;
  Doubles first_hidden, first_cell;
};
struct NetworkResults {
  Doubles output, last_hidden, last_cell;
  std::vector<std::vector<Doubles>> kept;  // by sort, then by cell
};

inline double Logistic(double x) { return 1 / (1 + std::exp(-x)); }

// One direction of one layer, at a time and a row of the batch.
class CellReference {
 public:
  CellReference(const Network& network, const NetworkInputs& inputs, int64_t layer,
                int64_t direction)
      : network_(network),
        inputs_(inputs),
        cell_(layer * network.directions + direction),
        backwards_(direction == 1),
        columns_(network.InputsOf(layer)) {}

  int64_t cell() const { return cell_; }
  int64_t TimeOf(int64_t i) const { return backwards_ ? network_.steps - 1 - i : i; }
  double First(const Doubles& states, int64_t b, int64_t h) const {
    return states.empty() ? 0 : states[Of(cell_, b, h)];
  }
  // The index of an element of a state, or of what is kept at a time.
  size_t Of(int64_t first, int64_t b, int64_t h) const {
    return static_cast<size_t>((first * network_.batch + b) * network_.hidden + h);
  }
  const Doubles& Param(size_t k) const {
    return inputs_.params[static_cast<size_t>(cell_) * network_.ParamsOfCell() + k];
  }
  double Weight(size_t k, int64_t gate_row, int64_t column) const {
    const int64_t columns = k == 0 ? columns_ : network_.hidden;
    return Param(k)[static_cast<size_t>(gate_row * columns + column)];
  }
  double Bias(size_t k, int64_t gate_row) const {
    return network_.has_bias ? Param(2 + k)[static_cast<size_t>(gate_row)] : 0;
  }
  double ByInput(const Doubles& rows, int64_t row, int64_t gate_row) const {
    double sum = Bias(0, gate_row);
    for (int64_t i = 0; i < columns_; ++i) {
      sum += Weight(0, gate_row, i) * rows[static_cast<size_t>(row * columns_ + i)];
    }
    return sum;
  }
  double ByHidden(const Doubles& state, int64_t gate_row) const {
    double sum = Bias(1, gate_row);
    for (int64_t h = 0; h < network_.hidden; ++h) {
      sum += Weight(1, gate_row, h) * state[static_cast<size_t>(h)];
    }
    return sum;
  }

 private:
  const Network& network_;
  const NetworkInputs& inputs_;
  const int64_t cell_;
  const bool backwards_;
  const int64_t columns_;
};

inline NetworkResults RunNetwork(const Network& n, const NetworkInputs& inputs) {
  NetworkResults results;
  const auto of_state = static_cast<size_t>(n.batch * n.hidden);
  results.last_hidden.resize(static_cast<size_t>(n.Cells()) * of_state);
  results.last_cell.resize(results.last_hidden.size());
  results.kept.assign(n.KeptOfCell(), std::vector<Doubles>(static_cast<size_t>(n.Cells())));
  Doubles rows = inputs.input;
  const int64_t width = n.directions * n.hidden;
  for (int64_t layer = 0; layer < n.layers; ++layer) {
    Doubles next(static_cast<size_t>(n.steps * n.batch * width), 0.0);
    for (int64_t direction = 0; direction < n.directions; ++direction) {
      const CellReference cell(n, inputs, layer, direction);
      const auto at_cell = static_cast<size_t>(cell.cell());
      for (auto& sort : results.kept) {
        sort[at_cell].assign(static_cast<size_t>(n.steps) * of_state, 0.0);
      }
      for (int64_t b = 0; b < n.batch; ++b) {
        Doubles state, c;
        for (int64_t h = 0; h < n.hidden; ++h) {
          state.push_back(cell.First(inputs.first_hidden, b, h));
          c.push_back(cell.First(inputs.first_cell, b, h));
        }
        for (int64_t i = 0; i < n.steps; ++i) {
          const int64_t time = cell.TimeOf(i), row = n.RowOf(time, b);
          const Doubles before = state;
          for (int64_t h = 0; h < n.hidden; ++h) {
            const auto k = static_cast<size_t>(h);
            const auto keep = [&](size_t sort, double value) {
              results.kept[sort][at_cell][cell.Of(time, b, h)] = value;
            };
            if (b >= n.RowsAt(time)) {
              keep(4, state[k]);
              if (n.IsLstm()) keep(5, c[k]);
              continue;
            }
            const auto by_input = [&](int64_t g) {
              return cell.ByInput(rows, row, g * n.hidden + h);
            };
            const auto by_hidden = [&](int64_t g) {
              return cell.ByHidden(before, g * n.hidden + h);
            };
            const auto both = [&](int64_t g) { return by_input(g) + by_hidden(g); };
            if (n.IsLstm()) {
              const double in = Logistic(both(0)), forget = Logistic(both(1)),
                           given = std::tanh(both(2)), out = Logistic(both(3));
              c[k] = forget * c[k] + in * given;
              state[k] = out * std::tanh(c[k]);
              const double kept[] = {in, given, forget, out, state[k], c[k], std::tanh(c[k])};
              for (size_t sort = 0; sort < 7; ++sort) keep(sort, kept[sort]);
            } else {
              const double reset = Logistic(both(0)), update = Logistic(both(1)),
                           product = by_hidden(2), given = std::tanh(by_input(2) + reset * product);
              state[k] = (1 - update) * given + update * before[k];
              const double kept[] = {reset, update, given, product, state[k]};
              for (size_t sort = 0; sort < 5; ++sort) keep(sort, kept[sort]);
            }
            next[static_cast<size_t>(row * width + direction * n.hidden + h)] = state[k];
          }
        }
        for (int64_t h = 0; h < n.hidden; ++h) {
          results.last_hidden[cell.Of(cell.cell(), b, h)] = state[static_cast<size_t>(h)];
          results.last_cell[cell.Of(cell.cell(), b, h)] = c[static_cast<size_t>(h)];
        }
      }
    }
    rows = next;
  }
  results.output = rows;
  return results;
}

// By the output and the last states; empty: 0.
struct NetworkGradients {
  Doubles output, last_hidden, last_cell;
};
struct NetworkSlopes {
  Doubles by_input, by_first_hidden, by_first_cell;
  std::vector<Doubles> by_params;
};

// Those of a call that kept this.
inline NetworkSlopes SlopesOfNetwork(const Network& n, const NetworkInputs& inputs,
                                     const std::vector<std::vector<Doubles>>& kept,
                                     const NetworkGradients& given) {
  NetworkSlopes slopes;
  slopes.by_first_hidden.assign(static_cast<size_t>(n.Cells() * n.batch * n.hidden), 0.0);
  slopes.by_first_cell = slopes.by_first_hidden;
  for (const Doubles& param : inputs.params) slopes.by_params.emplace_back(param.size(), 0.0);
  const int64_t width = n.directions * n.hidden;
  Doubles by_output = given.output;
  by_output.resize(static_cast<size_t>(n.steps * n.batch * width), 0.0);
  for (int64_t layer = n.layers; layer-- > 0;) {
    const int64_t columns = n.InputsOf(layer);
    Doubles by_rows(static_cast<size_t>(n.steps * n.batch * columns), 0.0), rows = by_rows;
    for (int64_t time = 0; time < n.steps; ++time) {
      for (int64_t b = 0; b < n.batch; ++b) {
        for (int64_t i = 0; i < columns; ++i) {
          const auto at = static_cast<size_t>(n.RowOf(time, b) * columns + i);
          if (layer == 0) {
            rows[at] = inputs.input[at];
          } else {
            const auto below = static_cast<size_t>((layer - 1) * n.directions + i / n.hidden);
            rows[at] =
                kept[4][below][static_cast<size_t>((time * n.batch + b) * n.hidden + i % n.hidden)];
          }
        }
      }
    }
    for (int64_t direction = 0; direction < n.directions; ++direction) {
      const CellReference cell(n, inputs, layer, direction);
      const auto at_cell = static_cast<size_t>(cell.cell());
      const auto param = [&](size_t k) -> Doubles& {
        return slopes.by_params[at_cell * n.ParamsOfCell() + k];
      };
      for (int64_t b = 0; b < n.batch; ++b) {
        Doubles by_state, by_cell;
        for (int64_t h = 0; h < n.hidden; ++h) {
          by_state.push_back(cell.First(given.last_hidden, b, h));
          by_cell.push_back(cell.First(given.last_cell, b, h));
        }
        for (int64_t i = n.steps; i-- > 0;) {
          const int64_t time = cell.TimeOf(i), row = n.RowOf(time, b);
          if (b >= n.RowsAt(time)) continue;
          const auto before = [&](size_t sort, const Doubles& first, int64_t h) {
            return i == 0 ? cell.First(first, b, h)
                          : kept[sort][at_cell][cell.Of(cell.TimeOf(i - 1), b, h)];
          };
          Doubles by_a(static_cast<size_t>(n.gates * n.hidden)), by_b, carried;
          for (int64_t h = 0; h < n.hidden; ++h) {
            const auto at = [&](size_t sort) { return kept[sort][at_cell][cell.Of(time, b, h)]; };
            const auto k = static_cast<size_t>(h);
            const double dh =
                by_state[k] +
                by_output[static_cast<size_t>(row * width + direction * n.hidden + h)];
            double of_gates[4];
            if (n.IsLstm()) {
              const double in = at(0), g = at(1), forget = at(2), out = at(3), seen = at(6);
              const double dc = by_cell[k] + dh * out * (1 - seen * seen);
              of_gates[0] = dc * g * in * (1 - in);
              of_gates[1] = dc * before(5, inputs.first_cell, h) * forget * (1 - forget);
              of_gates[2] = dc * in * (1 - g * g);
              of_gates[3] = dh * seen * out * (1 - out);
              by_cell[k] = dc * forget;
              carried.push_back(0);
            } else {
              const double reset = at(0), update = at(1), g = at(2), product = at(3);
              of_gates[2] = dh * (1 - update) * (1 - g * g);
              of_gates[0] = of_gates[2] * product * reset * (1 - reset);
              of_gates[1] = dh * (before(4, inputs.first_hidden, h) - g) * update * (1 - update);
              carried.push_back(dh * update);
            }
            for (int64_t gate = 0; gate < n.gates; ++gate) {
              by_a[static_cast<size_t>(gate * n.hidden + h)] = of_gates[gate];
            }
          }
          by_b = by_a;
          for (int64_t h = 0; !n.IsLstm() && h < n.hidden; ++h) {
            by_b[static_cast<size_t>(2 * n.hidden + h)] *= kept[0][at_cell][cell.Of(time, b, h)];
          }
          by_state = carried;
          for (int64_t g = 0; g < n.gates * n.hidden; ++g) {
            const double a = by_a[static_cast<size_t>(g)], of_b = by_b[static_cast<size_t>(g)];
            for (int64_t x = 0; x < columns; ++x) {
              const auto at = static_cast<size_t>(row * columns + x);
              by_rows[at] += a * cell.Weight(0, g, x);
              param(0)[static_cast<size_t>(g * columns + x)] += a * rows[at];
            }
            for (int64_t h = 0; h < n.hidden; ++h) {
              by_state[static_cast<size_t>(h)] += of_b * cell.Weight(1, g, h);
              param(1)[static_cast<size_t>(g * n.hidden + h)] +=
                  of_b * before(4, inputs.first_hidden, h);
            }
            if (!n.has_bias) continue;
            param(2)[static_cast<size_t>(g)] += a;
            param(3)[static_cast<size_t>(g)] += of_b;
          }
        }
        for (int64_t h = 0; h < n.hidden; ++h) {
          slopes.by_first_hidden[cell.Of(cell.cell(), b, h)] = by_state[static_cast<size_t>(h)];
          slopes.by_first_cell[cell.Of(cell.cell(), b, h)] = by_cell[static_cast<size_t>(h)];
        }
      }
    }
    by_output = by_rows;
  }
  slopes.by_input = by_output;
  return slopes;
}

}  // namespace openaclnn::test
