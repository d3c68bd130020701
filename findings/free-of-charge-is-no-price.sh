#!/usr/bin/env bash
# Expected: a filter of JSONPath selects the same records in every library since there is a standard for it (RFC 9535).
# jsonpath-plus and jsonpath, which most programs use, evaluate filters as JavaScript. "Has a price" ($[?(@.price)], an existence test in 2.3.5.1) leaves out what
# costs 0 and a text that is empty; "below 10" takes in null, false, an empty text and the text "8", and "is 0" an empty text and false, where the standard compares
# values of one type alone; "is not 0" leaves those out, and "is null" takes in what is absent. $[-1], the last record, is nothing. json-p3 reads all of it as the
# standard has it. The form without parentheses ($[?@.price]) selects nothing in jsonpath-plus, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonpath-plus@11.3.0 jsonpath@1.3.0 json-p3@2.3.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { query } from 'json-p3'
import jsonpath from 'jsonpath'
import { JSONPath } from 'jsonpath-plus'
for (const name of ['jsonpath-plus', 'jsonpath', 'json-p3'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const records = [
  { id: 'free', price: 0 },
  { id: 'empty', price: '' },
  { id: 'false', price: false },
  { id: 'null', price: null },
  { id: 'text', price: '8' },
  { id: 'dear', price: 12 },
  { id: 'absent' },
]
const readers = {
  'jsonpath-plus': path => JSONPath({ path, json: records }),
  jsonpath: path => jsonpath.query(records, path),
  'json-p3': path => query(path, records).values(),
}
const seen = path =>
  Object.values(readers).map(read => {
    try {
      return read(path).map(({ id }) => id).join(' ')
    } catch {
      return 'an error'
    }
  })
const cases = {
  '$[?(@.price)]': ['text dear', 'text dear', 'free empty false null text dear'],
  '$[?(!@.price)]': ['free empty false null absent', 'free empty false null absent', 'absent'],
  '$[?(@.price < 10)]': ['free empty false null text', 'free empty false null text', 'free'],
  '$[?(@.price == 0)]': ['free empty false', 'free empty false', 'free'],
  '$[?(@.price != 0)]': ['null text dear absent', 'null text dear absent', 'empty false null text dear absent'],
  '$[?(@.price == null)]': ['null absent', 'null absent', 'null'],
  '$[-1]': ['', '', 'absent'],
  '$[?@.price]': ['', 'an error', 'free empty false null text dear'],
  "$[?(@.id == 'dear')]": ['dear', 'dear', 'dear'],
}
for (const [path, wanted] of Object.entries(cases)) {
  const found = seen(path)
  console.log(path, Object.keys(readers).map((name, at) => `${name}: ${found[at] || 'nothing'}`).join(', '))
  assert.deepEqual(found, wanted)
}
PROBE
node probe.mjs
