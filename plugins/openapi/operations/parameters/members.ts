import { isObject } from '../../../../lib/json/index.ts'
import type { JsonObject } from '../../../../lib/json/index.ts'
import type { Operation } from '../../contract.ts'
import { ProblemAt, pointTo } from '../../document/problem.ts'

/**
 * Names of a list's `total`, `page` and `items` in an answer: from `x-alias` of the operation, else of the properties of the answer.
 * @throws ProblemAt
 */
export function readAlias(operation: JsonObject, pointer: string, ofAnswer: Readonly<Record<string, string>>) {
  const alias = readObjectAt(operation, 'x-alias', pointer)
  for (const [name, value] of Object.entries(alias)) {
    if (typeof value !== 'string') throw new ProblemAt(pointTo(pointer, 'x-alias', name), 'must be a text')
  }
  const own = Object.entries(alias).map(([name, value]): [string, string] => [name, String(value)])
  return { ...ofAnswer, ...Object.fromEntries(own) }
}

export function readInfo({ info }: JsonObject): Operation['info'] {
  const text = (name: string): string => {
    const value = isObject(info) ? info[name] : undefined
    return typeof value === 'string' ? value : ''
  }
  return { title: text('title'), description: text('description'), version: text('version') }
}

export function readTextAt(value: JsonObject, name: string, pointer: string): string | undefined {
  const text = value[name]
  if (text === undefined || typeof text === 'string') return text
  throw new ProblemAt(pointTo(pointer, name), 'must be a text')
}

export function readTexts(value: JsonObject, name: string, pointer: string): string[] {
  const texts = value[name] ?? []
  if (Array.isArray(texts) && texts.every(one => typeof one === 'string')) return texts
  throw new ProblemAt(pointTo(pointer, name), 'must be a list of texts')
}

export function readObjectAt(value: JsonObject, name: string, pointer: string): JsonObject {
  const object = value[name] ?? {}
  if (isObject(object)) return object
  throw new ProblemAt(pointTo(pointer, name), 'must be an object')
}
