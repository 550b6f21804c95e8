# A folder under src includes only folders above it, only src/app prints and exits, and no name of a
# type is used twice.
# Portable awk: no word boundaries, no intervals.

BEGIN {
  # The top layer first. Folders joined by a comma do not know each other.
  order = "base chess endgame table solve cuda census oracle engine,query uci,console match,trainer,report server app"
  layer_count = split(order, layers, " ")
  for (i = 1; i <= layer_count; ++i) {
    n = split(layers[i], names, ",")
    for (j = 1; j <= n; ++j) rank[names[j]] = i
  }
  not_word = "(^|[^A-Za-z0-9_])"
  # A member or a name of ours that ends in the same letters is no call of the C library's.
  not_name = "(^|[^A-Za-z0-9_.>:]|std::|[^A-Za-z0-9_]::|^::)"
  streams = not_word "(cout|cerr|clog|stdout|stderr)([^A-Za-z0-9_]|$)"
  prints = not_name "(v?printf|puts|putchar|perror)[ ]*\\("
  formats = "fmt::(print|println|vprint)[ ]*\\("
  exits = not_name "(exit|_exit|_Exit|quick_exit|abort|terminate)[ ]*\\("
}

function report(message) {
  printf "%s:%d: %s\n", FILENAME, FNR, message
  broken = 1
}

function check_include(line,    path, parts) {
  path = line
  sub(/^[ \t]*#[ \t]*include[ \t]*/, "", path)
  if (path ~ /^</) {
    split(substr(path, 2), parts, "/")
    if (parts[1] in rank && path ~ /\//) report("include our own headers with quotes")
    return
  }
  if (path !~ /^"[a-z0-9_]+\/[a-z0-9_]+\.(h|cuh)"/) {
    report("write #include \"folder/file.h\"")
    return
  }
  split(substr(path, 2), parts, "/")
  if (!(parts[1] in rank)) {
    report("no such folder: " parts[1])
  } else if (parts[1] != folder && rank[parts[1]] >= rank[folder]) {
    report("src/" folder " may not include " parts[1])
  }
}

FILENAME !~ /^src\// { next }

FNR == 1 {
  depth = split(FILENAME, path, "/")
  folder = path[2]
  if (depth < 3 || !(folder in rank)) report("not in a folder that tests/style/layers.awk knows")
}

/^[ \t]*#[ \t]*include/ {
  check_include($0)
  next
}

# Two types of one name would silently be taken for the same by the linker.
FILENAME ~ /\.h$/ && /^(struct|class|enum class) [A-Z][A-Za-z0-9]*[ :]/ {
  type = $1 == "enum" ? $3 : $2
  if (type in defined) report("there is a " type " in " defined[type] " already")
  defined[type] = FILENAME
}

folder != "app" {
  code = $0
  gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
  sub(/\/\/.*/, "", code)
  if (code ~ streams || code ~ prints || code ~ formats) report("only src/app prints")
  if (code ~ exits) report("only src/app ends the program")
}

END { exit broken }
