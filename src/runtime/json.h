// JSON (RFC 8259), as far as configuration files need it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/shared.h"
#include "base/status.h"

namespace openaclnn {

struct Json {
  enum class Kind { kObject, kArray, kString, kNumber, kLiteral };
  struct Member;

  Kind kind = Kind::kLiteral;
  std::string text;  // of a string, decoded; of a number, true, false and null, as written
  std::vector<Member> members;  // of an object, in order
  std::vector<Json> elements;   // of an array

  // The member of an object; null if there is none.
  OPENACLNN_SHARED const Json* Find(std::string_view name) const;
};

struct Json::Member {
  std::string name;
  Json value;
};

// Errors: 100006, with the line of the mistake.
OPENACLNN_SHARED Status ParseJson(std::string_view text, Json& value);

}  // namespace openaclnn
