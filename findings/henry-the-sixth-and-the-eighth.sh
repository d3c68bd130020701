#!/usr/bin/env bash
# Expected: a search for a number finds texts with that number. A full-text index may be generous with the spelling of words; 500 is not 50.
# FlexSearch takes what repeats within a word for one, by default and with all of its sets of characters but "Exact". Its documentation calls that deduplication of
# letters ("missing" is "mising"); digits and Roman numerals are treated so, too: Henry VIII is found as Henry VI, Boeing 777 as Boeing 7, room 500 is room 50 and
# 5500, 2000 is 2200. Numbers without a repeat are found alone, so that tests with 12 and 345 show nothing. With dedupe: false, and in MiniSearch, only what was
# asked for is found; a number of more than three digits is then still found by its groups of three.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts flexsearch@0.8.212 minisearch@7.2.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Encoder, Index } from 'flexsearch'
import MiniSearch from 'minisearch'
for (const name of ['flexsearch', 'minisearch'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const texts = ['Henry VI', 'Henry VII', 'Henry VIII', 'Boeing 7', 'Boeing 777', 'room 50', 'room 500', 'room 550', 'in 2000', 'in 2200', 'room 12', 'room 345']
const flexSearch = options => {
  const index = new Index(options)
  texts.forEach((text, id) => index.add(id, text))
  return words => index.search(words).map(id => texts[id])
}
const mini = new MiniSearch({ fields: ['text'] })
mini.addAll(texts.map((text, id) => ({ id, text })))
const readers = {
  FlexSearch: flexSearch(),
  'without deduplication': flexSearch({ encoder: new Encoder({ dedupe: false }) }),
  MiniSearch: words => mini.search(words, { combineWith: 'AND' }).map(({ id }) => texts[id]),
}
const seen = Object.fromEntries(['Henry VIII', 'Boeing 777', 'room 500', '2000', 'room 12'].map(words => [words, Object.values(readers).map(read => read(words).sort())]))
for (const [words, found] of Object.entries(seen))
  console.log(`${words}: ${Object.keys(readers).map((name, at) => `${name} ${JSON.stringify(found[at])}`).join(', ')}`)
assert.deepEqual(seen, {
  'Henry VIII': [['Henry VI', 'Henry VII', 'Henry VIII'], ['Henry VIII'], ['Henry VIII']],
  'Boeing 777': [['Boeing 7', 'Boeing 777'], ['Boeing 777'], ['Boeing 777']],
  'room 500': [['room 50', 'room 500', 'room 550'], ['room 500'], ['room 500']],
  2000: [['in 2000', 'in 2200'], ['in 2000'], ['in 2000']],
  'room 12': [['room 12'], ['room 12'], ['room 12']],
})
PROBE
node probe.mjs
