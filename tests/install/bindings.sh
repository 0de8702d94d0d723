# Python programs open the libraries by ctypes, find every operator and get the right values.
if [[ ! -e $PREFIX/bin ]]; then
  echo "built without OPENACLNN_BUILD_TOOLS"
  exit 0
fi
source "$PREFIX/set_env.sh"
for check in 0 1; do
  OPENACLNN_CHECK=$check quietly python3 "$SOURCE/tests/install/bindings.py"
  OPENACLNN_CHECK=$check quietly python3 "$SOURCE/tests/install/bindings_training.py"
done
