#!/usr/bin/env bash
# Expected: a full-text index finds a text by its own words, in whatever letters they are; in other languages it may be less clever about endings.
# Orama, unless it is told a language, cuts words at every letter that English, French, Spanish and Italian do not write: Müller is "m" and "ller", Straße is "stra" and "e". So
# who searches for Müller also finds Ångström (an "m" too), and Straße finds Çelik. Of words in Greek, Cyrillic or Chinese letters nothing is left: the text is
# stored, counted, and found by none of its words. Neither insert nor search reports it, and accents of those four languages (García) work, so that a test with them
# shows nothing. MiniSearch takes the letters of every script.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @orama/orama@3.1.18 minisearch@7.2.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { count, create, insert, search } from '@orama/orama'
import MiniSearch from 'minisearch'
for (const name of ['@orama/orama', 'minisearch'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const names = ['Müller', 'Ångström', 'Straße', 'Çelik', 'García', 'Москва', 'Αθήνα', '東京']
const orama = create({ schema: { name: 'string' } })
for (const name of names) insert(orama, { name })
const mini = new MiniSearch({ fields: ['name'] })
mini.addAll(names.map((name, id) => ({ id, name })))
const seen = {}
for (const term of names) {
  const found = await search(orama, { term })
  seen[term] = [found.hits.map(hit => hit.document.name).sort(), mini.search(term).map(({ id }) => names[id])]
  console.log(`${term}: Orama ${JSON.stringify(seen[term][0])}, MiniSearch ${JSON.stringify(seen[term][1])}`)
}
assert.equal(count(orama), names.length)
assert.deepEqual(seen, {
  Müller: [['Müller', 'Ångström'], ['Müller']],
  Ångström: [['Müller', 'Ångström'], ['Ångström']],
  Straße: [['Straße', 'Çelik'], ['Straße']],
  Çelik: [['Çelik'], ['Çelik']],
  García: [['García'], ['García']],
  Москва: [[], ['Москва']],
  Αθήνα: [[], ['Αθήνα']],
  東京: [[], ['東京']],
})
PROBE
node probe.mjs
