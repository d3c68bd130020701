#!/usr/bin/env bash
# Expected: Prismic's own converter keeps the words of a page of HTML apart, and warns of what its rich text has no name for.
# It removes the space between two elements of a line: `<strong>Hello</strong> <em>world</em>` becomes Helloworld, and two links beside each other are one
# word. Cells of a table, terms of a <dl> and the parts of a <div> run together in one paragraph; <b> and <i> lose their emphasis. `warnings` is empty.
# A migration has to write such spaces inside of the elements first, and <strong> and <em> in place of <b> and <i>.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @prismicio/migrate@0.0.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { htmlAsRichText } from '@prismicio/migrate'
const { version } = JSON.parse(readFileSync('node_modules/@prismicio/migrate/package.json', 'utf8'))
console.log('@prismicio/migrate', version)
const seen = {
  '<p><strong>Hello</strong> <em>world</em></p>': ['Helloworld'],
  '<p>See <a href="https://a.example">one</a> <a href="https://b.example">two</a>.</p>': ['See onetwo.'],
  '<p><strong>Hello </strong><em>world</em></p>': ['Hello world'],
  '<table><tr><td>North</td><td>12</td></tr><tr><td>South</td><td>7</td></tr></table>': ['North12South7'],
  '<dl><dt>Tide</dt><dd>low</dd></dl>': ['Tidelow'],
  '<div>Open<div>Monday</div>and Friday</div>': ['OpenMondayand Friday'],
}
for (const [html, wanted] of Object.entries(seen)) {
  const { result, warnings } = htmlAsRichText(html)
  const texts = result.map(({ text }) => text)
  console.log(html, '→', JSON.stringify(texts), `${warnings.length} warnings`)
  assert.deepEqual([texts, warnings], [wanted, []])
}
const spans = html => htmlAsRichText(html).result[0].spans.map(({ type }) => type)
console.log('<strong>, <em>:', spans('<p><strong>a</strong><em>b</em></p>'), '<b>, <i>:', spans('<p><b>a</b><i>b</i></p>'))
assert.deepEqual([spans('<p><strong>a</strong><em>b</em></p>'), spans('<p><b>a</b><i>b</i></p>')], [['strong', 'em'], []])
PROBE
node probe.mjs
