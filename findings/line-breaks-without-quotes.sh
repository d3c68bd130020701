#!/usr/bin/env bash
# Expected: a writer of CSV puts a cell with a line break in quotes (RFC 4180, 2.6), whichever line end is chosen for the rows.
# csv-stringify and SheetJS look for the line end of the rows only: with CR LF, as spreadsheets on Windows want it, a cell "Emma", line feed, "A novel" has no
# quotes. csv-parse and Papa Parse read it again, because they take the first line end for all; d3-dsv, SheetJS itself and whatever else reads every line end
# make two rows of it, the second of which may have as many cells as it should. Papa Parse, fast-csv and json2csv write the quotes; so does csv-stringify
# with quoted_match: /[\r\n]/.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-stringify@6.9.0 csv-parse@7.0.3 xlsx@0.18.5 papaparse@5.7.1 @fast-csv/format@5.0.8 @json2csv/plainjs@7.0.8 d3-dsv@3.0.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeToString } from '@fast-csv/format'
import { Parser } from '@json2csv/plainjs'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { csvParseRows } from 'd3-dsv'
import Papa from 'papaparse'
import * as XLSX from 'xlsx'

for (const name of ['csv-stringify', 'xlsx', 'papaparse', '@fast-csv/format', '@json2csv/plainjs', 'csv-parse', 'd3-dsv'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const rows = [['title', 'year'], ['Emma\nA novel', '1815']]
const written = {
  'csv-stringify': stringify(rows, { record_delimiter: 'windows' }),
  xlsx: XLSX.utils.sheet_to_csv(XLSX.utils.aoa_to_sheet(rows), { RS: '\r\n' }),
  'csv-stringify, quoted_match': stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
  'csv-stringify, LF': stringify(rows),
  papaparse: Papa.unparse(rows, { newline: '\r\n' }),
  'fast-csv': await writeToString(rows, { rowDelimiter: '\r\n' }),
  json2csv: new Parser({ eol: '\r\n' }).parse([{ title: 'Emma\nA novel', year: '1815' }]),
}
for (const [name, text] of Object.entries(written)) console.log(name, JSON.stringify(text))
const unquoted = Object.keys(written).filter(name => !written[name].includes('"Emma\nA novel"'))
assert.deepEqual(unquoted, ['csv-stringify', 'xlsx'])

const text = written['csv-stringify']
const sheet = Object.values(XLSX.read(text, { type: 'string' }).Sheets)[0]
const read = {
  'csv-parse': parse(text),
  papaparse: Papa.parse(text, { skipEmptyLines: true }).data,
  'd3-dsv': csvParseRows(text),
  xlsx: XLSX.utils.sheet_to_json(sheet, { header: 1, raw: false }),
}
for (const [name, found] of Object.entries(read)) console.log('read by', name, JSON.stringify(found))
assert.deepEqual(read['csv-parse'], rows)
assert.deepEqual(read.papaparse, rows)
for (const name of ['d3-dsv', 'xlsx']) assert.deepEqual(read[name].slice(1), [['Emma'], ['A novel', '1815']])
PROBE
node probe.mjs
