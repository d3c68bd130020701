#!/usr/bin/env bash
# Expected: with "discovery", @fastify/oauth2 sends a browser to the authorization endpoint that the provider publishes. RFC 6749 (3.1) lets its address have
# parameters, which must be retained; Azure AD B2C names its policy there ("/authorize?p=b2c_1_sign_in").
# The package keeps of each endpoint the origin and the path, so the parameters are lost. Where a path begins with an empty segment ("//oidc/authorize", as a base
# address with a slash at its end makes it), simple-oauth2 resolves it as a reference to the host "oidc". With "credentials.auth" instead of discovery, and the whole
# address as authorizePath and tokenPath, both are as published.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fastify@5.12.8 @fastify/oauth2@8.3.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Fastify from 'fastify'
import oauth2 from '@fastify/oauth2'

for (const name of ['@fastify/oauth2', 'simple-oauth2'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)

let path
const provider = createServer((request, response) =>
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({ issuer, authorization_endpoint: issuer + path, token_endpoint: `${issuer}/token` }),
  ),
).listen(0, '127.0.0.1')
await once(provider, 'listening')
const issuer = `http://127.0.0.1:${provider.address().port}`

/** Where a browser is sent: without what belongs to the request itself. */
async function sentTo(options) {
  const app = Fastify()
  await app.register(oauth2, {
    name: 'provider',
    startRedirectPath: '/login',
    callbackUri: 'https://cms.example.org/callback',
    credentials: { client: { id: 'cms', secret: 'its secret' } },
    ...options,
  })
  const { location } = (await app.inject('/login')).headers
  await app.close()
  const url = new URL(location)
  for (const name of ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method']) url.searchParams.delete(name)
  return url.href.replace(issuer, 'provider:')
}
const whole = path => ({
  credentials: {
    client: { id: 'cms', secret: 'its secret' },
    auth: { authorizeHost: issuer, authorizePath: issuer + path, tokenHost: issuer, tokenPath: `${issuer}/token` },
  },
})
const seen = {}
for (path of ['/authorize', '/authorize?p=b2c_1_sign_in', '//oidc/authorize'])
  seen[path] = [await sentTo({ discovery: { issuer } }), await sentTo(whole(path))]
provider.close()
console.log(seen)
assert.deepEqual(seen, {
  '/authorize': ['provider:/authorize', 'provider:/authorize'],
  '/authorize?p=b2c_1_sign_in': ['provider:/authorize', 'provider:/authorize?p=b2c_1_sign_in'],
  '//oidc/authorize': ['http://oidc/authorize', 'provider://oidc/authorize'],
})
PROBE
node probe.mjs
