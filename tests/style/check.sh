#!/usr/bin/env bash
# check.sh format|layers|words ROOT: reports every place where the sources under ROOT break the
# house style, as file:line: message. The exit status is 1 if there is any.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
check=$1
cd "$2"

folders=()
for folder in src tests bench; do
  if [[ -d $folder ]]; then folders+=("$folder"); fi
done
mapfile -d '' -t sources < <(
  find "${folders[@]}" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) \
    -print0 | sort -z
)
if ((${#sources[@]} == 0)); then
  echo "there are no sources in $2"
  exit 1
fi

# The web page and its tests, which only their layout is checked of.
mapfile -d '' -t scripts < <(
  find . -path '*/node_modules' -prune -o -path './build' -prune -o -type f \
    \( -name '*.ts' -o -name '*.mjs' \) -print0 | sort -z
)

case $check in
  format) clang-format --dry-run -Werror "${sources[@]}" "${scripts[@]}" ;;
  layers | words) awk -f "$here/$check.awk" "${sources[@]}" ;;
  *) echo "unknown check: $check" && exit 1 ;;
esac
