#!/usr/bin/env bash
# Expected: gray-matter reads a file into an object of its own, to which a program adds what it needs: the address, the path, the date of the file.
# Files with the same text share it: gray-matter remembers the result by the text, for the whole process, and returns the same `data`. What was added for
# one page is on all that are equal (two with "Coming soon"), the last one wins, and a list that one page appends to grows for the others. With an object of
# options, even an empty one, nothing is remembered: `matter(text, {})`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts gray-matter@4.0.3 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import matter from 'gray-matter'
console.log('gray-matter', JSON.parse(readFileSync('node_modules/gray-matter/package.json', 'utf8')).version)
const text = '---\ntitle: Coming soon\ntags: [news]\n---\nCome back later.\n'
const pages = read =>
  ['north', 'south'].map(slug => {
    const { data } = read(text)
    data.slug = slug
    data.tags.push(slug)
    return data
  })
const shared = pages(one => matter(one))
const own = pages(one => matter(one, {}))
console.log('matter(text)', shared)
console.log('matter(text, {})', own)
const both = { title: 'Coming soon', tags: ['news', 'north', 'south'], slug: 'south' }
assert.deepEqual(shared, [both, both])
assert.deepEqual(
  own,
  ['north', 'south'].map(slug => ({ title: 'Coming soon', tags: ['news', slug], slug })),
)
PROBE
node probe.mjs
