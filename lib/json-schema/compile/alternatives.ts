import type { ErrorObject } from 'ajv'
import type { Json, JsonObject } from '../../json/types.ts'
import { isObject, pointerTokens, pointerOfReference, valueAtPointer } from '../../json/index.ts'
import type { Finding } from './failures.ts'
import { referenceMessage } from '../references/reference-nodes.ts'
import { allowedValues, shorten, typeList, valueList } from './messages.ts'

const isObjectOrArray = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Finds the schemas that a schema consists of, including those that it refers to. */
export class Branches {
  readonly #root: JsonObject
  readonly #known = new Map<unknown, ReadonlySet<unknown>>()

  constructor(root: JsonObject) {
    this.#root = root
  }

  /** Every schema that can report a failure while this one is applied. */
  within(schema: unknown): ReadonlySet<unknown> {
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    const found = new Set<unknown>([schema])
    for (const value of found) {
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Object.values(value)) if (typeof inner === 'object') found.add(inner)
      const reference = '$ref' in value ? value.$ref : undefined
      if (typeof reference === 'string') found.add(valueAtPointer(this.#root, pointerOfReference(reference)))
    }
    this.#known.set(schema, found)
    return found
  }

  /** How many members of an object a schema declares, its `$ref` and `allOf` included. */
  countDeclared(schema: unknown, value: unknown): number {
    if (!isObjectOrArray(value)) return 0
    const names = new Set<string>()
    const applying = new Set([schema])
    for (const one of applying) {
      if (!isObjectOrArray(one)) continue
      if (isObjectOrArray(one['properties'])) for (const name of Object.keys(one['properties'])) names.add(name)
      if (typeof one['$ref'] === 'string') applying.add(valueAtPointer(this.#root, pointerOfReference(one['$ref'])))
      if (Array.isArray(one['allOf'])) for (const part of one['allOf']) applying.add(part)
    }
    return Object.keys(value).filter(name => names.has(name)).length
  }
}

/**
 * Take the failures that a schema has just reported for a value off the end of a list: those of a branch come immediately before that of its keyword.
 * @param schemas of which one reported them
 */
export function takeReported(findings: Finding[], schemas: readonly ReadonlySet<unknown>[], place: string): Finding[] {
  let start = findings.length
  for (let last = findings[start - 1]; last !== undefined; last = findings[start - 1]) {
    const { origin, pointer } = last
    if (!isWithin(pointer, place) || !schemas.some(one => one.has(origin))) break
    start -= 1
  }
  return findings.splice(start)
}

/**
 * Replace the failures of the branches of an `anyOf` or `oneOf`, at the end of a list, by the most helpful ones: the allowed values or types where the
 * branches are only these; or the failures of the branch that is nearest; or, where several are equally near, a short sentence with the failures of each.
 */
export function replaceAlternatives(error: ErrorObject, findings: Finding[], branches: Branches): void {
  const place = error.instancePath
  const alternatives: readonly unknown[] = Array.isArray(error.schema) ? error.schema : []
  const inside = alternatives.map(branch => branches.within(branch))
  const reported = takeReported(findings, inside, place)
  const parts = inside.map(one => reported.filter(({ origin }) => one.has(origin)))
  const add = (message: string, params?: JsonObject, keyword = error.keyword, pointer = place): void =>
    void findings.push({ pointer, message, keyword, origin: error.parentSchema, params })
  const addChoices = (values: readonly Json[], pointer = place): void =>
    add(`must be one of ${valueList(values)}`, allowedValues(values), 'enum', pointer)
  const { passingSchemas }: { passingSchemas?: number[] | null } = error.params
  if (Array.isArray(passingSchemas))
    return add('must fit exactly one of the forms that the schema allows, but fits several', { passingSchemas })
  const choices = alternatives.flatMap(branch =>
    isObject(branch) && branch['const'] !== undefined ? [branch['const']] : [],
  )
  if (choices.length === alternatives.length) return addChoices(choices)
  const wrongType = parts.map(part => part.find(({ keyword, pointer }) => keyword === 'type' && pointer === place))
  if (wrongType.every(finding => finding !== undefined)) {
    const types = [
      ...new Set(wrongType.flatMap(({ params }) => (Array.isArray(params?.['types']) ? params['types'] : []))),
    ]
    return add(`must be ${typeList(types.map(String))}`, { types }, 'type')
  }
  const meant = parts.flatMap((part, index) =>
    wrongType[index] === undefined && part.length > 0
      ? [{ part, tag: tagIn(part, place), declared: branches.countDeclared(alternatives[index], error.data) }]
      : [],
  )
  if (meant.length > 1 && addReferences(meant, findings, error)) return
  const [first] = meant
  const tags = meant.flatMap(({ tag }) => tag ?? [])
  if (meant.length > 1 && tags.length === meant.length && tags.every(({ pointer }) => pointer === first?.tag?.pointer))
    return addChoices(
      tags.map(({ value }) => value),
      first?.tag?.pointer,
    )
  meant.sort(
    (a, b) =>
      Number(a.tag !== undefined) - Number(b.tag !== undefined) ||
      a.part.length - b.part.length ||
      b.declared - a.declared,
  )
  const [nearest, next] = meant
  const isNearer =
    next === undefined ||
    (nearest?.tag === undefined) !== (next.tag === undefined) ||
    nearest?.part.length !== next.part.length ||
    nearest?.declared !== next.declared
  if (nearest !== undefined && isNearer) findings.push(...nearest.part)
  else add(`must fit one of the forms that the schema allows: ${describe(meant, place)}`)
}

/** An alternative with the failures that it reported. */
interface FailedAlternative {
  part: readonly Finding[]
}

/** Add one failure for a place where every alternative requires a reference. @returns whether that is so */
function addReferences(alternatives: readonly FailedAlternative[], findings: Finding[], error: ErrorObject): boolean {
  const failures = alternatives.flatMap(({ part }) => part)
  const [pointer = '', ...others] = new Set(failures.map(finding => finding.pointer))
  const keyword = 'x-resource-type'
  if (others.length > 0 || !failures.every(finding => finding.keyword === keyword)) return false
  const slugs = [...new Set(failures.flatMap(({ params }) => slugsIn(params)))]
  const params = { type_slugs: slugs }
  findings.push({ pointer, message: referenceMessage(slugs), keyword, origin: error.parentSchema, params })
  return true
}

const slugsIn = (params: JsonObject | undefined): string[] =>
  Array.isArray(params?.['type_slugs']) ? params['type_slugs'].map(String) : []

const isWithin = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`)

/** The constant that distinguishes a branch from the others, where a member of the value has another one. */
function tagIn(part: readonly Finding[], place: string): { pointer: string; value: Json } | undefined {
  for (const { keyword, pointer, params } of part) {
    const values = params?.['allowedValues']
    const isTag = (keyword === 'const' || keyword === 'enum') && Array.isArray(values) && values.length === 1
    const [value] = isTag ? values : []
    if (value !== undefined && pointerTokens(pointer.slice(place.length)).length === 1) return { pointer, value }
  }
  return undefined
}

const maxForms = 4

function describe(alternatives: readonly FailedAlternative[], place: string): string {
  const forms = alternatives.slice(0, maxForms).map(({ part: [first] }) => {
    if (first === undefined) return 'another one'
    const inner = pointerTokens(first.pointer.slice(place.length)).join('.')
    return shorten(`${inner === '' ? '' : `${inner} `}${first.message}`)
  })
  return [...new Set(forms)].join('; or ') + (alternatives.length > maxForms ? '; or others' : '')
}
