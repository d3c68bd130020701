import { readListParameters } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { BadRequest } from '../../../kernel/index.ts'
import type { CompiledTemplate, TemplateEntity, TemplatePlace, TemplateProblem } from '../contract.ts'
import type { EntityScope, Scope } from '../template/program.ts'
import { propertyFactsOf } from './facts.ts'
import { checkPublicFields, isHiddenMember } from './private.ts'
import { isExactly, typesNamed } from './schema-org.ts'

/** A place in data of which only the possible types are known; undefined types if nothing is known. */
interface Origin {
  types: readonly ResourceType[] | undefined
  path: readonly string[]
}

const nothingKnown: Origin = { types: undefined, path: [] }

/**
 * Find references of a template to missing things: types, properties, sorts and filters. Problems found by compiling come first.
 * @param types the types that the site shows
 * @param slots additional names that pages with this template fill, apart from the properties of the type `web-page` (the template's `slots`)
 */
export function lintTemplate(
  template: CompiledTemplate,
  types: readonly ResourceType[],
  slots: readonly string[] = [],
): TemplateProblem[] {
  const problems = [...template.problems]
  const origins = new Map<number | undefined, Origin>()
  const page = types.filter(({ slug }) => slug === 'web-page')
  origins.set(undefined, { types: page, path: [] })
  const scopes = scopesOf(template.program.root)
  for (const [index, entity] of template.entities.entries()) {
    const around = origins.get(entity.parent) ?? nothingKnown
    const report = (message: string): void => {
      problems.push({ kind: entity.isPath ? 'unknown-slot' : 'unknown-type', message, ...templatePlaceOf(entity) })
    }
    const isNamed = entity.parent === undefined && slots.includes(entity.entity.split('.')[0] ?? '')
    const origin = isNamed ? nothingKnown : originOf(entity, around, types, report)
    origins.set(index, origin)
    const scope = scopes.get(index)
    if (scope !== undefined && scope.parameters.length > 0 && origin.path.length === 0)
      checkQuery(scope, origin.types ?? [], message =>
        problems.push({ kind: 'invalid-query', message, ...templatePlaceOf(entity) }),
      )
  }
  const isKnown = (origin: Origin, path: readonly string[]): boolean => reach(origin, path, types) !== 'unknown'
  for (const { path, entity, ...place } of template.slots) {
    if (entity === undefined && slots.includes(path[0] ?? '')) continue
    const origin = origins.get(entity)
    if (origin?.types === undefined || origin.types.length === 0) continue
    const hidden = origin.types.find(type => isHiddenMember(type, [...origin.path, ...path]))
    if (hidden !== undefined) {
      const message = `${[...origin.path, ...path].join('.')} of ${hidden.slug} is private: the site never shows it`
      problems.push({ kind: 'unknown-slot', message, ...templatePlaceOf(place) })
      continue
    }
    if (isKnown(origin, path)) continue
    const names = origin.types.map(({ slug }) => slug).join(' or ')
    problems.push({
      kind: 'unknown-slot',
      message: `${names} has no property ${[...origin.path, ...path].join('.')}`,
      ...templatePlaceOf(place),
    })
  }
  return problems
}

/** The position alone of what has one. */
export const templatePlaceOf = ({ fragment, line, column }: TemplatePlace): TemplatePlace => ({
  ...(fragment !== undefined && { fragment }),
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
})

function originOf(
  { entity, isPath }: TemplateEntity,
  around: Origin,
  types: readonly ResourceType[],
  report: (message: string) => void,
): Origin {
  const named = isPath ? [] : typesNamed(entity, types)
  if (named.length > 0) return { types: named, path: [] }
  const reached = reach(around, entity.split('.'), types)
  if (reached !== 'unknown') return reached
  report(
    isPath
      ? `"${entity}" is no property of what is around it`
      : `"${entity}" is no type that the site shows, and no property of what is around it`,
  )
  return { types: undefined, path: [] }
}

/** The place that names lead to; `unknown` when none of the types has such a property. */
function reach(origin: Origin, names: readonly string[], all: readonly ResourceType[]): Origin | 'unknown' {
  if (origin.types === undefined || names[0] === 'meta') return { types: undefined, path: [] }
  const found: Origin[] = origin.types.flatMap(type => reachIn(type, origin.path, names, all) ?? [])
  if (found.length === 0) return 'unknown'
  const first = found[0]
  const isSame = found.every(({ types, path }) => types !== undefined && path.join('.') === first?.path.join('.'))
  return isSame && first !== undefined
    ? { types: found.flatMap(({ types }) => types ?? []), path: first.path }
    : { types: undefined, path: [] }
}

function reachIn(
  type: ResourceType,
  from: readonly string[],
  names: readonly string[],
  all: readonly ResourceType[],
): Origin | undefined {
  const path = [...from, ...names]
  if (type.compiled.open) return { types: undefined, path: [] }
  for (let length = from.length + 1; length <= path.length; length++) {
    const start = path.slice(0, length)
    if (!propertyFactsOf(type, start).isDeclared) return undefined
    const reference = type.compiled.references.find(({ name }) => name === start.join('.'))
    if (reference === undefined) continue
    const referred = all.filter(({ slug }) => reference.type_slugs.includes(slug))
    const reached = reach({ types: referred.length === 0 ? undefined : referred, path: [] }, path.slice(length), all)
    return length === path.length ? { types: referred, path: [] } : reached === 'unknown' ? undefined : reached
  }
  return { types: [type], path }
}

function checkQuery(
  { entity, parameters }: EntityScope,
  types: readonly ResourceType[],
  report: (message: string) => void,
): void {
  const messages: string[] = []
  const exact = types.filter(type => isExactly(type, entity))
  const asked = exact.length > 0 ? exact : types
  for (const type of asked) {
    try {
      checkPublicFields(type, parameters)
      readListParameters(parameters, type.compiled)
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error
      messages.push(`${type.slug}: ${error.message}`)
    }
  }
  // If there are several types, some may lack a field that others have.
  if (messages.length === asked.length) for (const message of messages) report(message)
}

function scopesOf(root: Scope): Map<number, EntityScope> {
  const found = new Map<number, EntityScope>()
  const visit = (scope: Scope): void => {
    for (const entity of scope.entities) {
      found.set(entity.index, entity)
      visit(entity)
    }
  }
  visit(root)
  return found
}
