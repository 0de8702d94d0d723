# `cmake --install` lays the prefix out like a CANN home, so that build lines and build files
# written for one work here:
#   <arch>-linux/                  the files, in include, lib64 and, with OPENACLNN_BUILD_TOOLS, bin
#   include, lib64, bin            links to them
#   aarch64-linux                  also on other machines: some clients have this name built in
#   set_env.sh, opp/               what programs expect a home to have
#   python/site-packages           the module acl, which set_env.sh puts on PYTHONPATH
#   lib64/cmake, lib64/pkgconfig   for projects that look the libraries up
# Everything finds its place relative to itself: the prefix may be moved. The components (runtime,
# hccl, cuda, dev, tools; home: what packages have elsewhere) are those of cmake/packages.cmake.
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)  # a home of its own, as include/ and lib64/ are links
  set_property(CACHE CMAKE_INSTALL_PREFIX PROPERTY VALUE /opt/openaclnn)
endif()
include(CMakePackageConfigHelpers)

set(home ${CMAKE_SYSTEM_PROCESSOR}-linux)
set(install_files ${PROJECT_BINARY_DIR}/install)
set(home_files ${PROJECT_SOURCE_DIR}/cmake/install)

# openaclnn_install_link(<folder in the prefix> <name> <target of the link> <option of install()>...)
function(openaclnn_install_link folder name target)
  file(MAKE_DIRECTORY ${install_files}/links/${folder})
  file(CREATE_LINK ${target} ${install_files}/links/${folder}/${name} SYMBOLIC)
  install(FILES ${install_files}/links/${folder}/${name} DESTINATION ${folder} ${ARGN})
endfunction()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
install(TARGETS ascendcl nnopbase opapi acl_op_compiler LIBRARY DESTINATION ${home}/lib64)
install(DIRECTORY DESTINATION opp)
install(DIRECTORY DESTINATION runtime)   # PyTorch's adapter asks whether these two exist
install(DIRECTORY DESTINATION compiler)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/openaclnn/pyacl/acl DESTINATION python/site-packages
        PATTERN __pycache__ EXCLUDE)
openaclnn_install_link(. lib64 ${home}/lib64)
if(NOT home STREQUAL aarch64-linux)
  openaclnn_install_link(. aarch64-linux ${home})
endif()

# The other names under which programs know the libraries.
foreach(name acl_rt            # ascendcl, in newer CANN
             libascendcl       # Jittor passes -llibascendcl
             msprofiler ms_tools_ext   # CANN has profiling there
             ascend_hal        # the driver, without which PyTorch's profiler ends the process
             ge_runner graph acl_tdt_channel)  # PyTorch's adapter loads them and calls nothing of them
  openaclnn_install_link(${home}/lib64 lib${name}.so libascendcl.so)
endforeach()
if(OPENACLNN_HCCL)
  install(TARGETS hccl hccl_gloo LIBRARY DESTINATION ${home}/lib64 COMPONENT hccl)
  openaclnn_install_link(${home}/lib64 libhcomm.so libhccl.so COMPONENT hccl)  # newer CANN has communicators there
else()
  openaclnn_install_link(${home}/lib64 libhccl.so libascendcl.so)  # PyTorch's adapter does not load without it
endif()
if(OPENACLNN_CUDA_CODE)
  install(TARGETS openaclnn_cuda LIBRARY DESTINATION ${home}/lib64 COMPONENT cuda NAMELINK_SKIP)  # nobody links it
endif()
openaclnn_install_link(${home}/lib64 liblibnnopbase.so libnnopbase.so)
foreach(name opapi_nn opapi_math opapi_cv opapi_transformer opapi_legacy  # newer CANN: one for each family of operators
             aclnn_ops_infer aclnn_ops_train aclnn_math                   # older CANN; MindTorch insists on two of them
             libopapi)
  openaclnn_install_link(${home}/lib64 lib${name}.so libopapi.so)
endforeach()

configure_file(${home_files}/set_env.sh ${install_files}/set_env.sh COPYONLY)
install(FILES ${install_files}/set_env.sh DESTINATION .)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${home}/share/doc/openaclnn COMPONENT home)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ ${OPENACLNN_GENERATED_INCLUDE}/ DESTINATION ${home}/include
        PATTERN ops EXCLUDE)  # ops/<family>/operators.h, which no program includes
openaclnn_install_link(. include ${home}/include)

set(pkg_config_prefix "\${pcfiledir}/../..")
set(pkg_config_options "")
configure_file(${home_files}/openaclnn.pc.in ${install_files}/openaclnn.pc @ONLY)
install(FILES ${install_files}/openaclnn.pc DESTINATION ${home}/lib64/pkgconfig)

configure_file(${home_files}/openaclnn-config.cmake ${install_files}/openaclnn-config.cmake COPYONLY)
write_basic_package_version_file(${install_files}/openaclnn-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${install_files}/openaclnn-config.cmake ${install_files}/openaclnn-config-version.cmake
        DESTINATION ${home}/lib64/cmake/openaclnn)
openaclnn_install_link(share/cmake openaclnn ../../lib64/cmake/openaclnn COMPONENT home)  # Debian's CMake does not look in lib64
unset(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME)
