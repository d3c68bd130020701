#!/usr/bin/env bash
# Expected: a column or field "constructor" (who built a car, a puzzle or an instrument) is one like "builder", and missing where a record has none.
# Every object of JavaScript has a member of that name, and many packages take it for the value. SheetJS names the column constructor_NaN, csv-parser leaves it out
# without a word, json-2-csv writes the text of a function into empty cells, and yup into records. Ajv, joi and zod refuse a record for the type of a field that it
# does not have, although it is optional, and for Ajv a required one is there. csv-parse and Papa Parse read it; so does Ajv with ownProperties: true.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 csv-parse@7.0.3 csv-parser@3.2.1 joi@18.3.2 json-2-csv@5.6.0 papaparse@5.7.1 \
  xlsx@0.18.5 yup@1.7.1 zod@4.6.7 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Ajv } from 'ajv'
import csvParser from 'csv-parser'
import { parse } from 'csv-parse/sync'
import Joi from 'joi'
import { json2csv } from 'json-2-csv'
import Papa from 'papaparse'
import * as XLSX from 'xlsx'
import * as yup from 'yup'
import { z } from 'zod'
for (const name of ['ajv', 'csv-parse', 'csv-parser', 'joi', 'json-2-csv', 'papaparse', 'xlsx', 'yup', 'zod'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const seenWith = async name => {
  const csv = `driver,${name}\nMoss,Vanwall\n`
  const hill = { driver: 'Hill' }
  const text = { type: 'string' }
  const optional = { type: 'object', properties: { driver: text, [name]: text } }
  const [ofCsvParser] = await Readable.from([csv]).pipe(csvParser()).toArray()
  return {
    'csv-parse': parse(csv, { columns: true })[0],
    'Papa Parse': Papa.parse(csv, { header: true }).data[0],
    'csv-parser': ofCsvParser,
    SheetJS: XLSX.utils.sheet_to_json(XLSX.read(csv, { type: 'string' }).Sheets.Sheet1)[0],
    'json-2-csv': json2csv([{ driver: 'Moss', [name]: 'Vanwall' }, hill], { emptyFieldValue: '' }).split('\n')[2],
    Ajv: new Ajv().validate(optional, hill),
    'Ajv, required': new Ajv().validate({ type: 'object', required: [name] }, hill),
    'Ajv, ownProperties': new Ajv({ ownProperties: true }).validate(optional, hill),
    joi: Joi.object({ driver: Joi.string(), [name]: Joi.string() }).validate(hill).error === undefined,
    zod: z.object({ driver: z.string(), [name]: z.string().optional() }).safeParse(hill).success,
    yup: { ...(await yup.object({ driver: yup.string(), [name]: yup.string() }).validate(hill)) },
  }
}
const [builder, constructor] = [await seenWith('builder'), await seenWith('constructor')]
for (const name of Object.keys(builder)) console.log(name, JSON.stringify([builder[name], constructor[name]]))
const car = name => ({ driver: 'Moss', [name]: 'Vanwall' })
const ofAll = name => ({ 'csv-parse': car(name), 'Papa Parse': car(name), 'Ajv, ownProperties': true })
assert.deepEqual(JSON.parse(JSON.stringify(builder)), {
  ...ofAll('builder'),
  'csv-parser': car('builder'),
  SheetJS: car('builder'),
  'json-2-csv': 'Hill,',
  Ajv: true,
  'Ajv, required': false,
  joi: true,
  zod: true,
  yup: { driver: 'Hill' },
})
assert.deepEqual(JSON.parse(JSON.stringify(constructor)), {
  ...ofAll('constructor'),
  'csv-parser': { driver: 'Moss' },
  SheetJS: car('constructor_NaN'),
  'json-2-csv': 'Hill,function Object() { [native code] }',
  Ajv: false,
  'Ajv, required': true,
  joi: false,
  zod: false,
  yup: { driver: 'Hill', constructor: 'function Object() { [native code] }' },
})
PROBE
node probe.mjs
