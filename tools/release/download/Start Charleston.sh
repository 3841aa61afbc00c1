#!/bin/sh
# Starts Charleston on a Mac or on Linux: finds a Python, has it make the environment beside this file, and starts.
# The same file is "Start Charleston.command" on a Mac, where a double click opens it.

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1

leave() { # the window stays open until somebody has read it
    printf '\n%s\n' "$1"
    if [ -t 0 ]; then
        printf '\nPress Enter to close this window. '
        read -r _
    fi
    exit 1
}

[ -d "$here/wheels" ] || leave "Start Charleston lies alone here: the rest of the download is missing.
Unpack the whole download into a folder first, then start it in that folder."

system=$(uname -s)
# What was downloaded is marked on a Mac, each file of it, and each would be asked about: opening this one was the answer.
[ "$system" = Darwin ] && xattr -dr com.apple.quarantine "$here" 2>/dev/null

python= reasons=

try() { # sets python to the first that fits; remembers why others do not
    [ -z "$python" ] || return
    name=$(command -v "$1" 2>/dev/null) || return
    if [ "$system" = Darwin ] && [ "$name" = /usr/bin/python3 ] && ! xcode-select -p >/dev/null 2>&1; then
        return # a stand-in that opens a window about tools for programmers
    fi
    if reason=$("$name" "$here/set-up/fits.py" 2>/dev/null); then
        python=$name
    elif [ -n "$reason" ]; then
        reasons="$reasons
  $name: $reason"
    fi
}

try_all() {
    for name in "$here"/python/bin/python3.1[0-9] "$here"/python/*/bin/python3.1[0-9]; do try "$name"; done
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do try "$name"; done
    for name in /opt/homebrew/bin/python3 /usr/local/bin/python3 /Library/Frameworks/Python.framework/Versions/3.*/bin/python3; do
        try "$name"
    done
}

try_all
if [ -z "$python" ]; then
    echo "Charleston needs Python 3.11 to 3.14, and there is none on this computer.$reasons"
    if [ -x "$here/uv/uv" ]; then
        echo "Getting one from the internet; this is needed only once ..."
        "$here/uv/uv" python install --quiet --no-config --no-bin --install-dir "$here/python" 3.13 && reasons='' && try_all
    fi
fi
if [ -z "$python" ]; then
    case $system in
        Darwin) where="Get Python 3.13 from https://www.python.org/downloads/macos/, install it" ;;
        *) where="Install Python with the programs of your system (Debian, Ubuntu, Mint: sudo apt install python3 python3-venv)" ;;
    esac
    leave "No Python could be had. $where, and start Charleston again."
fi

# Where it fails, the window waits.
"$python" "$here/set-up/set_up.py" "$@" || leave "Charleston has not started, or was ended."
