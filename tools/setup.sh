# Shared by ./lucena and ./test, which source it: the packages they need and how to build a preset.
# The caller sets `root`, the repository's folder, and `set -euo pipefail`. Everything here speaks
# on stderr and reads nothing from stdin: both belong to the program that runs afterwards.
# shellcheck shell=bash disable=SC2034,SC2154

# Debian package, then why it is needed.
program_packages=(
  "g++ compiles the program"
  "cmake configures the build"
  "ninja-build runs the build"
  "libfmt-dev formats the program's text"
  "libcli11-dev reads the command line"
  "nlohmann-json3-dev writes JSON"
  "libcpp-httplib-dev serves the web page and the API"
  "libzstd-dev compresses tables"
  "libxxhash-dev finds damage in tables"
  "libncurses-dev tells what the terminal can show"
  "libedit-dev lets a person edit what is typed at the console"
)
# For the first `./lucena serve` alone.
web_packages=(
  "nodejs builds the web page, once"
  "npm fetches the board that the page shows, once"
)
test_packages=(
  "libgtest-dev is what the tests are written with"
  "clang-format checks how the sources are laid out"
  "stockfish is the independent engine that results are compared with"
  "pgn-extract is the independent reader of the games we write"
  "polyglot makes opening books to compare ours with"
  "gnuchess-book has an opening book of other people to read"
  "gaviotatb has mate distances of other people to compare ours with"
  "libgaviotatb-dev reads them"
  "python3 reads the JSON and the pictures that we write"
  "chromium is the browser that the web page is tested in"
)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
  say "$@"
  exit 1
}

# locked COMMAND...: one set-up at a time. What the command starts inherits the lock, so that the
# leftovers of a killed run finish before the next run begins.
locked() {
  { mkdir -p "$root/build" && : >>"$root/build/lock"; } 2>/dev/null ||
    die "something must be installed or built, but you may not write to $root/build"
  (
    flock --nonblock 9 || { say "waiting for another run to finish its set-up" && flock 9; }
    "$@"
  ) 9>"$root/build/lock" </dev/null >&2
}

# need_packages STAMP ENTRY...: installs what is missing. Asking dpkg takes longer than starting
# the program, so the answer is kept in build/STAMP until dpkg's own records change.
need_packages() {
  local stamp=$root/build/$1 records=/var/lib/dpkg/status
  shift
  if ! command -v dpkg-query >/dev/null; then
    need_tools "$@"
  elif [[ ! $stamp -nt $records || $(<"$stamp") != "$*" ]]; then
    [[ -z $(missing "$@") ]] || locked install "$@"
    # A reader who may not write here still may run the program.
    { mkdir -p "$root/build" && echo "$*" >"$stamp"; } 2>/dev/null || true
  fi
}

# need_node STAMP: Node and npm from wherever they are, or else from Debian. Debian's npm brings
# hundreds of packages with it.
need_node() {
  { command -v node && command -v npm; } >/dev/null || need_packages "$1" "${web_packages[@]}"
}

# need_page PRESET: builds the web page unless it is there. Without one the server still answers
# programs, so that a failure is told and no more.
need_page() {
  up_to_date "$1" web && return
  say "building the web page; the first time that takes Node, npm and the network"
  (need_node web.packages && build "$1" web) && return
  if [[ -f $root/build/$1/bin/web/index.html ]]; then
    say "the web page could not be built, see above; the one from before is served"
  else
    say "the web page could not be built, see above; the API is served without it"
  fi
}

# Without dpkg the libraries' names are unknown; cmake will say which of them it does not find.
need_tools() {
  local tool
  for tool in g++ cmake ninja; do
    command -v "$tool" >/dev/null && continue
    say "$tool is missing, and only Debian's packages can be installed automatically."
    say "By their Debian names, these are needed:"
    printf '  %s\n' "$@" >&2
    exit 1
  done
}

# missing ENTRY...: the entries whose package is not installed, one a line.
missing() {
  local entry installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${@%% *}" 2>/dev/null) || true
  for entry in "$@"; do
    grep -qxF "installed ${entry%% *}" <<<"$installed" || printf '%s\n' "$entry"
  done
}

install() {
  local wanted packages as_root=() failed=()
  mapfile -t wanted < <(missing "$@")
  ((${#wanted[@]})) || return 0
  packages=("${wanted[@]%% *}")
  local by_hand="apt-get update && apt-get install --no-install-recommends ${packages[*]}"

  say "these Debian packages are missing:"
  printf '  %s\n' "${wanted[@]}" >&2
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "run this as root, then try again: $by_hand"
    as_root=(sudo)
  fi
  # Pattern-Only, or else apt-get reads g++ as a regular expression when its lists lack the package.
  local options=(-y -o DPkg::Lock::Timeout=300 -o APT::Cmd::Pattern-Only=true)
  apt_get() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" "$@"; }

  say "installing them with apt-get"
  "${as_root[@]}" dpkg --configure -a || true  # mends an interrupted installation
  apt_get update || say "apt-get update failed; trying with the package lists as they are"
  apt_get install --no-install-recommends "${packages[@]}" &&
    [[ -z $(missing "${wanted[@]}") ]] && return

  # One unknown package stops the whole list, so find out which it was.
  local package
  for package in "${packages[@]}"; do
    apt-get "${options[@]}" --simulate install "$package" >/dev/null 2>&1 || failed+=("$package")
  done
  ((${#failed[@]})) || mapfile -t failed < <(missing "${wanted[@]}")
  say "cannot install: ${failed[*]%% *}"
  die "once that is mended, this installs everything, as root: $by_hand"
}

# build PRESET TARGET: brings the target up to date; silent when it already is.
build() {
  up_to_date "$@" || locked make_target "$@"
}

up_to_date() {
  configured "$1" &&
    [[ $(ninja -C "$root/build/$1" -n "$2" 2>/dev/null) == *"no work to do"* ]]
}

# A folder that was copied or moved is not: its build would still read the sources at the old place.
configured() {
  [[ -f $root/build/$1/build.ninja ]] &&
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/$1/CMakeCache.txt"
}

make_target() {
  # Whatever an interrupted, failed or moved configuration left behind, a fresh one mends.
  if ! configured "$1" || ! ninja -C "$root/build/$1" build.ninja &>/dev/null; then
    say "configuring build/$1; building it for the first time takes a minute or two"
    cmake --fresh -S "$root" --preset "$1" || die "cmake failed; its messages are above"
  fi
  ninja -C "$root/build/$1" "$2" || die "the build failed; the compiler's messages are above"
}
