#!/usr/bin/env bash
# Expected: whatever reads XML reads `&#38;` as & and `&#8217;` as ’; XML 1.0 (4.4) has it so for every processor, with or without a DTD.
# fast-xml-parser reads the five names (`&amp;`) alone: a character that is written as its number stays `&#8217;`, in elements and in attributes. WordPress
# writes addresses so in its exports and feeds (`?post_type=page&#038;p=7`), which lead nowhere afterwards, and titles. The option `htmlEntities`, which
# reads like one for HTML, has them read. xml2js reads them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fast-xml-parser@5.12.1 xml2js@0.6.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'
import { parseStringPromise } from 'xml2js'
for (const name of ['fast-xml-parser', 'xml2js'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const written = 'https://a.example/?post_type=page&#038;p=7 It&#8217;s caf&#xE9; &amp;'
const meant = 'https://a.example/?post_type=page&p=7 It’s café &'
const xml = `<item at="${written}"><title>${written}</title></item>`
const read = options => {
  const { item } = new XMLParser({ ignoreAttributes: false, ...options }).parse(xml)
  return [item.title, item['@_at']]
}
const { item } = await parseStringPromise(xml)
const seen = { default: read({}), htmlEntities: read({ htmlEntities: true }), xml2js: [item.title[0], item.$.at] }
console.log(seen)
const left = written.replace('&amp;', '&')
assert.deepEqual(seen, { default: [left, left], htmlEntities: [meant, meant], xml2js: [meant, meant] })
PROBE
node probe.mjs
