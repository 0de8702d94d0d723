# Makes this folder the CANN home of the shell that reads it:  source <home>/set_env.sh
# For bash, dash, ksh and zsh. Reading it again changes nothing.

_openaclnn_home=
if [ -n "${BASH_SOURCE-}" ]; then
  _openaclnn_home=${BASH_SOURCE}  # the first element: this file
elif [ -n "${ZSH_VERSION-}" ]; then
  eval '_openaclnn_home=${(%):-%x}'
elif [ -n "${KSH_VERSION-}" ]; then
  eval '_openaclnn_home=${.sh.file-}'
fi
if [ -z "$_openaclnn_home" ]; then
  # Other shells do not tell what they read, but the kernel tells which files they have open.
  for _openaclnn_file in "/proc/$$/fd/"*; do
    _openaclnn_file=$(readlink "$_openaclnn_file") || continue
    case $_openaclnn_file in
      */set_env.sh) _openaclnn_home=$_openaclnn_file ;;
    esac
  done
  unset _openaclnn_file
fi
_openaclnn_home=$(CDPATH='' cd -- "$(dirname -- "$_openaclnn_home")" 2>/dev/null && pwd)

# Prints the ":"-separated list $2 with $1 once, in front.
_openaclnn_prepend() (
  list=":$2:"
  while :; do
    case $list in
      *":$1:"*) list="${list%%":$1:"*}:${list#*":$1:"}" ;;
      *) break ;;
    esac
  done
  list=${list#:}
  list=${list%:}
  printf '%s' "$1${list:+:$list}"
)

if [ -e "$_openaclnn_home/lib64/libascendcl.so" ]; then
  export ASCEND_TOOLKIT_HOME="$_openaclnn_home"
  export ASCEND_HOME_PATH="$_openaclnn_home"
  export ASCEND_OPP_PATH="$_openaclnn_home/opp"
  export ASCEND_AICPU_PATH="$_openaclnn_home"
  LD_LIBRARY_PATH=$(_openaclnn_prepend "$_openaclnn_home/lib64" "${LD_LIBRARY_PATH-}")
  CMAKE_PREFIX_PATH=$(_openaclnn_prepend "$_openaclnn_home" "${CMAKE_PREFIX_PATH-}")
  [ ! -e "$_openaclnn_home/bin" ] || PATH=$(_openaclnn_prepend "$_openaclnn_home/bin" "$PATH")
  PKG_CONFIG_PATH=$(_openaclnn_prepend "$_openaclnn_home/lib64/pkgconfig" "${PKG_CONFIG_PATH-}")
  PYTHONPATH=$(_openaclnn_prepend "$_openaclnn_home/python/site-packages" "${PYTHONPATH-}")
  export LD_LIBRARY_PATH CMAKE_PREFIX_PATH PKG_CONFIG_PATH PYTHONPATH PATH
  unset _openaclnn_home
  unset -f _openaclnn_prepend
else
  echo "set_env.sh: cannot find the folder it lies in; use bash, or set ASCEND_HOME_PATH and" \
    "LD_LIBRARY_PATH by hand" >&2
  unset _openaclnn_home
  unset -f _openaclnn_prepend
  false
fi
