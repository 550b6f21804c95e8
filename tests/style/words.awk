# Words and shapes that the house style rules out. Portable awk: no word boundaries, no intervals.

BEGIN {
  spdx = "// SPDX-License-Identifier: GPL-3.0-or-later"
}

function report_at(file, line, message) {
  printf "%s:%d: %s\n", file, line, message
  broken = 1
}

function report(message) { report_at(FILENAME, FNR, message) }

function finish_file() {
  if (file == "") return
  if (line_count > 600) report_at(file, line_count, "more than 600 lines")
  if (file ~ /\.(h|cuh)$/ && !guarded) report_at(file, 1, "a header needs #pragma once")
}

FNR == 1 {
  finish_file()
  file = FILENAME
  guarded = 0
  if ($0 != spdx) report("the first line is not: " spdx)
}

{
  line_count = FNR
  columns = $0
  gsub(/[\200-\277]/, "", columns)  # a character in UTF-8 has one byte that is not one of these
  if (length(columns) > 100) report("more than 100 columns")

  code = $0
  gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
  sub(/\/\/.*/, "", code)
}

/^#pragma once/ { guarded = 1 }

/TODO|FIXME|XXX|HACK/ { report("unfinished work belongs in an issue") }

code ~ /DISABLED_/ { report("a test that does not run is no test") }
code ~ /GTEST_SKIP/ && code !~ /GTEST_SKIP\(\) << ""/ { report("a test that is skipped says why") }

code ~ /^[ \t]*#[ \t]*if[ \t]+0[ \t]*$/ { report("delete code that is switched off") }

code ~ /using[ \t]+namespace[ \t]+std[ \t]*;/ { report("no using namespace std") }

code ~ /(^|[^A-Za-z0-9_])goto[ \t]/ { report("no goto") }

code ~ /^[ \t]*#[ \t]*define[ \t]/ && file ~ /^src\// { report("a macro; write a function") }

END {
  finish_file()
  exit broken
}
