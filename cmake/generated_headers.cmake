# Headers that only list or forward to others are made from the list of operator headers, so that a new operator's
# header is reachable by every path that programs use without being named anywhere else.
set(OPENACLNN_GENERATED_INCLUDE ${PROJECT_BINARY_DIR}/include)
file(GLOB operator_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include/aclnnop
     ${PROJECT_SOURCE_DIR}/include/aclnnop/aclnn_*.h)

set(umbrella "// All operators of this version; made from the headers beside it.\n#pragma once\n\n")
foreach(header IN LISTS operator_headers)
  string(APPEND umbrella "#include \"aclnnop/${header}\"\n")
  file(CONFIGURE OUTPUT ${OPENACLNN_GENERATED_INCLUDE}/aclnnop/level2/${header} @ONLY
       CONTENT "// The older path of aclnnop/${header}.\n#pragma once\n\n#include \"aclnnop/${header}\"\n")
endforeach()
foreach(name aclnn_ops_nn.h aclnn_ops_math.h)
  file(CONFIGURE OUTPUT ${OPENACLNN_GENERATED_INCLUDE}/aclnnop/${name} CONTENT "${umbrella}" @ONLY)
endforeach()

# The families of operators are the folders of src/ops that have a family.h. The list of each one's operators is
# ops/<family>/operators.h: an operator is listed by the line that defines its C functions. It is made when a file of the
# family changed, and touched only if the list did. ops/families.h has all the lists.
set(operator_lists "")
set(includes "")
set(families "")
file(GLOB family_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/ops/*/family.h)
foreach(header IN LISTS family_headers)
  cmake_path(GET header PARENT_PATH folder)
  cmake_path(GET folder FILENAME family)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.cc)
  list(FILTER files EXCLUDE REGEX "_kernels[.]cc$")  # which define none
  set(list ${OPENACLNN_GENERATED_INCLUDE}/ops/${family}/operators.h)
  set(script ${PROJECT_SOURCE_DIR}/cmake/list_operators.cmake)
  add_custom_command(OUTPUT ${list} DEPENDS ${header} ${files} ${script} VERBATIM
                     COMMAND ${CMAKE_COMMAND} -DFAMILY=${family} -DHEADER=${header} -DOUTPUT=${list}
                             -P ${script} -- ${files})
  list(APPEND operator_lists ${list})
  string(APPEND includes "#include \"ops/${family}/operators.h\"\n")
  string(TOUPPER ${family} upper)
  string(APPEND families " \\\n  FAMILY(OPENACLNN_${upper}_TITLE, OPENACLNN_${upper}_OPERATORS)")
endforeach()
file(CONFIGURE OUTPUT ${OPENACLNN_GENERATED_INCLUDE}/ops/families.h @ONLY
     CONTENT "// The families of operators, each by its title and its list; made by cmake/generated_headers.cmake.
#pragma once

${includes}
#define OPENACLNN_FAMILIES(FAMILY)${families}
")
add_custom_target(openaclnn_operator_lists DEPENDS ${operator_lists})
