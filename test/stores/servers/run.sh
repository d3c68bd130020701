#!/bin/bash
# Run a step of the tests on MongoDB's own server: `bash test/stores/servers/run.sh mongo:8.0 roles`. README.md lists the steps.
# `suite` and `roles` run all tests, or those that are named: `bash test/stores/servers/run.sh mongo:8.0 suite dist/test/operations/backup.test.js`.
# The server comes out of the image, unless MONGOD_BINARY (for `sharded` MONGOS_BINARY too) names one.
set -euo pipefail
if [ $# -lt 2 ]; then
  echo 'usage: bash test/stores/servers/run.sh <image> <step> [<test file> …]' >&2
  exit 2
fi
image=$1
shift
cd "$(dirname "$0")/../../.."
if [ -z "${MONGOD_BINARY:-}" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  container=$(docker create "$image")
  for name in mongod mongos; do docker cp -L "$container:/usr/bin/$name" "$folder/$name"; done
  docker rm "$container" > /dev/null
  export MONGOD_BINARY=$folder/mongod MONGOS_BINARY=$folder/mongos
fi
"$MONGOD_BINARY" --version
# Each index is a file, and each collection. MongoDB recommends 64,000; the tests need fewer.
files=$(ulimit -Hn)
if [ "$files" = unlimited ] || [ "$files" -gt 64000 ]; then files=64000; fi
if [ "$files" -lt 16000 ]; then
  echo "raise the limit of open files of this shell from $files to 64,000 first" >&2
  exit 1
fi
ulimit -n "$files"
export PLINTH_REQUIRE_MONGODB=1
node scripts/prepare.mjs --tools
node dist/test/stores/servers/run.js "$@"
