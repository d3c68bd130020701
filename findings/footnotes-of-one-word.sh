#!/usr/bin/env bash
# Expected: a reader of Markdown that has no footnotes shows them as they are written: "[^1]: …" below the text, with the words of the note.
# So it does for notes of several words. One of a single word, or an address, is the definition of a link in CommonMark: "[^1]: Ibid." is shown nowhere, and the
# mark in the text becomes a link to the page "Ibid.". In a text with many notes the long ones are there and the short ones are missing. GFM, which has
# footnotes, shows both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts markdown-it@15.0.3 marked@18.2.1 commonmark@0.31.2 micromark@4.0.3 micromark-extension-gfm@3.0.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { HtmlRenderer, Parser } from 'commonmark'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
for (const name of ['markdown-it', 'marked', 'commonmark', 'micromark', 'micromark-extension-gfm'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const readers = {
  'markdown-it': text => new MarkdownIt().render(text),
  marked: text => marked.parse(text),
  commonmark: text => new HtmlRenderer().render(new Parser().parse(text)),
  'micromark, GFM': text => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
}
const notes = ['Letter of 1821, page 4.', 'Ibid.', 'https://example.org/letter', 'Ms. 12.']
const seen = {}
for (const [name, read] of Object.entries(readers)) {
  seen[name] = notes.map(note => {
    const html = read(`He left[^1].\n\n[^1]: ${note}\n`)
    return html.replaceAll(/<[^>]*>/g, '').includes(note) ? 'shown' : html.includes(`href="${note}"`) ? 'an address' : 'gone'
  })
  console.log(name.padEnd(15), notes.map((note, at) => `${note}: ${seen[name][at]}`).join('  '))
}
const withoutNotes = ['shown', 'an address', 'an address', 'shown']
assert.deepEqual(seen, {
  'markdown-it': withoutNotes,
  marked: withoutNotes,
  commonmark: withoutNotes,
  'micromark, GFM': ['shown', 'shown', 'shown', 'shown'],
})
PROBE
node probe.mjs
