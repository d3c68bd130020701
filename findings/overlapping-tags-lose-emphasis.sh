#!/usr/bin/env bash
# Expected: a sanitiser of HTML keeps what it allows, so that an allowed text looks as before.
# sanitize-html does not read as browsers do (the standard's "adoption agency"): where tags overlap, as word processors and editors of the past wrote them, it ends
# the inner element with the outer one, and the rest of the words that were slanted or bold is plain. A paragraph that begins inside of <b> loses its
# last words to the place behind it. Browsers, parse5 and DOMPurify agree. What is brought into order by parse5 before passes unchanged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sanitize-html@2.17.5 parse5@8.0.0 dompurify@3.4.18 jsdom@26.1.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'
import { parseFragment, serialize } from 'parse5'
import sanitizeHtml from 'sanitize-html'
for (const name of ['sanitize-html', 'parse5', 'dompurify', 'jsdom'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const purify = createDOMPurify(new JSDOM('').window)
const allowed = ['p', 'b', 'i', 'em', 'strong']
const sanitize = html => serialize(parseFragment(sanitizeHtml(html, { allowedTags: allowed })))
const texts = {
  '<p><b>bold <i>both</b> slanted</i></p>': '<p><b>bold <i>both</i></b> slanted</p>',
  '<em>a <strong>b</em> c</strong>': '<em>a <strong>b</strong></em> c',
  '<font color="red"><b>red</font> bold</b>': '<b>red</b> bold',
  '<p><b>one<p>two</b> three</p>': '<p><b>one</b></p><p><b>two</b></p> three<p></p>',
}
for (const [html, expected] of Object.entries(texts)) {
  const seen = sanitize(html)
  const browser = purify.sanitize(html, { ALLOWED_TAGS: allowed })
  console.log(html, '\n  sanitize-html:', seen, '\n  DOMPurify:    ', browser)
  assert.equal(seen, expected)
  assert.notEqual(seen, browser)
  assert.equal(sanitize(serialize(parseFragment(html))), browser)
}
PROBE
node probe.mjs
