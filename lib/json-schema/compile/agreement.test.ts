import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import t from 'tap'
import type { Json, JsonObject } from '../../json/types.ts'
import { InvalidInput } from '../../errors/index.ts'
import { compileSchema } from '../index.ts'

// The same every time, unless a seed is given.
fc.configureGlobal({ seed: Number(process.env['PLINTH_TEST_SEED'] ?? 20261120) })

const draft07 = 'http://json-schema.org/draft-07/schema#'

const names = fc.constantFrom('a', 'b', 'c')
const leaf = fc.oneof(
  fc.constantFrom(null, true, 1, 2.5, 'a', 'ab', 'b', {}),
  fc.array(fc.constantFrom('a', 1), { maxLength: 2 }),
)
const { any: value } = fc.letrec<{ any: Json }>(tie => ({
  any: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.dictionary(names, tie('any'), { maxKeys: 3 }),
    fc.array(tie('any'), { maxLength: 3 }),
  ),
}))

/** Random schemas of one dialect; every keyword's value is valid, unless `spoiled` is among the choices. */
function schemas(dialect: 'draft-07' | '2020-12', spoiled: readonly Json[] = []): fc.Arbitrary<JsonObject> {
  const or = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | Json> =>
    spoiled.length === 0
      ? arbitrary
      : fc.oneof({ arbitrary, weight: 12 }, { arbitrary: fc.constantFrom(...spoiled), weight: 1 })
  const plain = {
    type: or(fc.constantFrom<Json>('string', 'object', 'array', 'integer', ['number', 'null'], ['boolean', 'string'])),
    enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3, selector: item => JSON.stringify(item) }),
    const: leaf,
    minLength: or(fc.nat(3)),
    pattern: or(fc.constantFrom('^a', 'b$')),
    minimum: or(fc.integer({ min: 0, max: 3 })),
    exclusiveMaximum: or(fc.integer({ min: 0, max: 3 })),
    multipleOf: or(fc.constantFrom(1, 2, 0.5)),
    maxItems: or(fc.nat(3)),
    uniqueItems: or(fc.boolean()),
    minProperties: or(fc.nat(2)),
    required: or(fc.uniqueArray(names, { maxLength: 2 })),
    format: or(fc.constantFrom('date', 'email')),
    $ref: or(fc.constantFrom('#/definitions/d', '#/definitions/e')),
  }
  const { schema } = fc.letrec(tie => {
    const inner = or(fc.oneof({ depthSize: 'small' }, fc.boolean(), tie('schema')))
    const list = or(fc.array(inner, { minLength: 1, maxLength: 2 }))
    const map = or(fc.dictionary(names, inner, { maxKeys: 2 }))
    const shared = {
      properties: map,
      patternProperties: map,
      additionalProperties: inner,
      propertyNames: inner,
      not: inner,
      allOf: list,
      anyOf: list,
      oneOf: list,
      if: inner,
      then: inner,
      else: inner,
      contains: inner,
    }
    const own: Record<string, fc.Arbitrary<unknown>> = dialect === 'draft-07'
      ? {
          items: fc.oneof(inner, list),
          additionalItems: inner,
          dependencies: or(
            fc.dictionary(names, fc.oneof(inner, fc.uniqueArray(names, { maxLength: 2 })), { maxKeys: 2 }),
          ),
        }
      : {
          items: inner,
          prefixItems: list,
          dependentSchemas: map,
          minContains: or(fc.nat(2)),
          unevaluatedProperties: inner,
          unevaluatedItems: inner,
          dependentRequired: or(fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 })),
        }
    const all: Record<string, fc.Arbitrary<unknown>> = { ...plain, ...shared, ...own }
    const some = fc.subarray(Object.keys(all), { maxLength: 4 })
    return {
      schema: some.chain(chosen =>
        fc.record(Object.fromEntries(chosen.map(keyword => [keyword, all[keyword] ?? fc.constant(null)]))),
      ),
    }
  })
  const definitions = fc.record({ d: schema, e: schema })
  return fc.record({ root: schema, definitions }).map(({ root, definitions: defs }) => ({
    ...Object(root),
    ...(dialect === 'draft-07' && { $schema: draft07 }),
    definitions: Object(defs),
    type: 'object',
  }))
}

const reference = { 'draft-07': Ajv, '2020-12': Ajv2020 }

const formats = { date: /^\d{4}-\d\d-\d\d$/, email: /@/ }
const metaschemas = { 'draft-07': new Ajv({ logger: false }), '2020-12': new Ajv2020({ logger: false }) }

/** Ajv's own results for values; undefined when its metaschema refuses the schema. */
function plainAjv(
  dialect: 'draft-07' | '2020-12',
  schema: JsonObject,
): ((value: Json) => boolean | undefined) | undefined {
  if (metaschemas[dialect].validateSchema(schema) !== true) return undefined
  const options = { strict: false, logger: false, formats, meta: false, validateSchema: false } as const
  const ajv = new reference[dialect](options)
  return (data: Json) => {
    try {
      return ajv.validate(schema, data)
    } catch (error) {
      if (error instanceof TypeError) return undefined // its code for unevaluated… can throw
      throw error
    }
  }
}

/** Draft-07 as in the standard: keywords next to `$ref` have no effect. Ajv does not follow that. */
function withoutSiblings(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutSiblings)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, definitions, $schema, type } = schema
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, withoutSiblings(inner)]))
  const root =
    definitions === undefined
      ? {}
      : { definitions: withoutSiblings(definitions), ...($schema !== undefined && { $schema, type: type ?? null }) }
  return { $ref, ...root }
}

t.test('random schemas give the same results as Ajv', async () => {
  for (const dialect of ['draft-07', '2020-12'] as const) {
    fc.assert(
      fc.property(
        schemas(dialect),
        fc.array(fc.dictionary(names, value, { maxKeys: 3 }), { minLength: 1, maxLength: 4 }),
        (schema, values) => {
          const compiled = compiledOr400(schema)
          if (compiled === undefined) return
          const expected = plainAjv(dialect, dialect === 'draft-07' ? Object(withoutSiblings(schema)) : schema)
          for (const random of values) {
            const data: Json = JSON.parse(JSON.stringify(random)) // an object with a prototype
            const failures = compiled.validate(data)
            const fits = expected?.(data)
            if (fits !== undefined && (failures.length === 0) !== fits)
              throw new Error(`${JSON.stringify(data)}: ${JSON.stringify(failures)}`)
          }
        },
      ),
      { numRuns: 150 },
    )
  }
})

t.test('what the metaschema refuses is refused', async () => {
  const spoiled = [null, -1, 'x', [], {}, [1], 0.5, ['a', 'a'], 'nope']
  for (const dialect of ['draft-07', '2020-12'] as const) {
    fc.assert(
      fc.property(
        schemas(dialect, spoiled),
        schema => plainAjv(dialect, schema) !== undefined || compiledOr400(schema) === undefined,
      ),
      { numRuns: 150 },
    )
  }
})

/** The schema compiled, or undefined when it is refused with a 400; any other error is thrown. */
function compiledOr400(schema: JsonObject): ReturnType<typeof compileSchema> | undefined {
  try {
    return compileSchema(schema)
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}
