#!/usr/bin/env bash
# Expected: a translation in a PO file shows the same form for a number after i18next-conv has made JSON of it for i18next. The header of the file says which
# form a number takes (Plural-Forms, in the manual of gettext), so that a converter can ask it.
# i18next-conv does not read it: it names the first form, the second and so on by a list of its own for each language. In Hebrew the second of two forms becomes the one
# for exactly two, and in Latvian the one for most numbers is left out: i18next shows the name of the message for them. Persian loses its second form, Georgian most
# of both. In Slovenian each number has the form of another one, because files begin with that for one, and the list with that for five. Nothing is reported.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts i18next-conv@17.0.0 i18next@27.1.5 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { gettextToI18next } from 'i18next-conv'
for (const name of ['i18next-conv', 'i18next'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
// Language: the header that translators' programs write, the formula as a function, the forms, and what i18next shows for 0, 1, 2, 3, 5.
const slavic = n => (n % 10 === 1 && n % 100 !== 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2)
const cases = {
  pl: ['nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);', n => (n === 1 ? 0 : Math.max(1, slavic(n)))],
  he: ['nplurals=2; plural=(n != 1);', n => Number(n !== 1)],
  lv: ['nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);', n => (n % 10 === 1 && n % 100 !== 11 ? 0 : n === 0 ? 2 : 1)],
  fa: ['nplurals=2; plural=(n > 1);', n => Number(n > 1)],
  ka: ['nplurals=2; plural=(n!=1);', n => Number(n !== 1)],
  sl: [
    'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
    n => ({ 1: 0, 2: 1, 3: 2, 4: 2 })[n % 100] ?? 3,
  ],
}
const numbers = [0, 1, 2, 3, 5]
const seen = {}
for (const [language, [header, formOf]] of Object.entries(cases)) {
  const count = Number(/nplurals=(\d)/.exec(header)[1])
  const forms = Array.from({ length: count }, (_, index) => `msgstr[${index}] "form ${index}"`)
  const head = `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${header}\\n"\n`
  const json = JSON.parse(await gettextToI18next(language, `${head}\nmsgid "book"\nmsgid_plural "books"\n${forms.join('\n')}\n`, { compatibilityJSON: 'v4' }))
  const reader = i18next.createInstance()
  await reader.init({ lng: language, fallbackLng: false, resources: { [language]: { translation: json } } })
  seen[language] = numbers.map(n => reader.t('book', { count: n }))
  console.log(language, JSON.stringify(json))
  console.log('  of', numbers.join(', '), 'the file says', numbers.map(n => `form ${formOf(n)}`).join(', '), 'and i18next shows', seen[language].join(', '))
}
assert.deepEqual(seen, {
  pl: ['form 2', 'form 0', 'form 1', 'form 1', 'form 2'],
  he: ['book', 'form 0', 'form 1', 'book', 'book'],
  lv: ['form 2', 'form 0', 'book', 'book', 'book'],
  fa: ['form 0', 'form 0', 'form 0', 'form 0', 'form 0'],
  ka: ['book', 'form 0', 'book', 'book', 'book'],
  sl: ['form 0', 'form 1', 'form 2', 'form 3', 'form 0'],
})
PROBE
node probe.mjs
