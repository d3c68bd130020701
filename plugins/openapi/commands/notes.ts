import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { pointTo } from '../document/problem.ts'
import type { DocumentProblem } from '../document/problem.ts'
import { follow, visitParts } from '../document/references.ts'
import type { DescribedOperation } from '../operations/read-operations.ts'
import { findUnreadItems } from '../operations/unread-items.ts'
import { readOnlyProperties } from '../schemas/identifier.ts'
import { componentPointer } from '../schemas/translate.ts'

/** What a valid document says that has another effect than its authors probably mean. */
export function findNotes(document: JsonObject, operations: readonly DescribedOperation[]): DocumentProblem[] {
  return [
    ...findIneffectiveNullable(document),
    ...findPatternsWithFlags(document),
    ...findUnreadItems(operations),
    ...findUnfilledLists(document, operations),
    ...findUnsetProperties(document, operations),
  ]
}

/** Places where `nullable` does nothing, against what many generators mean by it: it has a meaning only beside `type`. */
function findIneffectiveNullable(document: JsonObject): DocumentProblem[] {
  const found: DocumentProblem[] = []
  visitParts(document, (part, pointer) => {
    const beside = ['$ref', 'allOf', 'oneOf', 'anyOf'].find(
      name => typeof part[name] === 'string' || Array.isArray(part[name]),
    )
    if (part['nullable'] !== true || typeof part['type'] === 'string' || beside === undefined) return
    if (takesNull(document, pointer)) return
    const message = `nullable beside ${beside} without type does nothing: null is refused; put it beside the type of what is referred to`
    found.push({ pointer: pointTo(pointer, 'nullable'), message })
  })
  return found
}

/** Whether a schema names null as a value: by `nullable` beside its `type`, by an `enum`, or in an alternative. */
function takesNull(document: JsonObject, pointer: string, seen: readonly string[] = []): boolean {
  const { pointer: at, value } = follow(document, pointer)
  if (seen.includes(at)) return false
  const parts = (name: string): boolean[] => {
    const list = value[name]
    return Array.isArray(list)
      ? list.map((_part, index) => takesNull(document, pointTo(at, name, index), [...seen, at]))
      : []
  }
  if (typeof value['type'] === 'string') return value['nullable'] === true
  if (Array.isArray(value['enum'])) return value['enum'].includes(null)
  const all = parts('allOf')
  return (all.length > 0 && all.every(Boolean)) || [...parts('oneOf'), ...parts('anyOf')].includes(true)
}

/** Patterns that end like a regular expression in a program (`^a$/i`), as a generator writes them: nothing can follow the end of a text. */
function findPatternsWithFlags(document: JsonObject): DocumentProblem[] {
  const found: DocumentProblem[] = []
  visitParts(document, ({ pattern }, pointer) => {
    const meant = typeof pattern === 'string' ? /^(.*[^\\]\$)\/[dgimsuvy]+$/s.exec(pattern)?.[1] : undefined
    if (meant === undefined) return
    const message = `matches no text, so that every value is refused: a pattern has no flags; ${JSON.stringify(meant)} is probably meant`
    found.push({ pointer: pointTo(pointer, 'pattern'), message })
  })
  return found
}

/** Lists whose answer requires members that are not filled in. */
function findUnfilledLists(document: JsonObject, operations: readonly DescribedOperation[]): DocumentProblem[] {
  return operations.flatMap(({ pointer, answer, answers, status, itemsProperty, alias, controllerName }) => {
    const schema = answers.get(String(status))
    if (answer !== 'list' || itemsProperty === undefined || schema === undefined || controllerName !== undefined)
      return []
    const { total = 'total', page = 'page', items = itemsProperty } = alias
    const missing = requiredIn(document, schema).filter(name => ![total, page, items].includes(name))
    if (missing.length === 0) return []
    const message = `its answer requires ${missing.join(', ')}, but has ${total}, ${page} and ${items}; x-alias gives these other names`
    return [{ pointer, message }]
  })
}

/** Properties of stored items that answers require and nothing sets. */
function findUnsetProperties(document: JsonObject, operations: readonly DescribedOperation[]): DocumentProblem[] {
  const items = new Map(operations.flatMap(({ item }) => (item === undefined ? [] : [[item.schema, item] as const])))
  return [...items.values()].flatMap(({ schema, identifier }) => {
    const pointer = componentPointer(schema)
    const required = new Set(requiredIn(document, pointer))
    const identifiers = new Set(identifier.map(({ property }) => property))
    const unset = readOnlyProperties(document, schema).filter(name => required.has(name) && !identifiers.has(name))
    if (unset.length === 0) return []
    return [
      {
        pointer,
        message: `required and readOnly: no request can set ${unset.join(', ')}, and answers lack it unless a plugin does`,
      },
    ]
  })
}

/** The names that a schema requires, by itself or by `allOf`. */
function requiredIn(document: JsonObject, pointer: string, seen: readonly string[] = []): string[] {
  const { pointer: at, value } = follow(document, pointer)
  if (seen.includes(at)) return []
  const own = Array.isArray(value['required']) ? value['required'].filter(name => typeof name === 'string') : []
  const parts = Array.isArray(value['allOf']) ? value['allOf'].filter(isObject) : []
  return [...own, ...parts.flatMap((_part, index) => requiredIn(document, pointTo(at, 'allOf', index), [...seen, at]))]
}
