#include "bench/cases.h"

namespace openaclnn::bench {

const std::vector<Subject>& Subjects() {
  static const std::vector<Subject> subjects = [] {
    std::vector<Subject> all;
    for (const oracle::Subject* const subject : oracle::AllSubjects()) {
      for (const oracle::Timing& timing : subject->timings) {
        all.push_back({timing, subject->name.data()});
      }
    }
    return all;
  }();
  return subjects;
}

}  // namespace openaclnn::bench
