# Makes .venv with esneg and the given extras in it. Sourced by the scripts beside this folder.
#
#   use_environment EXTRA[,EXTRA]...     leaves the path of its python in $PYTHON
#
# Does nothing when the same pyproject.toml, constraints.txt and extras were installed before. ESNEG_VENV names another
# folder, ESNEG_PYTHON another Python.

find_python() {
  local candidate
  for candidate in ${ESNEG_PYTHON:+"$ESNEG_PYTHON"} python3 python3.13 python3.12 python3.11 python3.10; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  echo "esneg needs Python 3.10 or later, and there is none on the PATH." >&2
  echo "  -> install one, or name it: ESNEG_PYTHON=/path/to/python3 $0" >&2
  return 2
}

use_environment() {
  local extras=$1 venv=${ESNEG_VENV:-.venv} base wanted
  PYTHON=$venv/bin/python
  wanted="$extras $(cat pyproject.toml constraints.txt | cksum)"
  # An environment with more in it serves as well: `./scripts/test` before `./scripts/demo`.
  if [ -x "$PYTHON" ] && grep -qxF "$wanted" "$venv/.esneg-installed" 2>/dev/null; then
    return
  fi
  if [ ! -x "$PYTHON" ] || ! "$PYTHON" -m pip --version >/dev/null 2>&1; then
    base=$(find_python) || return
    echo "making $venv with $("$base" --version)" >&2
    # A folder without pip in it is what an interrupted run leaves.
    "$base" -m venv --clear "$venv" || {
      echo "  -> on Debian and Ubuntu: apt-get install python3-venv" >&2
      return 2
    }
  fi
  echo "installing esneg[$extras]" >&2
  "$PYTHON" -m pip install --disable-pip-version-check --quiet --constraint constraints.txt --editable ".[$extras]" >&2 || return
  echo "$wanted" >>"$venv/.esneg-installed"
}
