#!/usr/bin/env bash
# Expected: a program renews an access token with getNewAccessTokenUsingRefreshToken of @fastify/oauth2 as often as it expires, keeping what it got the last time. A
# provider may answer without a new refresh token; the client then goes on using the one that it has (RFC 6749, section 6).
# The token that comes back has the member refresh_token, undefined: simple-oauth2 copies it from the answer alone. Who stores it in place of the old one has lost
# the way to the next: the second time an empty refresh_token is sent, and the provider refuses it. Providers that send a new one each time
# show nothing, nor does the first hour of those that do not. Keep the former refresh token: { ...former, ...renewed } is not enough, because of the undefined member.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fastify@5.6.2 @fastify/oauth2@8.3.0 simple-oauth2@5.1.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import oauth2 from '@fastify/oauth2'
import Fastify from 'fastify'
for (const name of ['@fastify/oauth2', 'simple-oauth2'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const sent = []
const provider = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const refreshToken = new URLSearchParams(body).get('refresh_token')
  sent.push(refreshToken)
  response.writeHead(refreshToken === 'r1' ? 200 : 400, { 'content-type': 'application/json' })
  const renewed = { access_token: `a${sent.length + 1}`, token_type: 'Bearer', expires_in: 3600 }
  response.end(JSON.stringify(refreshToken === 'r1' ? renewed : { error: 'invalid_grant' }))
}).listen(0, '127.0.0.1')
await new Promise(resolve => provider.once('listening', resolve))
const auth = { tokenHost: `http://127.0.0.1:${provider.address().port}`, tokenPath: '/token', authorizePath: '/authorize' }
const app = Fastify()
const credentials = { client: { id: 'client', secret: 'secret' }, auth }
await app.register(oauth2, { name: 'provider', credentials, callbackUri: 'http://127.0.0.1/callback' })
const renew = token => app.provider.getNewAccessTokenUsingRefreshToken(token)
const former = { access_token: 'a1', refresh_token: 'r1', token_type: 'Bearer', expires_in: 3600 }
const { token: renewed } = await renew(former)
console.log('renewed', renewed.access_token, 'refresh_token' in renewed, renewed.refresh_token)
const second = await renew(renewed).then(() => 'renewed', error => error.message)
const merged = { ...former, ...renewed }.refresh_token
const kept = await renew({ ...renewed, refresh_token: former.refresh_token })
console.log('the second time:', second, '| sent', sent, '| merged', merged, '| with the former one', kept.token.access_token)
assert.deepEqual([renewed.access_token, 'refresh_token' in renewed, renewed.refresh_token], ['a2', true, undefined])
assert.match(second, /400/)
assert.deepEqual(sent, ['r1', '', 'r1'])
assert.equal(merged, undefined)
assert.equal(kept.token.access_token, 'a4')
await app.close()
provider.close()
PROBE
node probe.mjs
