#!/bin/bash
# Run a step of the tests on MongoDB's own server: `bash test/mongodb/run.sh mongo:8.0 roles`. README.md lists the steps.
# The server comes out of the image, unless MONGOD_BINARY (for `sharded` MONGOS_BINARY too) names one.
set -euo pipefail
if [ $# -ne 2 ]; then
  echo 'usage: bash test/mongodb/run.sh <image> <step>' >&2
  exit 2
fi
image=$1
step=$2
cd "$(dirname "$0")/../.."
if [ -z "${MONGOD_BINARY:-}" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  container=$(docker create "$image")
  for name in mongod mongos; do docker cp -L "$container:/usr/bin/$name" "$folder/$name"; done
  docker rm "$container" > /dev/null
  export MONGOD_BINARY=$folder/mongod MONGOS_BINARY=$folder/mongos
fi
"$MONGOD_BINARY" --version
# Each index is a file, and each collection.
ulimit -n 64000 || {
  echo 'raise the limit of open files of this shell to 64,000 first' >&2
  exit 1
}
export PLINTH_REQUIRE_MONGODB=1
node scripts/prepare.mjs --tools
node dist/test/mongodb/run.js "$step"
