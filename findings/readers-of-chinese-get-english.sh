#!/usr/bin/env bash
# Expected: of English, simplified and traditional Chinese a browser in Hong Kong that accepts zh-Hant-HK first, then English, gets traditional Chinese; lookup of
# RFC 4647 (3.4) removes the last part of a tag until one is there.
# negotiator (in Express, and in Fastify's accepts) gives English. It does shorten tags, of two parts: for de-CH it finds de, so that nobody sees it in a test, and of
# longer ones it compares the whole or the first part alone. Serbian in Latin letters (sr-Latn-RS) is English as well. @hapi/accept and accept-language-parser do not
# shorten at all; with "loose" the latter gives the first that is Chinese, which is simplified, and Serbian in Cyrillic. @fluent/langneg and
# @formatjs/intl-localematcher find the right one, and know that Taiwan (zh-TW) reads traditional Chinese.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts negotiator@1.1.0 @hapi/accept@6.0.3 accept-language-parser@1.5.0 @fluent/langneg@0.7.0 \
  @formatjs/intl-localematcher@0.10.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { acceptedLanguages, negotiateLanguages } from '@fluent/langneg'
import { match } from '@formatjs/intl-localematcher'
import Accept from '@hapi/accept'
import parser from 'accept-language-parser'
import Negotiator from 'negotiator'
const names = ['negotiator', '@hapi/accept', 'accept-language-parser', '@fluent/langneg', '@formatjs/intl-localematcher']
for (const name of names) console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const choose = (header, offered) => [
  new Negotiator({ headers: { 'accept-language': header } }).language(offered),
  Accept.language(header, offered),
  `${parser.pick(offered, header)}, loose: ${parser.pick(offered, header, { loose: true })}`,
  negotiateLanguages(acceptedLanguages(header), offered, { defaultLocale: 'en', strategy: 'lookup' })[0],
  match(acceptedLanguages(header), offered, 'en'),
]
const chinese = ['en', 'zh-Hans', 'zh-Hant']
const cases = [
  ['de-CH, en;q=0.5', ['en', 'de'], ['de', 'en', 'en, loose: de', 'de', 'de']],
  ['zh-Hant-HK, en;q=0.5', chinese, ['en', 'en', 'en, loose: zh-Hans', 'zh-Hant', 'zh-Hant']],
  ['zh-TW, en;q=0.5', chinese, ['en', 'en', 'en, loose: zh-Hans', 'zh-Hant', 'zh-Hant']],
  ['sr-Latn-RS, en;q=0.5', ['en', 'sr-Cyrl', 'sr-Latn'], ['en', 'en', 'en, loose: sr-Cyrl', 'sr-Latn', 'sr-Latn']],
]
for (const [header, offered, wanted] of cases) {
  const seen = choose(header, offered)
  console.log(`${header} of ${offered}:`, Object.fromEntries(names.map((name, at) => [name, seen[at]])))
  assert.deepEqual(seen, wanted)
}
PROBE
node probe.mjs
