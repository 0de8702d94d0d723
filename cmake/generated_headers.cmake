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
