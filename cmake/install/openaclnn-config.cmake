# find_package(openaclnn): openaclnn::ascendcl (runtime), openaclnn::nnopbase (tensors, executors)
# and openaclnn::opapi (operators; brings the other two); openaclnn::hccl (collectives) where it is
# installed. They are the components, too: what is asked for and not here is an error.

# Links lead here from elsewhere; three levels above the file itself is <prefix>/<arch>-linux.
get_filename_component(_openaclnn_home "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(_openaclnn_home "${_openaclnn_home}/../../.." ABSOLUTE)
set(_openaclnn_include "${_openaclnn_home}/include")

set(_openaclnn_names ascendcl nnopbase opapi)
if(EXISTS "${_openaclnn_home}/lib64/libhcomm.so")  # next to libhccl, where that is more than a name
  list(APPEND _openaclnn_names hccl)
endif()

unset(openaclnn_NOT_FOUND_MESSAGE)
foreach(_openaclnn_name IN LISTS openaclnn_FIND_COMPONENTS)
  list(FIND _openaclnn_names ${_openaclnn_name} _openaclnn_at)
  if(_openaclnn_at GREATER -1)
    set(openaclnn_${_openaclnn_name}_FOUND TRUE)
    continue()
  endif()
  set(openaclnn_${_openaclnn_name}_FOUND FALSE)
  if(openaclnn_FIND_REQUIRED_${_openaclnn_name})
    set(openaclnn_FOUND FALSE)
    string(REPLACE ";" ", " _openaclnn_names "${_openaclnn_names}")
    set(openaclnn_NOT_FOUND_MESSAGE
        "There is no component \"${_openaclnn_name}\" of openaclnn here, only ${_openaclnn_names}.")
    if(_openaclnn_name STREQUAL "hccl")
      string(APPEND openaclnn_NOT_FOUND_MESSAGE " openaclnn was built without gloo, which hccl needs.")
    endif()
    return()
  endif()
endforeach()

foreach(_openaclnn_name IN LISTS _openaclnn_names)
  if(NOT TARGET openaclnn::${_openaclnn_name})
    add_library(openaclnn::${_openaclnn_name} SHARED IMPORTED)
    set_target_properties(openaclnn::${_openaclnn_name} PROPERTIES
      IMPORTED_LOCATION "${_openaclnn_home}/lib64/lib${_openaclnn_name}.so"
      IMPORTED_SONAME "lib${_openaclnn_name}.so"
      INTERFACE_INCLUDE_DIRECTORIES
        "${_openaclnn_include};${_openaclnn_include}/aclnn;${_openaclnn_include}/aclnnop")
  endif()
endforeach()
set_property(TARGET openaclnn::nnopbase PROPERTY INTERFACE_LINK_LIBRARIES openaclnn::ascendcl)
set_property(TARGET openaclnn::opapi PROPERTY INTERFACE_LINK_LIBRARIES
             openaclnn::nnopbase openaclnn::ascendcl)

if(TARGET openaclnn::hccl)
  set_property(TARGET openaclnn::hccl PROPERTY INTERFACE_LINK_LIBRARIES openaclnn::ascendcl)
endif()

unset(_openaclnn_at)
unset(_openaclnn_home)
unset(_openaclnn_include)
unset(_openaclnn_name)
unset(_openaclnn_names)
