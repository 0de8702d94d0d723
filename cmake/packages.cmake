# `cpack --preset release` makes Debian packages of what is installed:
#   libopenaclnn       component runtime: the libraries under all their names, set_env.sh
#   libopenaclnn-hccl  component hccl: libhccl, where it is built
#   libopenaclnn-cuda  component cuda: device code for GPUs, where it is built
#   libopenaclnn-dev   component dev: headers, CMake package, pkg-config, examples
#   openaclnn          component tools: the program
# The home is /usr/lib/openaclnn, as that of LLVM is /usr/lib/llvm-14: no library of a vendor's name
# lies where the loader looks by itself, so a CANN on the same machine is neither shadowed nor
# overwritten. What has a standard place in /usr lies there, or is linked from there: the components
# system_*, which only packages have.
set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/openaclnn)
set(usr ../..)  # from there
set(package_files ${PROJECT_BINARY_DIR}/packages)
set(package_sources ${PROJECT_SOURCE_DIR}/cmake/packages)
set(package_runtime libopenaclnn)
set(package_hccl libopenaclnn-hccl)
set(package_cuda libopenaclnn-cuda)
set(package_dev libopenaclnn-dev)
set(package_tools openaclnn)

# openaclnn_compress(<file> <name of the compressed file> <target that makes the file>...)
find_program(OPENACLNN_GZIP gzip REQUIRED)
function(openaclnn_compress file name)
  add_custom_command(OUTPUT ${package_files}/${name}
                     COMMAND ${OPENACLNN_GZIP} -9 --no-name --stdout ${file} > ${package_files}/${name}
                     DEPENDS ${file} ${ARGN} VERBATIM)
  set_property(GLOBAL APPEND PROPERTY openaclnn_compressed ${package_files}/${name})
endfunction()

# What Debian asks of every package.
set(maintainer "The openaclnn maintainers <maintainers@openaclnn.example>")
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${package_sources}/changelog.in ${package_files}/changelog @ONLY)
openaclnn_compress(${package_files}/changelog changelog.gz)
openaclnn_compress(${PROJECT_SOURCE_DIR}/CHANGELOG.md NEWS.gz)
set(package_components runtime dev tools)
if(OPENACLNN_HCCL)
  list(APPEND package_components hccl)
endif()
if(OPENACLNN_CUDA_CODE)
  list(APPEND package_components cuda)
endif()
foreach(component IN LISTS package_components)
  install(FILES ${package_files}/changelog.gz ${package_files}/NEWS.gz ${package_sources}/copyright
          DESTINATION ${usr}/share/doc/${package_${component}} COMPONENT system_${component} EXCLUDE_FROM_ALL)
endforeach()

# dev. pkgconf does not follow a link to the file that it takes paths from: packages have their own.
set(pkg_config_prefix ${CPACK_PACKAGING_INSTALL_PREFIX}/${home})
set(pkg_config_options "-Wl,-rpath,\${libdir} ")  # which LD_LIBRARY_PATH, as CANN sets it, overrides
configure_file(${home_files}/openaclnn.pc.in ${package_files}/openaclnn.pc @ONLY)
install(FILES ${package_files}/openaclnn.pc DESTINATION ${usr}/lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig
        COMPONENT system_dev EXCLUDE_FROM_ALL)
file(MAKE_DIRECTORY ${package_files}/cmake ${package_files}/bin)
file(CREATE_LINK ../../openaclnn/${home}/lib64/cmake/openaclnn ${package_files}/cmake/openaclnn SYMBOLIC)
install(FILES ${package_files}/cmake/openaclnn DESTINATION ${usr}/lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake
        COMPONENT system_dev EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${usr}/share/doc/${package_dev}
        COMPONENT system_dev EXCLUDE_FROM_ALL)

# tools
file(CREATE_LINK ../lib/openaclnn/${home}/bin/openaclnn ${package_files}/bin/openaclnn SYMBOLIC)
install(FILES ${package_files}/bin/openaclnn DESTINATION ${usr}/bin COMPONENT system_tools EXCLUDE_FROM_ALL)
openaclnn_compress(${PROJECT_BINARY_DIR}/tools/cli/openaclnn.1 openaclnn.1.gz openaclnn)
install(FILES ${package_files}/openaclnn.1.gz DESTINATION ${usr}/share/man/man1 COMPONENT system_tools EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_BINARY_DIR}/tools/cli/openaclnn.bash DESTINATION ${usr}/share/bash-completion/completions
        RENAME openaclnn COMPONENT system_tools EXCLUDE_FROM_ALL)
# The licences of header libraries that are compiled into the program.
foreach(library libcli11-dev nlohmann-json3-dev)
  install(FILES /usr/share/doc/${library}/copyright RENAME copyright.${library}
          DESTINATION ${usr}/share/doc/${package_tools} COMPONENT system_tools EXCLUDE_FROM_ALL)
endforeach()

get_property(compressed GLOBAL PROPERTY openaclnn_compressed)
add_custom_target(openaclnn_packages ALL DEPENDS ${compressed} ascendcl acl_op_compiler nnopbase opapi openaclnn npu-smi
                  $<TARGET_NAME_IF_EXISTS:hccl> $<TARGET_NAME_IF_EXISTS:openaclnn_cuda>)

# The groups are the packages.
set(CPACK_COMPONENTS_ALL ${package_components})
foreach(component IN LISTS package_components)
  list(APPEND CPACK_COMPONENTS_ALL system_${component})
endforeach()
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)

set(CPACK_PACKAGE_NAME openaclnn)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGE_CONTACT ${maintainer})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(CMAKE_CROSSCOMPILING)  # cmake/aarch64-linux-gnu.cmake
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
  configure_file(${package_sources}/dpkg-shlibdeps.in ${package_files}/dpkg-shlibdeps @ONLY)
  set(CPACK_PROJECT_CONFIG_FILE ${package_files}/cross.cmake)
  file(WRITE ${CPACK_PROJECT_CONFIG_FILE} "set(SHLIBDEPS_EXECUTABLE ${package_files}/dpkg-shlibdeps)\n")
endif()

# openaclnn_package(<component> SECTION <section> SUMMARY <line> DESCRIPTION <lines>
#                   [DEPENDS <packages>] [RECOMMENDS <packages>] [SUGGESTS <packages>])
macro(openaclnn_package component)
  cmake_parse_arguments(arg "" "SECTION;SUMMARY;DESCRIPTION;DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  string(TOUPPER ${component} upper)
  set(CPACK_COMPONENT_${upper}_GROUP ${component})
  set(CPACK_COMPONENT_SYSTEM_${upper}_GROUP ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_${component}})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${arg_SECTION})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${arg_SUMMARY}
openaclnn runs programs written for the CANN aclnn operator API of Ascend
NPUs on an ordinary CPU, with results accurate to the last place. It is an
independent implementation, made from the public interface.

${arg_DESCRIPTION}")
  foreach(relation DEPENDS RECOMMENDS SUGGESTS)
    if(arg_${relation})
      set(CPACK_DEBIAN_${upper}_PACKAGE_${relation} "${arg_${relation}}")
    endif()
  endforeach()
endmacro()

openaclnn_package(runtime SECTION libs SUMMARY "CANN aclnn operators on a CPU (libraries)"
  DESCRIPTION "This package has the libraries, under CANN's names in a folder of their own:
source /usr/lib/openaclnn/set_env.sh to let programs find them."
  RECOMMENDS "${package_hccl}")
if(OPENACLNN_HCCL)
  openaclnn_package(hccl SECTION libs SUMMARY "CANN aclnn operators on a CPU (collectives)"
    DEPENDS "${package_runtime} (= ${PROJECT_VERSION})"
    DESCRIPTION "This package has libhccl, with which programs of several devices, processes
or machines exchange data.")
endif()
if(OPENACLNN_CUDA_CODE)
  openaclnn_package(cuda SECTION libs SUMMARY "CANN aclnn operators on a CPU (device code for GPUs)"
    DEPENDS "${package_runtime} (= ${PROJECT_VERSION})"
    DESCRIPTION "This package has what operators need to run on NVIDIA's GPUs, which is
experimental. The driver is not part of it.")
endif()
openaclnn_package(dev SECTION libdevel SUMMARY "CANN aclnn operators on a CPU (development files)"
  DEPENDS "${package_runtime} (= ${PROJECT_VERSION})" SUGGESTS "${package_tools}"
  DESCRIPTION "This package has the headers, which are the reference, what CMake and
pkg-config need to find the libraries, and examples.")
openaclnn_package(tools SECTION science SUMMARY "CANN aclnn operators on a CPU (command line)"
  SUGGESTS "${package_dev}"
  DESCRIPTION "This package has the program openaclnn, which explains operators, runs them
on NumPy's files, measures their accuracy and speed, and finds mistakes
in installations.")
include(CPack)
