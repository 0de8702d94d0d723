// Who is timed. Each registers a benchmark for every case it can run, named "who/case".
#pragma once

namespace openaclnn::bench {

void RegisterOperators();  // "openaclnn", and "openaclnn call" with both phases
void RegisterRoofline();   // "ordinary" and "non-temporal", by their stores
void RegisterOneDnn();     // "oneDNN"

}  // namespace openaclnn::bench
