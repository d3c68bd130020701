import type { ErrorObject } from 'ajv'
import type { JsonObject } from '../../json/types.ts'
import { pointerTokens } from '../../json/index.ts'
import type { Finding } from './failures.ts'
import { shorten, typeList, valueList } from './messages.ts'

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
      if (typeof reference === 'string') found.add(this.#target(reference))
    }
    this.#known.set(schema, found)
    return found
  }

  #target(reference: string): unknown {
    let at: unknown = this.#root
    for (const token of pointerTokens(decodeURIComponent(reference.slice(1)))) {
      at = isObjectOrArray(at) && Object.hasOwn(at, token) ? at[token] : undefined
    }
    return at
  }
}

/**
 * Replace the failures of the branches of an `anyOf` or `oneOf` by the most helpful ones: the types that are allowed; or the failures of the one
 * branch that the value was meant for; or a short sentence with the failures of each branch.
 */
export function alternativeFailure(error: ErrorObject, findings: readonly Finding[], branches: Branches): Finding[] {
  const place = error.instancePath
  const alternatives: readonly unknown[] = Array.isArray(error.schema) ? error.schema : []
  const parts = alternatives.map(branch => {
    const inside = branches.within(branch)
    return findings.filter(({ origin, pointer }) => inside.has(origin) && isWithin(pointer, place))
  })
  const rest = findings.filter(finding => !parts.some(part => part.includes(finding)))
  const one = (message: string, types?: string[], keyword = error.keyword): Finding[] => [
    ...rest,
    {
      pointer: place,
      message,
      keyword: types === undefined ? keyword : 'type',
      origin: error.parentSchema,
      ...(types && { types }),
    },
  ]
  const passing: unknown = error.params.passingSchemas
  if (Array.isArray(passing)) return one('must fit exactly one of the forms that the schema allows, but fits several')
  const choices = alternatives.flatMap(branch =>
    isObjectOrArray(branch) && 'const' in branch ? [branch['const']] : [],
  )
  if (choices.length === alternatives.length) return one(`must be one of ${valueList(choices)}`, undefined, 'enum')
  const wrongType = parts.map(part => part.find(({ keyword, pointer }) => keyword === 'type' && pointer === place))
  if (wrongType.every(finding => finding !== undefined)) {
    const types = [...new Set(wrongType.flatMap(finding => finding.types ?? []))]
    return one(`must be ${typeList(types)}`, types)
  }
  const meant = parts.filter((_part, index) => wrongType[index] === undefined)
  const [only] = meant
  if (meant.length === 1 && only !== undefined && only.length > 0) return [...rest, ...only]
  return one(`must fit one of the forms that the schema allows: ${describe(meant, place)}`)
}

const isWithin = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`)

const maxForms = 4

function describe(parts: readonly (readonly Finding[])[], place: string): string {
  const forms = parts.slice(0, maxForms).map(part => {
    const [first] = part
    if (first === undefined) return 'another one'
    const inner = pointerTokens(first.pointer.slice(place.length)).join('.')
    return shorten(`${inner === '' ? '' : `${inner} `}${first.message}`)
  })
  return [...new Set(forms)].join('; or ') + (parts.length > maxForms ? '; or others' : '')
}
