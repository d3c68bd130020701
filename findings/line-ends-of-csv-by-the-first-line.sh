#!/usr/bin/env bash
# Expected: a reader of CSV ends a row at every kind of line end, as RFC 4180 asks readers to be liberal.
# csv-parse and Papa Parse find out by the first line how lines end, and take that for the whole file: under headings that a script on Windows has written (CR
# LF), all rows of another program (LF) are one row, without an error where the number of cells may differ. csv-parser does not know CR alone, which
# spreadsheets write as “CSV (Macintosh)”: there the whole file is one row. d3-dsv and fast-csv read all of them. csv-parse does, too, with record_delimiter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csv-parse@7.0.3 papaparse@5.7.1 csv-parser@3.2.1 d3-dsv@3.0.2 @fast-csv/parse@5.0.8 >/dev/null
cat >rows.mjs <<'EOF'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { parseString } from '@fast-csv/parse'
import csvParser from 'csv-parser'
import { csvParseRows } from 'd3-dsv'
import Papa from 'papaparse'
const relax_column_count = true
const readers = {
  'csv-parse': text => parse(text, { relax_column_count }),
  'with record_delimiter': text => parse(text, { relax_column_count, record_delimiter: ['\r\n', '\n', '\r'] }),
  papaparse: text => Papa.parse(text).data,
  'csv-parser': text => Readable.from([text]).pipe(csvParser({ headers: false })).toArray(),
  'd3-dsv': csvParseRows,
  'fast-csv': text => parseString(text).toArray(),
}
for (const [name, read] of Object.entries(readers)) {
  const counts = []
  for (const text of ['a,b\r\n1,2\n3,4', 'a,b\n1,2\n3,4', 'a,b\r1,2\r3,4']) counts.push((await read(text)).length)
  console.log(name, counts.join(' '))
}
EOF
seen=$(node rows.mjs)
for name in csv-parse papaparse csv-parser d3-dsv @fast-csv/parse; do echo "$name $(node -p "require('./node_modules/$name/package.json').version")"; done
echo "rows of three, by line ends (CR LF then LF; LF; CR):"
echo "$seen"
[ "$seen" = 'csv-parse 2 3 3
with record_delimiter 3 3 3
papaparse 2 3 3
csv-parser 3 3 1
d3-dsv 3 3 3
fast-csv 3 3 3' ]
