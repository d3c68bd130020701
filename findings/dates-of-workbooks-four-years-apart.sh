#!/usr/bin/env bash
# Expected: readers of XLSX agree on the date in a cell, whichever of its two calendars the workbook counts by: days since 1900, or since 1904 as on Macs (date1904 in
# ISO 29500, 18.2.28, a truth value of XML Schema, for which "1" and "true" are the same; LibreOffice writes words, Excel digits).
# SheetJS, as npm has it, gives dates (cellDates) of a workbook since 1904 four years and a day too early, although it has read the flag and writes the right date in
# its own text of the cell. ExcelJS and read-excel-file count right if the flag is "1", and do not know "true". The dates look like dates, and weekdays are wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5 exceljs@4.4.0 read-excel-file@9.3.17 jszip@3.10.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import ExcelJS from 'exceljs'
import JSZip from 'jszip'
import { readSheet } from 'read-excel-file/node'
import XLSX from 'xlsx'
for (const name of ['xlsx', 'exceljs', 'read-excel-file'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const workbook = new ExcelJS.Workbook()
workbook.properties.date1904 = true
workbook.addWorksheet('Dates').getCell('A1').value = new Date('2024-05-01')
const written = await workbook.xlsx.writeBuffer()
const spelled = async flag => {
  const zip = await JSZip.loadAsync(written)
  const part = await zip.file('xl/workbook.xml').async('string')
  assert.match(part, / date1904="1"/)
  zip.file('xl/workbook.xml', part.replace('date1904="1"', `date1904="${flag}"`))
  return zip.generateAsync({ type: 'nodebuffer' })
}
const day = date => date.toISOString().slice(0, 10)
const seen = {}
for (const flag of ['1', 'true']) {
  const file = await spelled(flag)
  const sheets = XLSX.read(file, { cellDates: true })
  const again = new ExcelJS.Workbook()
  await again.xlsx.load(file)
  seen[flag] = {
    flag: sheets.Workbook.WBProps.date1904,
    SheetJS: day(sheets.Sheets.Dates.A1.v),
    text: sheets.Sheets.Dates.A1.w,
    ExcelJS: day(again.getWorksheet('Dates').getCell('A1').value),
    'read-excel-file': day((await readSheet(file))[0][0]),
  }
}
console.log(seen)
assert.deepEqual(seen, {
  1: { flag: true, SheetJS: '2020-04-30', text: '5/1/24', ExcelJS: '2024-05-01', 'read-excel-file': '2024-05-01' },
  true: { flag: true, SheetJS: '2020-04-30', text: '5/1/24', ExcelJS: '2020-04-30', 'read-excel-file': '2020-04-30' },
})
PROBE
TZ=UTC node probe.mjs
