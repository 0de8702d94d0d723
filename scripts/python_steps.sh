# Sourced by ./run and ./test, after steps.sh: the Python package, in a virtual environment where the
# source tree is out of sight.

python_folder=$PWD/build/python
python_bin=$python_folder/venv/bin

# The version of PyTorch is one that pip finds only where somebody put the wheel for CPUs: the others
# are gigabytes. False if there is none.
install_torch() {  # <option of pip install>...
  "$python_bin/pip" install --retries 1 --timeout 30 "$@" torch==2.13.0+cpu \
    >"$steps_log_folder/pip-torch.log" 2>&1
}

# Builds the wheel, with compiler and options of the preset release, so that ccache has the libraries'
# objects, and installs it and what else pip is told.
install_wheel() {  # <argument of pip install>...
  rm -f "$python_folder"/openaclnn-*.whl
  step "Build the wheel" env CC=cc CXX=c++ "$python_bin/pip" wheel --no-deps \
    --wheel-dir "$python_folder" --config-settings=cmake.define.OPENACLNN_WERROR=ON .
  # The version is that of one that may be there.
  step "Install the wheel" "$python_bin/pip" install --no-deps --force-reinstall \
    "$python_folder"/openaclnn-*.whl
  step "Install what it is used with" "$python_bin/pip" install "$python_folder"/openaclnn-*.whl "$@"
}
