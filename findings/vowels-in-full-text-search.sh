#!/usr/bin/env bash
# Expected: the default tokenizer of SQLite's FTS5 (unicode61) takes a word of Hindi or Tamil for a word, as it does with words of Greek.
# So it is not: vowel signs are marks and no letters, and divide the words. "Book" in Hindi becomes its three consonants, so that a search for it also
# finds the name of a minaret with the same ones. With the categories of marks added, words stay whole. Arabic and Hebrew with vowels are divided in the
# same way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @photostructure/sqlite@1.2.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { DatabaseSync } from '@photostructure/sqlite'
const database = new DatabaseSync(':memory:')
console.log('SQLite', database.prepare('SELECT sqlite_version() AS version').get().version)
const texts = ['βιβλίο', 'किताब', 'कुतुब', 'தமிழ்', 'كِتَاب']
const tokenizers = { unicode61: 'unicode61', 'with marks': "unicode61 categories 'L* N* Co Mn Mc'" }
const seen = {}
for (const [name, tokenizer] of Object.entries(tokenizers)) {
  database.exec(`DROP TABLE IF EXISTS words; CREATE VIRTUAL TABLE words USING fts5(text, tokenize = "${tokenizer}")`)
  database.exec('DROP TABLE IF EXISTS terms; CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, instance)')
  for (const text of texts) database.prepare('INSERT INTO words VALUES (?)').run(text)
  const terms = texts.map((_text, at) => database.prepare('SELECT term FROM terms WHERE doc = ?').all(at + 1).length)
  const found = database.prepare('SELECT text FROM words WHERE words MATCH ?').all('"किताब"')
  seen[name] = { terms, found: found.map(({ text }) => text) }
  console.log(name, texts.map((text, at) => `${text}: ${terms[at]}`).join(', '), 'किताब finds', seen[name].found.join(', '))
}
assert.deepEqual(seen, {
  unicode61: { terms: [1, 3, 3, 2, 3], found: ['किताब', 'कुतुब'] },
  'with marks': { terms: [1, 1, 1, 1, 1], found: ['किताब'] },
})
PROBE
node probe.mjs
