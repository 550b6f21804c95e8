#!/usr/bin/env bash
# Tests check.sh: each kind of violation, put into a tree that is otherwise clean, is reported at
# its place, and what only looks like one is not.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/src/{base,chess,solve,uci,server,app,extra} "$tree/tests/base"
cp "$here/../../.clang-format" "$tree/"
failures=0

spdx='// SPDX-License-Identifier: GPL-3.0-or-later'

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# rejects CHECK FILE LINE MESSAGE <text: the file's text is reported at that line.
rejects() {
  local report
  cat >"$tree/$2"
  if report=$("$here/check.sh" "$1" "$tree" 2>&1); then
    fail "$1 accepts $2: $4"
  elif [[ $report != *"$2:$3:"*"$4"* ]]; then
    fail "$1 does not report $2:$3: $4, but: $report"
  fi
  rm "$tree/$2"
}

# accepts CHECK FILE <text: nothing is reported.
accepts() {
  local report
  cat >"$tree/$2"
  report=$("$here/check.sh" "$1" "$tree" 2>&1) || fail "$1 rejects $2: $report"
  rm "$tree/$2"
}

# with_spdx LINE...: a file with the licence line and these lines.
with_spdx() { printf '%s\n' "$spdx" "$@"; }

if "$here/check.sh" words "$tree" >/dev/null; then fail "a tree without sources passes"; fi

with_spdx '#pragma once' '' 'namespace lucena {}' >"$tree/src/base/clean.h"
for check in format layers words; do
  "$here/check.sh" $check "$tree" || fail "$check rejects a clean tree"
done

rejects format src/base/a.cpp 2 "code should be clang-formatted" < <(with_spdx 'int  x ;')

layer() { rejects layers "$1" 2 "$3" < <(with_spdx "$2"); }
layer src/base/a.cpp '#include "chess/square.h"' "src/base may not include chess"
layer src/chess/a.h '#include "solve/loop.h"' "src/chess may not include solve"
layer src/solve/a.cpp '#  include "app/main.h"' "src/solve may not include app"
layer src/uci/a.cpp '#include "server/http.h"' "src/uci may not include server"
layer src/uci/a.cpp '#include "console/loop.h"' "src/uci may not include console"
layer src/app/a.cpp '#include "main.h"' 'write #include "folder/file.h"'
layer src/chess/a.cpp '#include "../base/text.h"' 'write #include "folder/file.h"'
layer src/chess/a.cpp '#include "bass/text.h"' "no such folder: bass"
layer src/chess/a.cpp '#include <base/text.h>' "with quotes"
rejects layers src/extra/a.cpp 1 "not in a folder" < <(with_spdx)
rejects layers src/a.cpp 1 "not in a folder" < <(with_spdx)
rejects layers src/base/a.h 3 "there is a Twin in" < <(with_spdx 'struct Twin {};' 'class Twin {')
accepts layers src/base/a.h < <(with_spdx 'class Twin;' 'class Twin final : public Base {' '};')
for statement in 'std::cout << 1;' 'std::cerr << 1;' 'printf("1");' 'std::printf("1");' \
  'if (x) puts("1");' 'std::fputs("1", stdout);' 'fprintf(stderr, "1");' 'fmt::print("1");'; do
  layer src/chess/a.cpp "$statement" "only src/app prints"
done
for statement in 'std::exit(1);' 'exit(1);' '  ::exit(1);' 'std::abort();' 'if (x) abort();'; do
  layer src/solve/a.cpp "$statement" "only src/app ends the program"
done

accepts layers src/uci/a.cpp < <(with_spdx '#include <cstdio>' '#include "uci/loop.h"' \
  '#include "chess/move.h"' 'std::snprintf(text, 3, "%d", 1);  // not printf("1")' \
  'say("std::cerr \" abort()"); problem.exit(move);' \
  'table->exit(); first_exit(move); Game::abort();')
accepts layers src/app/a.cpp < <(with_spdx '#include "uci/loop.h"' '#include "server/http.h"' \
  'fmt::print(stderr, "1");' 'std::exit(1);')
accepts layers tests/base/a.cpp < <(with_spdx '#include "app/main.h"' 'std::cout << 1;')

word() { rejects words "$1" 2 "$3" < <(with_spdx "$2"); }
for mark in TODO FIXME XXX HACK; do
  word src/base/a.cpp "int x;  // $mark: later" "unfinished work"
done
word src/base/a.cpp '#if 0' "switched off"
word src/base/a.cpp 'using namespace std;' "using namespace std"
word src/base/a.cpp '  goto end;' "goto"
word src/base/a.cpp '#define TWICE(x) (2 * (x))' "macro"
word src/base/a.cpp ' # define EMPTY' "macro"
word tests/base/a.cpp 'TEST(A, DISABLED_B) {}' "does not run"
word tests/base/a.cpp '  GTEST_SKIP();' "says why"
word src/base/a.cpp "// $(printf '%098d' 0)" "100 columns"
rejects words src/base/a.cpp 1 "SPDX" < <(echo 'int x;')
rejects words src/base/a.h 1 "#pragma once" < <(with_spdx 'int x;')
rejects words src/base/a.cpp 601 "600 lines" < <(with_spdx && yes '' | head -n 600)

accepts words src/base/a.h < <(with_spdx '#pragma once' "// $(printf '%097d' 0)" \
  "// $(printf 'é%.0s' {1..97})" '#ifdef NDEBUG' '#if 01' \
  'int goto_square;  // goto is a word here' \
  'using namespace std_extras;')
accepts words src/base/a.cpp < <(with_spdx && yes '' | head -n 599)
accepts words tests/base/a.cpp < <(with_spdx '#define LAW(x) x' '  GTEST_SKIP() << "no board";')

if ((failures)); then exit 1; fi
echo "every violation is reported and nothing else is"
