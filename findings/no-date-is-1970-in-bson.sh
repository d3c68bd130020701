#!/usr/bin/env bash
# Expected: a Date that is none, as new Date('31.12.2024') makes it, is refused by BSON, or becomes null as in JSON.
# So it is not: it is stored as 1970-01-01T00:00:00Z without an error, like every date that a migration cannot read. In Extended JSON it becomes
# {"$numberLong": "NaN"}. Who writes dates to MongoDB has to check them before.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bson@7.3.4 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { deserialize, EJSON, serialize } from 'bson'
console.log('bson', JSON.parse(readFileSync('node_modules/bson/package.json', 'utf8')).version)
const written = { read: new Date('2024-12-31'), unread: new Date('31.12.2024') }
const found = deserialize(serialize(written))
console.log('JSON', JSON.stringify(written))
console.log('BSON', JSON.stringify(found))
console.log('Extended JSON', EJSON.stringify(written))
assert.equal(JSON.stringify(written), '{"read":"2024-12-31T00:00:00.000Z","unread":null}')
assert.equal(JSON.stringify(found), '{"read":"2024-12-31T00:00:00.000Z","unread":"1970-01-01T00:00:00.000Z"}')
assert.equal(EJSON.stringify(written), '{"read":{"$date":"2024-12-31T00:00:00Z"},"unread":{"$date":{"$numberLong":"NaN"}}}')
PROBE
node probe.mjs
