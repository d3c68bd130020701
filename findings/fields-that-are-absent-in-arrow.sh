#!/usr/bin/env bash
# Expected: in a table that Apache Arrow makes of records (tableFromJSON), what a record does not have is null; all of its columns may contain null.
# It is null only where the record says null. An absent text becomes an empty one, an absent truth value false and an absent number NaN, all valid by the bits that
# Arrow keeps for it: whoever reads the file counts no null, and a member who did not answer refused. The type of a column is that of its first value, and what
# does not fit it is changed: below a number the code "A7" is NaN and "007" is 7, and a member of an object that the first object lacks is gone. Nothing is
# reported; an absent date is an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts apache-arrow@21.2.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { tableFromIPC, tableFromJSON, tableToIPC } from 'apache-arrow'
console.log('apache-arrow', JSON.parse(readFileSync('node_modules/apache-arrow/package.json', 'utf8')).version)
/** What another program reads of the file: values, and how many of them are null. */
const moved = records => {
  const column = tableFromIPC(tableToIPC(tableFromJSON(records))).getChild('value')
  return { values: column.toJSON().map(value => value?.toJSON?.() ?? value), nulls: column.nullCount }
}
const cases = {
  'a number': [[{ value: 5 }, {}], { values: [5, NaN], nulls: 0 }],
  'a number, with null': [[{ value: 5 }, { value: null }], { values: [5, null], nulls: 1 }],
  'a text': [[{ value: 'yes' }, {}], { values: ['yes', ''], nulls: 0 }],
  'a text, with null': [[{ value: 'yes' }, { value: null }], { values: ['yes', null], nulls: 1 }],
  'a truth value': [[{ value: true }, {}], { values: [true, false], nulls: 0 }],
  'a truth value, with null': [[{ value: true }, { value: null }], { values: [true, null], nulls: 1 }],
  'codes below a number': [[{ value: 15 }, { value: 'A7' }, { value: '007' }], { values: [15, NaN, 7], nulls: 0 }],
  objects: [[{ value: { en: 'Tree' } }, { value: { en: 'House', de: 'Haus' } }], { values: [{ en: 'Tree' }, { en: 'House' }], nulls: 0 }],
}
for (const [name, [records, wanted]] of Object.entries(cases)) {
  const seen = moved(records)
  console.log(`${name}: ${JSON.stringify(records)} →`, seen)
  assert.deepEqual(seen, wanted)
}
assert.throws(() => tableFromJSON([{ value: new Date(0) }, {}]), TypeError)
PROBE
node probe.mjs
