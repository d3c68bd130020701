import { LRUCache } from 'lru-cache'
import type { Json, JsonObject } from '../json/types.ts'
import type { CompiledSchema, Validator } from './compiled-schema.ts'
import { InvalidInput } from '../errors/index.ts'
import { cloneJson, isObject, mergePatch, once } from '../json/index.ts'
import { checkEndless, checkLimits, checkPropertyNames, checkPatterns } from './check/check-schema.ts'
import { publishedPattern } from './check/schema-patterns.ts'
import { columnsOf, nestedColumns } from './columns/columns.ts'
import type { Columns } from './columns/columns.ts'
import { checkExtensions, implyTexts } from './check/check-extensions.ts'
import { usualNames } from './columns/label-template.ts'
import { labelProperties, labelRule } from './columns/label.ts'
import { Problems } from './check/problems.ts'
import { writeTree } from './tree/write-schema-tree.ts'
import { readTree } from './tree/read-schema-tree.ts'
import type { AcceptedFormats } from './tree/read-schema-tree.ts'
import { declaredValues } from './columns/declared-paths.ts'
import type { DeclaredPath } from './columns/declared-paths.ts'
import { markedMembers, secretSchema } from './marked-members.ts'
import { isSecretMark } from './secret-mark.ts'
import type { MarkedMembers } from './marked-members.ts'
import { filePlaceFinder, referenceFinder, referenceSchema } from './references/reference-finder.ts'
import {
  reachableReferences,
  referenceNames,
  referencePaths,
  referencesOf,
  restricts,
  slugsOf,
} from './references/reference-nodes.ts'
import { resolver } from './columns/field-resolver.ts'
import { Shapes, TooIntricate } from './columns/shape.ts'
import type { Shape } from './columns/shape.ts'
import { closureOf, declaredNames } from './tree/schema-tree.ts'
import type { SchemaNode, SchemaTree } from './tree/schema-tree.ts'
import { bit } from './columns/type-set.ts'
import { mergeData } from './merge-data.ts'
import { isKnownFormat } from './compile/format-names.ts'
import { demandNoReadOnly } from './compile/read-only.ts'
import { validateObject, validatorOf } from './compile/validator.ts'

interface RememberedSchema {
  compiled: CompiledSchema
  /** Compiles the check of values, unless that was done. */
  compileCheck: () => unknown
  formats: AcceptedFormats
}

const remembered = new LRUCache<string, RememberedSchema>({ max: 200 })

interface CompileOptions {
  /**
   * The schema was compiled when it was stored: the check of values is compiled for the first value, because many types are only read. A format that is no longer
   * known, because its plugin is off, is not checked.
   */
  isStored?: boolean
}

/**
 * Compile the schema of a type.
 * @param schema JSON Schema, draft 2020-12 or (by `$schema`) draft-07; null for a type without one, which takes any object
 * @throws `InvalidInput` naming everything that is wrong with it, each with its JSON Pointer
 */
export function compileSchema(schema: JsonObject | null, { isStored = false }: CompileOptions = {}): CompiledSchema {
  if (schema === null) return withoutSchema()
  const text = JSON.stringify(schema)
  const formats = isStored ? 'any' : 'known'
  const found = remembered.get(text)
  const known = found?.formats === 'known' || found?.formats === formats ? found : compile(schema, text, formats)
  if (!isStored) known.compileCheck()
  remembered.set(text, known)
  return known.compiled
}

/** Of a type without a schema: any object, none of whose properties has a column. */
const withoutSchema = once((): CompiledSchema => {
  const schema = { type: 'object' }
  return {
    ...compile(schema, JSON.stringify(schema), 'known').compiled,
    validate: validateObject,
    validateCopy: validateObject,
    merge: (before, patch) => mergePatch(before, patch),
    ...labelRule({}, usualNames, [], () => true),
    shape: undefined,
    open: true,
  }
})

function compile(schema: JsonObject, text: string, formats: AcceptedFormats): RememberedSchema {
  const { tree, root, columns, indexes, referencePaths, secrets } = readSchema(schema, { text, formats })
  const references = referencesOf(referencePaths)
  const reachable = reachableReferences(tree)
  const referredTypes = [...new Set(reachable.flatMap(slugsOf))]
  const resolve = resolver(tree, columns)
  const label = labelRule(
    { template: schema['x-label'], translations: schema['x-labels'] },
    labelProperties(schema['x-display-property'], root),
    references,
    path => !['text', 'instant', undefined].includes(resolve(path)?.kind),
  )
  demandNoReadOnly(tree)
  const validator = once(() => compileValidator(tree))
  const copyValidator = secrets.isEmpty ? validator : once(() => compileValidator(requiringNoSecrets(schema)))
  const declared = declaredNames(tree.root)
  const names = columns
    .filter(({ path, kind, many }) => path.length === 1 && kind !== 'json' && !many && !secrets.includes(path))
    .map(({ path }) => path.join('.'))
  const compiled: CompiledSchema = {
    validate: (value, budget) => validator()(value, budget),
    validateCopy: (value, budget) => copyValidator()(value, budget),
    merge: (before, patch, budget) => mergeData(validator(), before, patch, budget),
    secrets,
    secretSchema: secretSchema(tree),
    columns,
    nestedColumns: once(() => nestedColumns(tree, root)),
    indexes,
    references,
    referenceNames: [...new Set([...references.map(({ name }) => name), ...referenceNames(tree)])],
    declaredValues: once(() => declaredValues(tree, root)),
    forDocument: prefix => schemaForDocument(tree, prefix),
    shape: root,
    referredTypes,
    restrictedTypes: [...new Set(reachable.filter(restricts).flatMap(slugsOf))],
    referencesIn: referenceFinder(tree),
    referencesAndMentionsIn: referenceFinder(tree, { inTexts: true }),
    filePlacesIn: filePlaceFinder(tree),
    referenceSchema: referenceSchema(tree),
    wordExceptions: referredTypes.map(slug => `urn:${slug}:`),
    readOnly: readOnlyProperties(root),
    displayProperty: displayProperty(schema, names),
    ...label,
    labelOf: (data, ...further) => label.labelOf(secrets.remove(data), ...further),
    open: false,
    resolve,
    declares: name => declared.has(name),
  }
  return { compiled, compileCheck: validator, formats }
}

function compileValidator(tree: SchemaTree): Validator {
  try {
    return validatorOf(tree)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = 'is nested by references deeper than can be compiled: leave out some of them'
    throw new InvalidInput(`schema: ${message}`, {
      problems: [{ pointer: '/schema', code: 'invalid-schema', message }],
    })
  }
}

/** A schema that was read and is valid. */
export interface ReadSchema extends Columns {
  tree: SchemaTree
  root: Shape
  /** Where the schema refers to other resources. */
  referencePaths: DeclaredPath[]
  secrets: MarkedMembers
  /** Pointers of references that are secret, which is not possible: what they refer to would reveal them. They are no references. */
  secretReferences: string[]
}

/** Read a schema. @throws `InvalidInput` naming everything that is wrong with it */
export function readSchema(
  schema: JsonObject,
  { text = JSON.stringify(schema), formats = 'any' }: { text?: string; formats?: AcceptedFormats } = {},
): ReadSchema {
  const problems = new Problems('schema')
  checkLimits(schema, text, problems)
  problems.refuse()
  const tree = readTree(cloneJson(schema), problems, formats)
  problems.refuse()
  implyTexts(tree)
  const secretReferences = dropSecretReferences(tree)
  checkPropertyNames(tree, problems)
  checkEndless(tree, problems)
  checkPatterns(tree, problems)
  problems.refuse()
  try {
    return { ...readMeaning(tree, problems), secretReferences }
  } catch (error) {
    if (!(error instanceof TooIntricate)) throw error
    problems.add('', 'combines its parts in too many ways')
    problems.refuse()
    throw error
  }
}

function readMeaning(tree: SchemaTree, problems: Problems): Omit<ReadSchema, 'secretReferences'> {
  const shapes = new Shapes()
  if ((shapes.of(tree.root).types & bit.object) === 0) problems.add('', wrapIt, 'root-type')
  const root = shapes.definite(tree.root)
  checkExtensions(tree, shapes, problems)
  const paths = referencePaths(tree, root)
  const columns = columnsOf(tree, root, paths, problems)
  problems.refuse()
  return { tree, root, ...columns, referencePaths: paths, secrets: markedMembers(tree, isSecretMark) }
}

const wrapIt =
  'must be the schema of an object ("type": "object"); wrap another one: {"type": "object", "properties": {"value": …}}'

/** Make what is secret no reference. @returns the pointers of the keywords */
function dropSecretReferences(tree: SchemaTree): string[] {
  const secret = new Set(tree.nodes.filter(({ own }) => isSecretMark(own)))
  for (const { edges } of secret) for (const { node } of edges) secret.add(node)
  return [...secret].flatMap(({ own, pointer }) => {
    if (own['x-resource-type'] === undefined) return []
    delete own['x-resource-type']
    return [`${pointer}/x-resource-type`]
  })
}

const mapKeywords: ReadonlySet<string> = new Set(['patternProperties', 'additionalProperties', 'unevaluatedProperties'])

/** A schema that requires nothing with the name of something secret: such values are not in copies. */
function requiringNoSecrets(schema: JsonObject): SchemaTree {
  const { tree } = readSchema(schema)
  demandNoReadOnly(tree)
  const declared = tree.nodes.flatMap(({ edges }) => edges.filter(({ keyword }) => keyword === 'properties'))
  const secret = new Set(declared.filter(({ node }) => isSecretValue(node)).map(({ name }) => String(name)))
  for (const { own, edges } of tree.nodes) {
    if (!Array.isArray(own.required)) continue
    const isMap = edges.some(({ keyword, node }) => mapKeywords.has(keyword) && isSecretValue(node))
    const names = new Set(edges.filter(({ keyword }) => keyword === 'properties').map(({ name }) => String(name)))
    own.required = own.required.map(String).filter(name => !secret.has(name) && (!isMap || names.has(name)))
  }
  return tree
}

/** Whether a schema, or one that applies to the same value, marks it as secret. */
const isSecretValue = (node: SchemaNode): boolean => [...closureOf([node])].some(({ own }) => isSecretMark(own))

const readOnlyProperties = (root: Shape): string[] =>
  root.names().filter(name => [...(root.property(name)?.nodes ?? [])].some(({ own }) => own['readOnly'] === true))

/** @param names of the columns that can be shown */
function displayProperty(schema: JsonObject, names: readonly string[]): string | null {
  const chosen = schema['x-display-property']
  if (typeof chosen === 'string' && names.includes(chosen)) return chosen
  return usualNames.find(name => names.includes(name)) ?? null
}

/** @param tree demands nothing that is `readOnly` */
function schemaForDocument(tree: SchemaTree, prefix: string): JsonObject {
  const written = writeTree(tree.root, { prefix, keep: () => true, finish: published })
  return tree.nodes.some(({ target }) => target === tree.root)
    ? { type: 'object', ...written }
    : { ...written, type: 'object' }
}

/** What is secret is `writeOnly`, which clients of the document understand. */
function published(written: JsonObject | boolean): JsonObject | boolean {
  const schema = withPublishedPatterns(written)
  return typeof schema === 'object' && isSecretMark(schema) ? { ...schema, writeOnly: true } : schema
}

/** Patterns of the old kind are left out, and with those of names the keywords that depend on them. */
function withPublishedPatterns(written: JsonObject | boolean): JsonObject | boolean {
  if (typeof written === 'boolean' || !('pattern' in written || 'patternProperties' in written)) return written
  const { pattern, patternProperties, ...rest } = written
  const published: JsonObject = { ...rest }
  const own = typeof pattern === 'string' ? publishedPattern(pattern) : undefined
  if (own !== undefined) published['pattern'] = own
  if (!isObject(patternProperties)) return published
  const names = Object.entries(patternProperties).map(([name, one]) => ({ name: publishedPattern(name), one }))
  const kept = names.flatMap(({ name, one }): [string, Json][] => (name === undefined ? [] : [[name, one]]))
  published['patternProperties'] = Object.fromEntries(kept)
  if (kept.length === names.length) return published
  const { additionalProperties: _additional, unevaluatedProperties: _unevaluated, ...open } = published
  return open
}

/** JSON Pointers to the formats of a stored schema that are not known, and therefore not checked. */
export const unknownFormats = (schema: JsonObject): string[] =>
  readSchema(schema)
    .tree.nodes.filter(({ own: { format } }) => typeof format === 'string' && !isKnownFormat(format))
    .map(({ pointer }) => `${pointer}/format`)

/**
 * Whether the values at a path are choices: an `enum`, or alternatives that are each a `const`.
 * @param schema one that `compileSchema` takes; null for a type without one
 */
export function hasChoices(schema: JsonObject | null, path: readonly string[]): boolean {
  if (schema === null) return false
  const shape = path.reduce<Shape | undefined>((at, name) => at?.property(name), readSchema(schema).root)
  return [...(shape?.nodes ?? [])].some(({ own }) => own.enum !== undefined || own.const !== undefined)
}
