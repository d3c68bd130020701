import { LRUCache } from 'lru-cache'
import type { Json, JsonObject } from '../json/types.ts'
import type { CompiledSchema, DeclaredValue, ValidationFailure, Validator } from './compiled-schema.ts'
import { InvalidInput } from '../errors/index.ts'
import { cloneJson } from '../json/index.ts'
import { checkEndless, checkLimits, checkNames, checkPatterns } from './check/check-schema.ts'
import { columnsOf } from './columns/columns.ts'
import type { Columns } from './columns/columns.ts'
import { dialectOf } from './tree/dialects.ts'
import type { Dialect } from './tree/dialects.ts'
import { checkExtensions, implyTexts } from './check/check-extensions.ts'
import { labelProperties, labelRule, usualNames } from './columns/label.ts'
import { Problems } from './check/problems.ts'
import { writeTree } from './tree/write-schema-tree.ts'
import { readTree } from './tree/read-schema-tree.ts'
import { declaredValues } from './columns/declared-paths.ts'
import type { DeclaredPath } from './columns/declared-paths.ts'
import { referenceFinder, referenceSchema } from './references/reference-finder.ts'
import {
  reachableReferences,
  referenceNames,
  referencePaths,
  referencesOf,
  restricts,
  slugOf,
} from './references/reference-nodes.ts'
import { resolver } from './columns/field-resolver.ts'
import { Shapes, TooIntricate } from './columns/shape.ts'
import type { Shape } from './columns/shape.ts'
import type { SchemaTree } from './tree/schema-tree.ts'
import { bit } from './columns/type-set.ts'
import { validatorOf } from './compile/validator.ts'

const remembered = new LRUCache<string, CompiledSchema>({ max: 200 })

/**
 * Compile the schema of a type.
 * @param schema JSON Schema, draft 2020-12 or (by `$schema`) draft-07; null for a type without one, which takes any object
 * @throws `InvalidInput` naming everything that is wrong with it, each with its JSON Pointer
 */
export function compileSchema(schema: JsonObject | null): CompiledSchema {
  if (schema === null) return withoutSchema
  const text = JSON.stringify(schema)
  const known = remembered.get(text)
  if (known !== undefined) return known
  const compiled = compile(schema, text)
  remembered.set(text, compiled)
  return compiled
}

const anObject: readonly ValidationFailure[] = [{ pointer: '', field: '', code: 'type', message: 'must be an object' }]

const withoutSchema: CompiledSchema = {
  validate: value => (typeof value === 'object' && value !== null && !Array.isArray(value) ? [] : [...anObject]),
  columns: [],
  indexes: [],
  references: [],
  referenceNames: [],
  declaredValues: () => [],
  referredTypes: [],
  referencesIn: () => [],
  restrictedTypes: [],
  referenceSchema: undefined,
  wordExceptions: [],
  readOnly: [],
  displayProperty: null,
  ...labelRule({}, usualNames, [], () => true),
  open: true,
  resolve: () => undefined,
}

function compile(schema: JsonObject, text: string): CompiledSchema {
  const { tree, root, columns, indexes, referencePaths } = readSchema(schema, text)
  const references = referencesOf(referencePaths)
  const reachable = reachableReferences(tree)
  const referredTypes = [...new Set(reachable.map(slugOf))]
  const resolve = resolver(tree, columns)
  let values: readonly DeclaredValue[] | undefined
  return {
    validate: compileValidator(tree),
    columns,
    indexes,
    references,
    referenceNames: [...new Set([...references.map(({ name }) => name), ...referenceNames(tree)])],
    declaredValues: () => (values ??= declaredValues(root)),
    referredTypes,
    restrictedTypes: [...new Set(reachable.filter(restricts).map(slugOf))],
    referencesIn: referenceFinder(tree),
    referenceSchema: referenceSchema(tree),
    wordExceptions: referredTypes.map(slug => `urn:${slug}:`),
    readOnly: readOnlyProperties(root),
    displayProperty: displayProperty(schema, root),
    ...labelRule(
      { template: schema['x-label'], translations: schema['x-labels'] },
      labelProperties(schema['x-display-property'], root),
      references,
      path => !['text', 'instant', 'json', undefined].includes(resolve(path)?.kind),
    ),
    open: false,
    resolve,
  }
}

function compileValidator(tree: SchemaTree): Validator {
  try {
    return validatorOf(tree)
  } catch (error) {
    if (error instanceof RangeError)
      throw new InvalidInput('schema: is nested by references deeper than can be compiled')
    throw error
  }
}

/** A schema that was read and is valid. */
export interface ReadSchema extends Columns {
  tree: SchemaTree
  root: Shape
  /** Where the schema refers to other resources. */
  referencePaths: DeclaredPath[]
}

/** Read a schema. @throws `InvalidInput` naming everything that is wrong with it */
export function readSchema(schema: JsonObject, text = JSON.stringify(schema)): ReadSchema {
  const problems = new Problems('schema')
  checkLimits(schema, text, problems)
  problems.refuse()
  const dialect = readDialect(schema.$schema, problems)
  const tree = readTree(cloneJson(schema), dialect, problems)
  problems.refuse()
  implyTexts(tree)
  checkNames(tree, problems)
  checkEndless(tree, problems)
  checkPatterns(tree, problems)
  problems.refuse()
  try {
    return readMeaning(tree, problems)
  } catch (error) {
    if (!(error instanceof TooIntricate)) throw error
    problems.add('', 'combines its parts in too many ways')
    problems.refuse()
    throw error
  }
}

function readMeaning(tree: SchemaTree, problems: Problems): ReadSchema {
  const shapes = new Shapes()
  if ((shapes.of(tree.root).types & bit.object) === 0)
    problems.add('', 'must be the schema of an object: "type": "object"')
  const root = shapes.definite(tree.root)
  checkExtensions(tree, shapes, problems)
  const paths = referencePaths(tree, root)
  const columns = columnsOf(tree, root, paths, problems)
  problems.refuse()
  return { tree, root, ...columns, referencePaths: paths }
}

/** The dialect that a schema names by `$schema`; 2020-12 without one. */
export function readDialect(uri: Json | undefined, problems: Problems): Dialect {
  if (uri === undefined) return '2020-12'
  const dialect = typeof uri === 'string' ? dialectOf(uri) : undefined
  if (dialect === undefined) problems.add('/$schema', 'must be draft 2020-12 or draft-07 of JSON Schema')
  return dialect ?? '2020-12'
}

const readOnlyProperties = (root: Shape): string[] =>
  root.names().filter(name => [...(root.property(name)?.nodes ?? [])].some(({ own }) => own['readOnly'] === true))

function displayProperty(schema: JsonObject, root: Shape): string | null {
  const chosen = schema['x-display-property']
  if (typeof chosen === 'string' && root.property(chosen) !== undefined) return chosen
  return usualNames.find(name => root.property(name) !== undefined) ?? null
}

/**
 * A type's schema for an OpenAPI 3.1 document: in draft 2020-12 whatever dialect it was written in, without `$id`, `$schema` and anchors, and with
 * local references that are valid where the schema is put.
 * @param schema one that `compileSchema` takes
 * @param prefix reference to the place where it is put: `#/components/schemas/movie`
 * @throws `InvalidInput` when the schema is not valid
 */
export function schemaForDocument(schema: JsonObject, prefix: string): JsonObject {
  const written = writeTree(readSchema(schema).tree.root, { prefix, keep: () => true, finish: value => value })
  return { ...written, type: 'object' }
}

/**
 * Whether the values at a path are choices: an `enum`, or alternatives that are each a `const`.
 * @param schema one that `compileSchema` takes; null for a type without one
 */
export function hasChoices(schema: JsonObject | null, path: readonly string[]): boolean {
  if (schema === null) return false
  const shape = path.reduce<Shape | undefined>((at, name) => at?.property(name), readSchema(schema).root)
  return [...(shape?.nodes ?? [])].some(({ own }) => own.enum !== undefined || own.const !== undefined)
}
