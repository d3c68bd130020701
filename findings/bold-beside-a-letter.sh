#!/usr/bin/env bash
# Expected: the Markdown that turndown makes of bold and slanted words reads back as bold and slanted words.
# So it is with spaces around them. CommonMark takes no mark between a letter and a sign for a beginning or an end, and no underscore within a word:
# "Note:" in bold before a letter, a quoted word in Japanese, part of a word in italics lose their emphasis and show the marks. Moving the signs out of the
# bold words, and the asterisk for both, keep it. A link after an exclamation mark comes back as a picture, and &copy; that was written about as ©.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts turndown@7.2.5 markdown-it@15.0.3 commonmark@0.31.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { HtmlRenderer, Parser } from 'commonmark'
import MarkdownIt from 'markdown-it'
import Turndown from 'turndown'
for (const name of ['turndown', 'markdown-it', 'commonmark'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const readers = [text => new MarkdownIt().render(text), text => new HtmlRenderer().render(new Parser().parse(text))]
const cases = {
  '<p><strong>Note:</strong> text</p>': '<p><strong>Note:</strong> text</p>',
  '<p><strong>Note:</strong>text</p>': '<p>**Note:**text</p>',
  '<p><strong>Note</strong>:text</p>': '<p><strong>Note</strong>:text</p>',
  '<p>これは<strong>「重要」</strong>です</p>': '<p>これは**「重要」**です</p>',
  '<p>これは「<strong>重要</strong>」です</p>': '<p>これは「<strong>重要</strong>」です</p>',
  '<p>un<em>believ</em>able</p>': '<p>un_believ_able</p>',
  '<p>Now!<a href="/go">Go</a></p>': '<p>Now<img src="/go" alt="Go" /></p>',
  '<p>Write &amp;copy; for it.</p>': '<p>Write © for it.</p>',
}
for (const [html, wanted] of Object.entries(cases)) {
  const text = new Turndown().turndown(html)
  const found = readers.map(read => read(text).trim().replace('alt="Go">', 'alt="Go" />'))
  console.log(html, '→', text, '→', found[0])
  assert.deepEqual(found, [wanted, wanted])
}
PROBE
node probe.mjs
