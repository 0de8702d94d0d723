# Writes the list of a family's operators from the files that define them, and its title:
#   cmake -DFAMILY=activation -DHEADER=family.h -DOUTPUT=FILE -P list_operators.cmake -- FILE...
# The title is what follows "// Title: " in the header.
# An operator is a line OPENACLNN_C_FUNCTIONS(Name, ...) of a file in src/ops/<family>. They stand in
# the order of the files' names, and in that of the lines.
set(operators "")
set(declarations "")
set(is_file FALSE)
foreach(i RANGE ${CMAKE_ARGC})
  set(file "${CMAKE_ARGV${i}}")
  if(is_file AND file)
    file(STRINGS ${file} lines REGEX "^OPENACLNN_C_FUNCTIONS\\(")
    foreach(line IN LISTS lines)
      if(line MATCHES "^OPENACLNN_C_FUNCTIONS\\(([A-Za-z0-9]+),")
        string(APPEND operators " \\\n  OP(${CMAKE_MATCH_1})")
        string(APPEND declarations "extern const OpSpec k${CMAKE_MATCH_1}Spec;\n")
      endif()
    endforeach()
  elseif(file STREQUAL "--")
    set(is_file TRUE)
  endif()
endforeach()

file(STRINGS ${HEADER} title REGEX "^// Title: ")
if(NOT title MATCHES "^// Title: ([^;]+)$")
  message(FATAL_ERROR "${HEADER} has no line \"// Title: ...\", or more than one.")
endif()
set(title "${CMAKE_MATCH_1}")

string(TOUPPER ${FAMILY} upper)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "// The operators of src/ops/${FAMILY}; made by cmake/list_operators.cmake.
#pragma once

#define OPENACLNN_${upper}_TITLE \"${title}\"
#define OPENACLNN_${upper}_OPERATORS(OP)${operators}

namespace openaclnn {

struct OpSpec;
${declarations}
}  // namespace openaclnn
")
