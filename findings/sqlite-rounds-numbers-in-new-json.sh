#!/usr/bin/env bash
# Expected: a number that SQLite puts into JSON is the number that it was given, whichever function writes it.
# So it is with json_set, json_insert and json_replace. Those that make new JSON (json_object, json_array, json_quote, json_group_array, json_group_object)
# write 15 digits: most coordinates are another number afterwards, also when they come from JSON with ->>. Taken with -> they stay text, and exact.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @photostructure/sqlite@1.2.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { DatabaseSync } from '@photostructure/sqlite'
const database = new DatabaseSync(':memory:')
console.log('SQLite', database.prepare('SELECT sqlite_version() AS version').get().version)
const given = 52.520006599999995
const document = JSON.stringify({ lat: given })
const exact = {
  json_set: "json_set('[]', '$[0]', ?)",
  json_insert: "json_insert('[]', '$[0]', ?)",
  json_replace: "json_replace('[0]', '$[0]', ?)",
  'json_array of ->': `json_array('${document}' -> 'lat')`,
}
const rounded = {
  json_array: 'json_array(?)',
  json_object: "json_object('0', ?)",
  json_quote: "'[' || json_quote(?) || ']'",
  json_group_array: '(SELECT json_group_array(?))',
  json_group_object: "(SELECT json_group_object('0', ?))",
  'json_array of ->>': `json_array('${document}' ->> 'lat')`,
}
for (const [expected, functions] of [[given, exact], [52.5200066, rounded]])
  for (const [name, expression] of Object.entries(functions)) {
    const { json } = database.prepare(`SELECT ${expression} AS json`).get(...(expression.includes('?') ? [given] : []))
    console.log(name, json)
    assert.equal(JSON.parse(json)[0], expected)
  }
const copy = database.prepare('SELECT json_array(?) ->> 0 AS number')
const coordinates = Array.from({ length: 1000 }, (_none, at) => Math.sin(at + 1) * 180)
const changed = coordinates.filter(one => copy.get(one).number !== one).length
console.log(`${changed} of ${coordinates.length} coordinates are changed by json_array`)
assert.ok(changed > 900)
PROBE
node probe.mjs
