#!/bin/sh
# Prints the path of a Python 3.11 or newer. Plain sh, because it also has to speak where every Python is too old.
# PYTHON=/path/to/python names one; otherwise python3 and the versioned names on the PATH are asked, and one that
# can make an environment (Debian packs that apart) goes before one that cannot.

if [ -n "$PYTHON" ]; then
    set -- "$PYTHON"
else
    set -- python3 python3.13 python3.12 python3.11 python3.14 python
fi

too_old=
cannot_make=
for name in "$@"; do
    version=$("$name" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
    path=$("$name" -c 'import sys
if sys.version_info >= (3, 11): print(sys.executable)' 2>/dev/null)
    if [ -z "$path" ]; then
        too_old="$too_old, $name is $version"
    elif "$path" -c 'import ensurepip, venv' 2>/dev/null; then
        echo "$path"
        exit 0
    else
        cannot_make=${cannot_make:-$path}
    fi
done

if [ -n "$cannot_make" ]; then
    echo "$cannot_make"
    exit 0
fi
if [ -n "$too_old" ]; then
    echo "Charleston needs Python 3.11 or newer, and this is what was found: ${too_old#, }." >&2
elif [ -n "$PYTHON" ]; then
    echo "Charleston needs Python 3.11 or newer, and $PYTHON does not run." >&2
else
    echo "Charleston needs Python 3.11 or newer, and no Python was found." >&2
fi
echo "Install one (Debian, Ubuntu: sudo apt install python3 python3-venv; macOS: brew install python@3.12)," >&2
echo "or name one you have: make PYTHON=/path/to/python3.12 ..." >&2
exit 1
