// Who is timed: a benchmark for every case that each can run, named "who/case".
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

namespace openaclnn::bench {

struct Benchmark {
  std::string name;
  std::function<void(benchmark::State&)> run;
  bool sets_time = false;  // as a GPU measures it
};
using Benchmarks = std::vector<Benchmark>;

// "openaclnn", "openaclnn call" with both phases, and "openaclnn queued", what these take of a host
// that does not wait for the GPU.
void AddOperators(Benchmarks* benchmarks);
void AddCopies(Benchmarks* benchmarks);     // "copy", on a GPU
void AddRoofline(Benchmarks* benchmarks);   // "ordinary" and "non-temporal", by their stores
void AddOneDnn(Benchmarks* benchmarks);     // "oneDNN"

// What Google Benchmark runs from now on.
void Register(const Benchmark& benchmark);

// The time of one call. Throws std::runtime_error where the benchmark could not run.
double NanosecondsOf(const Benchmark& benchmark);

}  // namespace openaclnn::bench
