#!/usr/bin/env bash
# run.sh BUILD SKIPPED: checks the types of the page, and tests it in a browser. BUILD is the folder
# of the build; where Node, the browser or what npm fetches cannot be had, the exit status is
# SKIPPED and the reason is told as GoogleTest does.
set -euo pipefail
build=$1
skipped=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() {
  printf 'tests/web/run.sh:1: Skipped\n%s\n' "$1"
  exit "$skipped"
}

# As CMake does for the page: npm is asked only when what it has fetched is not of this lock file.
fetch() {
  [[ $here/node_modules/.package-lock.json -nt $here/package-lock.json ]] && return
  (cd "$here" && npm ci --no-progress && touch node_modules/.package-lock.json)
}

for tool in node npm chromium; do
  command -v $tool >/dev/null || skip "$tool is missing, which the web page is tested with"
done
fetch || skip "npm cannot fetch what the web page is tested with"
up_to_date() { [[ $(ninja -C "$build" -n web 2>/dev/null) == *"no work to do"* ]]; }
if ! up_to_date && [[ ! -d $here/../../web/node_modules/chessground ]]; then
  npm ping --registry "$(npm config get registry)" >/dev/null 2>&1 ||
    skip "npm cannot fetch what the web page is built with"
fi
cmake --build "$build" --target web

"$here/node_modules/.bin/tsc" -p "$here/../../web"
exec node "$here/page_test.mjs" "$build/bin/lucena"
