import { isObject, pointerTokens } from '../../../lib/json/index.ts'
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
  const visit = (value: Json, pointer: string): void => {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, pointTo(pointer, index))
    if (!isObject(value)) return
    const reference = value['$ref']
    if (typeof reference === 'string') {
      const message = problemOf(document, reference)
      if (message !== undefined) problems.push({ pointer: pointTo(pointer, '$ref'), message })
    }
    for (const [name, inner] of Object.entries(value)) if (!isData(name)) visit(inner, pointTo(pointer, name))
  }
  visit(document, '')
  return problems
}

/** Whether the value of a member is data, in which nothing is a schema or a reference. */
export const isData = (name: string): boolean =>
  name === 'example' || name === 'examples' || name === 'default' || name === 'enum'

function problemOf(document: JsonObject, reference: string): string | undefined {
  if (!reference.startsWith('#'))
    return `"${reference}" is in another document; only references into this one (#/…) are followed`
  return lookUp(document, pointerOf(reference)) === undefined ? `"${reference}" points to nothing` : undefined
}

/** The JSON Pointer in the fragment of a local reference. */
export function pointerOf(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1))
  } catch (error) {
    if (error instanceof URIError) return reference.slice(1)
    throw error
  }
}

/** The value that a JSON Pointer names. */
export function lookUp(document: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = document
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(value)) value = value[Number(token)]
    else if (isObject(value) && Object.hasOwn(value, token)) value = value[token]
    else return undefined
  }
  return value
}

/**
 * Follow `$ref` until the target is not a reference.
 * @throws ProblemAt for circular references and for a target that is not an object
 */
export function follow(document: JsonObject, pointer: string): Located {
  const seen = new Set<string>()
  let at = pointer
  for (;;) {
    const value = lookUp(document, at)
    if (!isObject(value)) throw new ProblemAt(pointer, 'must be an object')
    const reference = value['$ref']
    if (typeof reference !== 'string') return { pointer: at, value }
    if (seen.has(at)) throw new ProblemAt(pointer, 'refers to itself')
    seen.add(at)
    at = pointerOf(reference)
  }
}
