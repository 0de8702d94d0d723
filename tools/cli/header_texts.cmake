# Puts the operators' headers into a source file, for `openaclnn describe`.
#   cmake -D FOLDER=<include/aclnnop> -D OUTPUT=<file.cc> -P header_texts.cmake
file(GLOB headers ${FOLDER}/aclnn_*.h)
set(entries "")
foreach(header IN LISTS headers)
  file(READ ${header} text)
  get_filename_component(file ${header} NAME)
  string(APPEND entries "    {\"${file}\", R\"header(${text})header\"sv},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"tools/cli/header_texts.h\"

std::span<const openaclnn::cli::Header> openaclnn::cli::Headers() {
  using namespace std::string_view_literals;  // compilers know how long they are, and count no texts
  static constexpr Header kHeaders[] = {
${entries}  };
  return kHeaders;
}
")
