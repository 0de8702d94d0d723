#include "tests/oracle/subject.h"

#include <algorithm>

namespace openaclnn::oracle {

const std::vector<const Subject*>& AllSubjects() {
  static const std::vector<const Subject*> all = [] {
    std::vector<const Subject*> subjects;
    for (const Subjects* const family :
         {&ActivationSubjects(), &MathSubjects(), &SplitSubjects(), &RowsSubjects(),
          &AttentionSubjects(), &ConvolutionSubjects(), &MovesSubjects(), &IndexSubjects(),
          &ListsSubjects(), &PoolingSubjects(), &QuantSubjects(), &RandomSubjects(),
          &RecurrentSubjects(), &ResamplingSubjects(), &SumsSubjects()}) {
      for (const Subject& subject : *family) subjects.push_back(&subject);
    }
    return subjects;
  }();
  return all;
}

const Subject* SubjectOf(std::string_view name) {
  constexpr std::string_view kPrefix = "aclnn", kInplace = "aclnnInplace";
  const std::vector<const Subject*>& all = AllSubjects();
  const auto found = std::ranges::find(all, name, &Subject::name);
  if (found != all.end()) return *found;
  if (!name.starts_with(kInplace)) return nullptr;
  return SubjectOf(std::string(kPrefix).append(name.substr(kInplace.size())));
}

}  // namespace openaclnn::oracle
