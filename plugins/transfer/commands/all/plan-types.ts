import { join } from 'node:path'
import { CommandFailed, exitCode, type ApiAnswer, type ApiClient } from '../../../../kernel/index.ts'
import { changeReferences } from '../../../../lib/json-schema/index.ts'
import { equalJson, isObject } from '../../../../lib/json/index.ts'
import type { JsonObject } from '../../../../lib/json/index.ts'
import { readType } from '../find-type.ts'
import { layout, readLines, type LineProblem } from './folder.ts'
import { planPresets, type PresetLine } from './presets.ts'

const fields = ['name', 'slug', 'description', 'context', 'schema'] as const

/** A type in the format of an export. */
export const exportedType = (type: JsonObject): JsonObject =>
  Object.fromEntries([...fields, 'status'].flatMap(name => (type[name] === undefined ? [] : [[name, type[name]]])))

/** The change that makes a type equal to the type in the export. */
export interface TypeChange {
  slug: string
  schema: JsonObject | null
  /** Whether the type is archived at the end. */
  archived: boolean
  what: 'create' | 'update' | 'nothing'
  /** Fields to send. */
  body: JsonObject
}

/** The types and presets of a folder. */
export interface Plan {
  types: TypeChange[]
  presets: PresetLine[]
}

/**
 * Read the types and presets of a folder, and try the change to each.
 * @param filled slugs of the types that have resources in the folder
 * @throws `CommandFailed` with the problems of every line; nothing is written
 */
export async function planFolder(api: ApiClient, folder: string, filled: ReadonlySet<string>): Promise<Plan> {
  const typeProblems: LineProblem[] = []
  const presetProblems: LineProblem[] = []
  const types = await planTypes(api, folder, filled, typeProblems)
  const presets = await planPresets(api, folder, presetProblems)
  const problems = [...inLines(layout.types, typeProblems), ...inLines(layout.presets, presetProblems)]
  if (problems.length > 0) throw new CommandFailed(['nothing is imported', ...problems].join('\n'), exitCode.failed)
  return { types, presets }
}

const inLines = (file: string, problems: readonly LineProblem[]): string[] =>
  problems.toSorted((a, b) => a.line - b.line).map(({ line, reason }) => `${file}: line ${line}: ${reason}`)

async function planTypes(
  api: ApiClient,
  folder: string,
  filled: ReadonlySet<string>,
  problems: LineProblem[],
): Promise<TypeChange[]> {
  const planned: { line: number; change: TypeChange }[] = []
  const slugs = new Map<string, number>()
  for (const { line, data } of await readLines(join(folder, layout.types), problems)) {
    const faults = faultsOf(data, slugs, line)
    problems.push(...faults.map(reason => ({ line, reason })))
    if (faults.length === 0) planned.push({ line, change: await changeOf(api, data, filled) })
  }
  const changes = planned.map(({ change }) => change)
  const coming = comingAmong(changes)
  for (const { line, change } of planned) {
    const against = change.what === 'nothing' ? [] : await tryChange(api, withoutComing(change, coming))
    problems.push(...against.map(reason => ({ line, reason })))
  }
  return changes
}

function faultsOf(type: JsonObject, slugs: Map<string, number>, line: number): string[] {
  const { slug, schema = {}, status = 'active' } = type
  const known = new Set<string>([...fields, 'status'])
  const faults = Object.keys(type).flatMap(name => (known.has(name) ? [] : [`${name}: is no field of a type`]))
  if (typeof slug !== 'string' || slug === '') return [...faults, 'slug: must be a text']
  if (!isObject(schema)) faults.push('schema: must be an object')
  if (status !== 'active' && status !== 'archived') faults.push('status: must be active or archived')
  const before = slugs.get(slug)
  if (before !== undefined) faults.push(`slug: is that of line ${before} too`)
  slugs.set(slug, line)
  return faults
}

async function changeOf(api: ApiClient, type: JsonObject, filled: ReadonlySet<string>): Promise<TypeChange> {
  const { status, ...body } = type
  const slug = String(type['slug'])
  const archived = status === 'archived'
  const schema = isObject(type['schema']) ? type['schema'] : null
  const change = { slug, schema, archived, body }
  const known = await readType(api, slug)
  if (known === undefined) return { ...change, what: 'create' }
  const wanted: JsonObject = { description: '', context: {}, ...body, schema }
  const differing = Object.entries(wanted).filter(([name, value]) => !equalJson(value, known[name] ?? null))
  // Resources can be written only while their type is active.
  const isNeeded = !archived || filled.has(slug)
  const revived: JsonObject = known['status'] === 'archived' && isNeeded ? { status: 'active' } : {}
  const update = { ...Object.fromEntries(differing), ...revived }
  return { ...change, what: Object.keys(update).length === 0 ? 'nothing' : 'update', body: update }
}

async function tryChange(api: ApiClient, change: TypeChange): Promise<string[]> {
  const answer = await send(api, change, '?dry_run=true')
  const { message, problems } = isObject(answer.body) ? answer.body : {}
  if (answer.status >= 400) return [`${change.slug}: ${String(message)}`]
  return (Array.isArray(problems) ? problems.filter(isObject) : []).map(
    ({ kind, property, count }) =>
      `${change.slug}: is there already, with resources that this schema does not fit: ${String(property)}: ${String(kind)} (${String(count)})`,
  )
}

/** Slugs of the types that do not exist yet. */
const comingAmong = (changes: readonly TypeChange[]): Set<string> =>
  new Set(changes.flatMap(({ what, slug }) => (what === 'create' ? [slug] : [])))

/** The same change without references to types that do not exist yet. */
function withoutComing(change: TypeChange, coming: ReadonlySet<string>): TypeChange {
  const { schema } = change.body
  if (!isObject(schema)) return change
  const possible = changeReferences(schema, (reference, slug) => {
    if (slug === change.slug || !coming.has(slug)) return reference
    const { 'x-resource-type': _slug, 'x-on-archive': _onArchive, ...rest } = reference
    return rest
  })
  return possible === schema ? change : { ...change, body: { ...change.body, schema: possible } }
}

/** Make the changes that {@link planTypes} planned. A type that refers to a type that does not exist yet is first created without these references. */
export async function bringTypes(api: ApiClient, changes: readonly TypeChange[]): Promise<void> {
  const coming = comingAmong(changes)
  const unfinished: TypeChange[] = []
  for (const change of changes) {
    if (change.what === 'nothing') continue
    const possible = withoutComing(change, coming)
    await make(api, possible)
    coming.delete(change.slug)
    if (possible !== change) unfinished.push(change)
  }
  for (const { body, ...change } of unfinished) {
    await make(api, { ...change, what: 'update', body: { schema: body['schema'] ?? null } })
  }
}

async function make(api: ApiClient, change: TypeChange): Promise<void> {
  const { status, body } = await send(api, change, '')
  if (status >= 400) throw new CommandFailed(messageIn(body, change.slug), exitCode.failed)
}

/** Archive the types that were archived in the exported service. */
export async function archiveTypes(api: ApiClient, changes: readonly TypeChange[]): Promise<void> {
  for (const { slug } of changes.filter(({ archived }) => archived)) {
    if ((await readType(api, slug))?.['status'] === 'archived') continue
    await api.request('PUT', `/api/resource-types/${encodeURIComponent(slug)}`, { body: { status: 'archived' } })
  }
}

function send(api: ApiClient, { what, slug, body }: TypeChange, query: string): Promise<ApiAnswer> {
  const accept = [400, 409]
  if (what === 'create') return api.request('POST', `/api/resource-types${query}`, { body, accept })
  return api.request('PUT', `/api/resource-types/${encodeURIComponent(slug)}${query}`, { body, accept })
}

const messageIn = (body: unknown, slug: string): string =>
  typeof body === 'object' && body !== null && 'message' in body
    ? `${slug}: ${String(body.message)}`
    : `${slug}: refused`
