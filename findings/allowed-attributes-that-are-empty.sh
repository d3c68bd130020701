#!/usr/bin/env bash
# Expected: sanitize-html keeps the attributes that are allowed, as they are.
# So it does if they have a value. Of its list of attributes that mean nothing when empty some do mean something: a paragraph with hidden is shown, a link
# with download opens the file, a choice with value="" sends its words, and a region with contenteditable is none any more. Only alt is spared.
# nonBooleanAttributes: [] keeps them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sanitize-html@2.17.4 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import sanitizeHtml from 'sanitize-html'
console.log('sanitize-html', JSON.parse(readFileSync('node_modules/sanitize-html/package.json', 'utf8')).version)
const allow = { allowedTags: ['p', 'a', 'img', 'option', 'details'], allowedAttributes: false }
for (const [html, wanted] of [
  ['<p hidden>Later</p>', '<p>Later</p>'],
  ['<a href="/prices.pdf" download>Prices</a>', '<a href="/prices.pdf">Prices</a>'],
  ['<option value="">All countries</option>', '<option>All countries</option>'],
  ['<p contenteditable="">Note</p>', '<p>Note</p>'],
  ['<img src="/a.png" alt="">', '<img src="/a.png" alt="" />'],
  ['<details open>More</details>', '<details open>More</details>'],
]) {
  const found = sanitizeHtml(html, allow)
  console.log(html, '→', found)
  assert.equal(found, wanted)
  const kept = sanitizeHtml(html, { ...allow, nonBooleanAttributes: [] })
  assert.match(kept, /hidden|download|value|contenteditable|alt|open/)
}
PROBE
node probe.mjs
