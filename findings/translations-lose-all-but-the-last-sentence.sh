#!/usr/bin/env bash
# Expected: an XLIFF file that a program reads and writes again has the sentences that it had; the description of the package xliff promises the way there and back.
# It keeps one segment of each unit, the last one, and drops the others without a word. XLIFF 2.0 has segments so that a unit, say a paragraph, has one for each
# sentence, and translation programs divide units so; only units of one segment survive. The states of translations and the type of the file (html becomes
# plaintext) are gone. A sentence with elements in it is laid out anew, also under xml:space="preserve": line breaks and spaces before each element become a part of
# it for another reader. With an empty "indent" they do not, and the segments are lost all the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xliff@6.4.0 @xmldom/xmldom@0.9.12 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DOMParser } from '@xmldom/xmldom'
import { js2xliff, jsToXliff12, xliff12ToJs, xliff2js } from 'xliff'
console.log('xliff', JSON.parse(readFileSync('node_modules/xliff/package.json', 'utf8')).version)
const texts = (xml, name) => Array.from(new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(name), ({ textContent }) => textContent)
const attributes = (xml, pattern) => xml.match(pattern) ?? []

const segments = [['Good morning.', 'Guten Morgen.'], ['How are you?', 'Wie geht es?'], ['See you.', 'Bis dann.']]
const two = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="greeting">${segments
  .map(([source, target], at) => `<segment id="s${at}" state="reviewed"><source>${source}</source><target>${target}</target></segment>`)
  .join('')}</unit></file></xliff>`
const writtenTwo = await js2xliff(await xliff2js(two))
console.log('XLIFF 2.0:', texts(two, 'target'), '→', texts(writtenTwo, 'target'))
assert.deepEqual(texts(writtenTwo, 'source'), ['See you.'])
assert.deepEqual(texts(writtenTwo, 'target'), ['Bis dann.'])
assert.deepEqual(attributes(writtenTwo, /state="[^"]*"/g), [])

const one = `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="f" datatype="html" source-language="en" target-language="de"><body>
<trans-unit id="more" xml:space="preserve"><source>(<g id="1">more</g>)</source><target state="final">(<g id="1">mehr</g>)</target></trans-unit>
</body></file></xliff>`
const written = await jsToXliff12(await xliff12ToJs(one))
console.log('XLIFF 1.2:', texts(one, 'target'), '→', texts(written, 'target'))
assert.match(texts(written, 'target')[0], /^\(\n +mehr\)\n +$/)
assert.deepEqual(attributes(written, /(?:state|datatype|xml:space)="[^"]*"/g), ['datatype="plaintext"', 'xml:space="preserve"'])
assert.deepEqual(texts(await jsToXliff12(await xliff12ToJs(one), { indent: '' }), 'target'), ['(mehr)'])
PROBE
node probe.mjs
