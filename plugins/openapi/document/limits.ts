import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { methods } from '../operations/read-operations.ts'
import { ProblemAt, pointTo } from './problem.ts'
import type { DocumentProblem } from './problem.ts'
import { follow, mapKeywords } from './references.ts'
import { attempt, insteadOf } from '../../../lib/errors/index.ts'

const maxOperations = 5000
const maxNameLength = 1000

/** Keywords whose value is a name or a title. */
const nameKeywords: ReadonlySet<string> = new Set(['title', 'operationId', 'name', 'tags', 'version', 'propertyName'])

/** Keywords whose value is data. */
const isData = (keyword: string): boolean =>
  ['example', 'examples', 'default', 'enum', 'value'].includes(keyword) || keyword.startsWith('x-')

/** The names in a document that are too long: of paths, schemas, properties, parameters and the like, operation ids, titles and tags. */
export function findLongNames(document: JsonObject): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  const check = (name: Json | undefined, pointer: string): void => {
    if (typeof name !== 'string' || name.length <= maxNameLength) return
    const message = `a name can have at most ${maxNameLength.toLocaleString('en')} characters; this one has ${name.length.toLocaleString('en')}`
    problems.push({ pointer, message })
  }
  const visit = (value: Json | undefined, pointer: string, isMap: boolean): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, pointTo(pointer, index), false)
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        check(key, pointer)
        if (key.length > maxNameLength || (!isMap && isData(key))) continue
        const at = pointTo(pointer, key)
        if (!isMap && nameKeywords.has(key)) for (const name of [inner ?? null].flat()) check(name, at)
        visit(inner, at, !isMap && mapKeywords.has(key))
      }
    }
  }
  visit(document, '', false)
  return problems
}

/** The problem of a document with too many operations. @param document with valid references */
export function findTooManyOperations(document: JsonObject): DocumentProblem[] {
  const paths = isObject(document['paths']) ? Object.keys(document['paths']) : []
  let count = 0
  for (const path of paths) {
    const item = pathItem(document, pointTo('', 'paths', path))
    count += methods.filter(method => item[method] !== undefined).length
  }
  if (count <= maxOperations) return []
  const [most, found] = [maxOperations, count].map(one => one.toLocaleString('en'))
  return [{ pointer: '/paths', message: `a document can have at most ${most} operations; this one has ${found}` }]
}

/** A path's operations; none where they cannot be read, which the validation reports. */
const pathItem = (document: JsonObject, pointer: string): JsonObject =>
  attempt(() => follow(document, pointer).value, insteadOf(ProblemAt, {}))
