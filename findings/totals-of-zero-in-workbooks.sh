#!/usr/bin/env bash
# Expected: a reader of XLSX gives the stored result of a formula, whatever it is: what spreadsheets show in the cell, and all that a program without a formula
# engine knows of it.
# ExcelJS writes a result of 0 and FALSE into the file and reads it, but the value of such a cell (cell.value, row.values, as its documentation shows it) is
# a formula without a result, as if it had never been computed: a balance of nothing, a difference of two equal sums, a check that failed. Other results are
# there, so that a table has gaps for zeros alone. cell.result has them all, and SheetJS reads 0 and false from the same bytes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 xlsx@0.18.5 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import XLSX from 'xlsx'
for (const name of ['exceljs', 'xlsx'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const results = [5, 0, true, false]
const workbook = new ExcelJS.Workbook()
const sheet = workbook.addWorksheet('balances')
sheet.addRow(results.map(result => ({ formula: 'Z1', result })))
const bytes = await workbook.xlsx.writeBuffer()
const again = new ExcelJS.Workbook()
await again.xlsx.load(bytes)
const cells = results.map((_, at) => again.getWorksheet('balances').getCell(1, at + 1))
const byValue = cells.map(cell => cell.value.result)
const byResult = cells.map(cell => cell.result)
const [bySheetJs] = XLSX.utils.sheet_to_json(XLSX.read(bytes).Sheets.balances, { header: 1 })
console.log('written', results, 'cell.value of ExcelJS', byValue, 'cell.result', byResult, 'SheetJS', bySheetJs)
assert.deepEqual(byValue, [5, undefined, true, undefined])
assert.deepEqual(byResult, results)
assert.deepEqual(bySheetJs, results)
PROBE
node probe.mjs
