#!/usr/bin/env bash
# Expected: a placeholder in a translated message is filled wherever it stands, also behind a French or Italian article: L'{name}.
# In ICU messages an apostrophe directly before a brace begins a quotation. FormatJS follows: "L'{name}" shows L{name}, and what comes between two of them ("L'{place}
# d'{origin}") is quoted, too. MessageFormat of the OpenJS Foundation takes an apostrophe without a second one for itself, so that a text that was checked
# there loses the name in FormatJS and in ICU; with two articles in a sentence both lose one. Neither reports a value that is not used. The typographic apostrophe (’) and
# a doubled one are right in both; English translators, who write it's {name}, do not meet this.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts intl-messageformat@12.1.5 @messageformat/core@3.4.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import MessageFormat from '@messageformat/core'
import { IntlMessageFormat } from 'intl-messageformat'
for (const name of ['intl-messageformat', '@messageformat/core'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const values = { place: 'Alsace', origin: 'Obernai' }
const cases = {
  "It's {place}": ["It's Alsace", "It's Alsace"],
  "L'{place}": ['L{place}', "L'Alsace"],
  "L'{place} et d'autres": ['L{place} et dautres', 'L{place} et dautres'],
  "L'{place}, vin d'{origin}": ['L{place}, vin dObernai', 'L{place}, vin dObernai'],
  'L’{place}, vin d’{origin}': ['L’Alsace, vin d’Obernai', 'L’Alsace, vin d’Obernai'],
  "L''{place}, vin d''{origin}": ["L'Alsace, vin d'Obernai", "L'Alsace, vin d'Obernai"],
}
for (const [message, wanted] of Object.entries(cases)) {
  const seen = [new IntlMessageFormat(message, 'fr').format(values), new MessageFormat('fr').compile(message)(values)]
  console.log(`${message}: FormatJS ${seen[0]}, MessageFormat ${seen[1]}`)
  assert.deepEqual(seen, wanted)
}
PROBE
node probe.mjs
