import { isObject, pointerOfReference, valueAtPointer } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { ProblemAt, pointTo } from './problem.ts'
import type { DocumentProblem } from './problem.ts'

/** A part of a document and its position, after all `$ref`s are resolved. */
export interface Located {
  pointer: string
  value: JsonObject
}

/** Every `$ref` that points out of the document, or to nothing. Values of `example`, `default` and `enum` are data. */
export function checkReferences(document: JsonObject): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  visitParts(document, (part, pointer) => {
    const reference = part['$ref']
    if (typeof reference !== 'string') return
    const message = problemOf(document, reference)
    if (message !== undefined) problems.push({ pointer: pointTo(pointer, '$ref'), message })
  })
  return problems
}

/** Keywords whose value maps names to something. */
export const mapKeywords: ReadonlySet<string> = new Set(
  'paths schemas properties responses parameters requestBodies headers securitySchemes links callbacks content encoding mapping variables scopes'.split(
    ' ',
  ),
)

/** Keywords whose value is data, in which nothing is a schema or a reference. */
const dataKeywords: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum'])

/** Visit every object of a document that is neither a map of names nor data. */
export function visitParts(document: JsonObject, visit: (part: JsonObject, pointer: string) => void): void {
  const descend = (value: Json, pointer: string, isMap: boolean): void => {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) descend(one, pointTo(pointer, index), false)
    if (!isObject(value)) return
    if (!isMap) visit(value, pointer)
    for (const [name, inner] of Object.entries(value))
      if (isMap || !dataKeywords.has(name)) descend(inner, pointTo(pointer, name), !isMap && mapKeywords.has(name))
  }
  descend(document, '', false)
}

function problemOf(document: JsonObject, reference: string): string | undefined {
  if (!reference.startsWith('#'))
    return `"${reference}" is in another document; only references into this one (#/…) are followed`
  return valueAtPointer(document, pointerOfReference(reference)) === undefined
    ? `"${reference}" points to nothing`
    : undefined
}

/**
 * Follow `$ref` until the target is not a reference.
 * @throws ProblemAt for circular references and for a target that is not an object
 */
export function follow(document: JsonObject, pointer: string): Located {
  const seen = new Set<string>()
  let at = pointer
  for (;;) {
    const value = valueAtPointer(document, at)
    if (!isObject(value)) throw new ProblemAt(pointer, 'must be an object')
    const reference = value['$ref']
    if (typeof reference !== 'string') return { pointer: at, value }
    if (seen.has(at)) throw new ProblemAt(pointer, 'refers to itself')
    seen.add(at)
    at = pointerOfReference(reference)
  }
}
