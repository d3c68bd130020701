import type { Json } from '../../json/types.ts'
import type { Problems } from '../check/problems.ts'

/** The supported dialects of JSON Schema. */
export type Dialect = 'draft-07' | '2020-12'

/**
 * What the value of a keyword must be.
 * `schema`, `schemas` (a list), `schema-map` (by name), `items` (draft-07: one or a list) and `dependencies` contain schemas.
 */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'items'
  | 'dependencies'
  | 'any'
  | 'list'
  | 'boolean'
  | 'text'
  | 'uri-reference'
  | 'anchor'
  | 'number'
  | 'positive'
  | 'count'
  | 'types'
  | 'pattern'
  | 'format'
  | 'names'
  | 'names-by-name'
  | 'booleans-by-name'

const shared = {
  $id: 'uri-reference',
  $schema: 'uri-reference',
  $ref: 'uri-reference',
  $comment: 'text',
  $anchor: 'anchor',
  $defs: 'schema-map',
  dependentRequired: 'names-by-name',
  deprecated: 'boolean',
  definitions: 'schema-map',
  dependencies: 'dependencies',
  title: 'text',
  description: 'text',
  default: 'any',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  examples: 'list',
  example: 'any',
  multipleOf: 'positive',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  contains: 'schema',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  properties: 'schema-map',
  patternProperties: 'schema-map',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  const: 'any',
  enum: 'list',
  type: 'types',
  format: 'format',
  contentMediaType: 'text',
  contentEncoding: 'text',
  if: 'schema',
  then: 'schema',
  else: 'schema',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
} satisfies Record<string, KeywordShape>

const of2020 = {
  $dynamicRef: 'uri-reference',
  $dynamicAnchor: 'anchor',
  $vocabulary: 'booleans-by-name',
  items: 'schema',
  prefixItems: 'schemas',
  dependentSchemas: 'schema-map',
  minContains: 'count',
  maxContains: 'count',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  contentSchema: 'schema',
} satisfies Record<string, KeywordShape>

const ofDraft07 = { items: 'items', additionalItems: 'schema' } satisfies Record<string, KeywordShape>

/** The keywords of each dialect, as in its metaschema; in draft-07 also those of later drafts that every tool writes. */
export const keywords: Record<Dialect, ReadonlyMap<string, KeywordShape>> = {
  '2020-12': new Map<string, KeywordShape>(Object.entries({ ...shared, ...of2020 })),
  'draft-07': new Map<string, KeywordShape>(Object.entries({ ...shared, ...ofDraft07 })),
}

const dialects = new Map<string, Dialect>([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
])

/** The dialect that a `$schema` names, or undefined for one that is not supported. */
export const dialectOf = (uri: string): Dialect | undefined =>
  dialects.get(uri.replace(/^https?:\/\//, '').replace(/#$/, ''))

const unsupportedDraft =
  'must be draft 2020-12 ("https://json-schema.org/draft/2020-12/schema") or draft-07 ("http://json-schema.org/draft-07/schema#") of JSON Schema; unknown=drop rewrites older drafts'

/** The dialect that a schema names by `$schema`; 2020-12 without one. */
export function readDialect(uri: Json | undefined, problems: Problems): Dialect {
  if (uri === undefined) return '2020-12'
  const dialect = typeof uri === 'string' ? dialectOf(uri) : undefined
  if (dialect === undefined) problems.add('/$schema', unsupportedDraft, 'unknown-draft')
  return dialect ?? '2020-12'
}
