# Puts the operators' headers into a source file, for `openaclnn describe`.
#   cmake -D FOLDER=<include/aclnnop> -D OUTPUT=<file.cc> -P header_texts.cmake
file(GLOB headers ${FOLDER}/aclnn_*.h)
set(entries "")
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX REPLACE ".*/aclnn_(.*)\\.h" "\\1" name "${header}")
  string(APPEND entries "  if (snake_name == \"${name}\") return R\"header(${text})header\";\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"tools/cli/header_texts.h\"

std::string_view openaclnn::cli::HeaderText(std::string_view snake_name) {
${entries}  return {};
}
")
