#!/usr/bin/env bash
# Whether object files that are compiled for newer processors keep to themselves. The linker takes one
# copy of each weak function for all of the program, and it must not be one of theirs.
set -euo pipefail
status=0
for object in "$@"; do
  weak=$(nm --defined-only --demangle "$object" | grep ' W ') || true
  if [[ -n $weak ]]; then
    printf '%s has functions that could serve all of the program:\n%s\n' "$object" "$weak"
    status=1
  fi
done
exit $status
