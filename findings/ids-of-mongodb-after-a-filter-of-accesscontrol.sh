#!/usr/bin/env bash
# Expected: permission.filter() of accesscontrol gives the record without the attributes that the role may not see, and the others as they are.
# So it does with dates and plain values, and if the attributes are listed by name. With "*", also without an exception, objects of other classes come out as plain
# ones: the _id of MongoDB is sent as four numbers, a price (Decimal128) as bytes, a UUID and a Luxon DateTime as their inner parts. Whoever filters documents of
# a database should make JSON of them first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts accesscontrol@3.1.1 bson@7.3.4 luxon@3.7.2 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { AccessControl } from 'accesscontrol'
import { Decimal128, ObjectId, UUID } from 'bson'
import { DateTime } from 'luxon'
for (const name of Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies))
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const record = {
  _id: new ObjectId('65ba1c5e2f8fb814c8a0b0c1'),
  price: Decimal128.fromString('12.50'),
  uuid: new UUID('2eb8aa08-aa98-41ea-b4aa-73b441d16380'),
  local: DateTime.fromISO('2024-01-31T10:00:00Z', { zone: 'utc' }),
  date: new Date(0),
  secret: 'x',
}
const changedWith = attributes => {
  const access = new AccessControl()
  access.grant('reader').readAny('post', attributes)
  const filtered = access.can('reader').readAny('post').filter(record)
  assert.equal('secret' in filtered, attributes.length === 1 && attributes[0] === '*')
  const changed = Object.keys(filtered).filter(name => JSON.stringify(filtered[name]) !== JSON.stringify(record[name]))
  console.log(JSON.stringify(attributes), 'changed:', changed.join(', ') || 'nothing', '_id:', JSON.stringify(filtered._id))
  return changed
}
const names = ['_id', 'price', 'uuid', 'local']
assert.deepEqual(changedWith([...names, 'date']), [])
assert.deepEqual(changedWith(['*', '!secret']), names)
assert.deepEqual(changedWith(['*']), names)
PROBE
node probe.mjs
