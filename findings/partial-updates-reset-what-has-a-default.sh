#!/usr/bin/env bash
# Expected: the schema of an update (PATCH), made from that of a record by "partial", leaves alone what is not sent.
# With zod, Yup, Joi, ArkType and TypeBox it does not: a property that has a default is in the result with that default, as if it had been sent, so that a
# change of the title makes a public article a draft again and takes its tags away. Valibot's partial leaves it out. Ajv with useDefaults, as in Fastify, is
# like TypeBox. The record is valid afterwards, and no error says that something was lost; a schema for updates needs no defaults.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zod@4.6.7 yup@1.7.1 joi@18.3.2 arktype@2.2.10 @sinclair/typebox@0.34.52 valibot@1.5.0 \
  ajv@8.20.0 >/dev/null
cat > probe.mjs <<'PROBE'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import Ajv from 'ajv'
import { type } from 'arktype'
import Joi from 'joi'
import * as v from 'valibot'
import * as yup from 'yup'
import { z } from 'zod'
for (const name of ['zod', 'yup', 'joi', 'arktype', '@sinclair/typebox', 'valibot', 'ajv'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version)
const state = 'draft'
const changed = () => ({ title: 'Boats at dusk' })
const typebox = Type.Partial(
  Type.Object({
    title: Type.String(),
    state: Type.String({ default: state }),
    tags: Type.Array(Type.String(), { default: [] }),
  }),
)
const parsed = {
  zod: z
    .object({ title: z.string(), state: z.string().default(state), tags: z.array(z.string()).default([]) })
    .partial()
    .parse(changed()),
  yup: yup
    .object({ title: yup.string().required(), state: yup.string().default(state), tags: yup.array().default([]) })
    .partial()
    .cast(changed()),
  joi: Joi.object({ title: Joi.string().required(), state: Joi.string().default(state), tags: Joi.array().default([]) })
    .fork(['title', 'state', 'tags'], schema => schema.optional())
    .validate(changed()).value,
  arktype: type({ title: 'string', state: `string = '${state}'`, tags: type('string[]').default(() => []) }).partial()(changed()),
  typebox: Value.Default(typebox, changed()),
  ajv: changed(),
  valibot: v.parse(
    v.partial(
      v.object({ title: v.string(), state: v.optional(v.string(), state), tags: v.optional(v.array(v.string()), []) }),
    ),
    changed(),
  ),
}
assert.ok(new Ajv({ useDefaults: true }).validate(JSON.parse(JSON.stringify(typebox)), parsed.ajv))
const stored = { title: 'Boats', state: 'public', tags: ['sea', 'evening'] }
const merged = Object.entries(parsed).map(([name, change]) => [name, { ...stored, ...change }])
for (const [name, record] of merged) console.log(name.padEnd(8), JSON.stringify(record))
const reset = { ...changed(), state: 'draft', tags: [] }
assert.deepEqual(Object.fromEntries(merged), {
  ...Object.fromEntries(['zod', 'yup', 'joi', 'arktype', 'typebox', 'ajv'].map(name => [name, reset])),
  valibot: { ...stored, ...changed() },
})
PROBE
node probe.mjs
