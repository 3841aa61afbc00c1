#!/bin/sh
# Writes the hashed locks. They name no index: pip and uv take packages from wherever the machine is told to.
set -e
cd "$(dirname "$0")"
PATH="$PATH:../.venv/bin"
lock="uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate"
$lock "$@" runtime.in -o runtime.txt
# The same versions for development as for serving.
$lock "$@" dev.in -c runtime.txt -o dev.txt
