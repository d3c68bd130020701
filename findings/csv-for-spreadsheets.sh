#!/usr/bin/env bash
# Expected: what CSV writers offer against formulas changes dangerous cells only, and CSV readers know the line sep=; that Excel reads and writes.
# So it is: csv-stringify and Papa Parse also put an apostrophe before headings ('@id) and before negative numbers that are given as texts
# ('-5), and take sep=; for the headings: csv-parse gives the columns "sep=" and "", Papa Parse one column "sep=;".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund csv-parse@6.2.1 csv-stringify@6.9.0 papaparse@5.5.3
cat > probe.mjs <<'PROBE'
import { deepStrictEqual } from 'node:assert'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import Papa from 'papaparse'

for (const name of ['csv-parse', 'csv-stringify', 'papaparse'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const rows = [['@id', 'balance'], ['urn:a:1', '-5'], ['urn:a:2', -5]]
const file = 'sep=;\na;b\n1;2\n'
const seen = {
  'csv-stringify escape_formulas': [stringify(rows, { escape_formulas: true }), "'@id,balance\nurn:a:1,'-5\nurn:a:2,-5\n"],
  'papaparse escapeFormulae': [Papa.unparse(rows, { escapeFormulae: true }), '"\'@id",balance\r\nurn:a:1,"\'-5"\r\nurn:a:2,-5'],
  'csv-parse columns': [Object.keys(parse(file, { columns: true, delimiter: ';', relax_column_count: true })[0]), ['sep=', '']],
  'papaparse header': [Papa.parse(file, { header: true }).meta.fields, ['sep=;']],
}
for (const [what, [found, wanted]] of Object.entries(seen)) {
  console.log(what, JSON.stringify(found))
  deepStrictEqual(found, wanted, what)
}
PROBE
node probe.mjs
