#!/usr/bin/env bash
# Expected: in the OpenAPI document that tsoa makes of an interface with "score: number | null", null is allowed where the interface is used, and where
# some of its properties are (Pick, Omit, Partial), as it is in TypeScript.
# It is so for the interface, which tsoa reads as it is written. The others it asks the compiler about, with options of its own and not with those of
# tsconfig.json, so without "strict", in which null does not exist: an answer of a user without a score is valid, and sending it back is refused (400), also by
# tsoa's own validation. With "compilerOptions": {"strict": true} in tsoa.json it is as expected.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts tsoa@6.6.0 >/dev/null
cat > users.ts <<'SOURCE'
import { Body, Controller, Get, Post, Route } from 'tsoa'
export interface User { id: string; name: string; score: number | null }
export type Picked = Pick<User, 'name' | 'score'>
export type Omitted = Omit<User, 'id'>
export type Changed = Partial<User>
@Route('users')
export class UsersController extends Controller {
  @Get('{id}') public async one(id: string): Promise<User> { throw new Error(id) }
  @Post('picked') public async picked(@Body() body: Picked): Promise<void> { void body }
  @Post('omitted') public async omitted(@Body() body: Omitted): Promise<void> { void body }
  @Post('changed') public async changed(@Body() body: Changed): Promise<void> { void body }
}
SOURCE
cat > tsconfig.json <<'OPTIONS'
{"compilerOptions": {"target": "es2022", "module": "commonjs", "experimentalDecorators": true, "strict": true}}
OPTIONS
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
console.log('tsoa', JSON.parse(readFileSync('node_modules/tsoa/package.json', 'utf8')).version)
/** For each schema whether its score allows null, and the same of the code that validates bodies. */
function allowing(compilerOptions) {
  const spec = { outputDirectory: '.', specVersion: 3 }
  const settings = { entryFile: 'users.ts', controllerPathGlobs: ['users.ts'], spec, routes: { routesDir: '.' }, compilerOptions }
  writeFileSync('tsoa.json', JSON.stringify(settings))
  execFileSync('npx', ['tsoa', 'spec-and-routes'])
  const { schemas } = JSON.parse(readFileSync('swagger.json', 'utf8')).components
  const scored = Object.entries(schemas).filter(([, { properties }]) => properties?.score !== undefined)
  const described = Object.fromEntries(scored.map(([name, { properties }]) => [name, properties.score.nullable === true]))
  const validated = [...readFileSync('routes.ts', 'utf8').matchAll(/"score":(.*)/g)].map(([, rule]) => rule.includes('null'))
  console.log(compilerOptions ?? 'without compilerOptions in tsoa.json:', described, validated)
  return { described: Object.values(described), validated }
}
const own = allowing(undefined)
assert.deepEqual(own, { described: [true, false, false, false], validated: [true, false, false, false] })
const strict = allowing({ strict: true })
assert.deepEqual(strict, { described: [true, true, true, true], validated: [true, true, true, true] })
PROBE
node probe.mjs
