import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ApiClient, type CommandContext } from '../../../../kernel/index.ts'
import { isObject, jsonText } from '../../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../../lib/json/index.ts'
import { compileMarkedMembers, fileSlugs, isSecretMark } from '../../../../lib/json-schema/index.ts'
import { writeRows } from '../export.ts'
import type { Format } from '../../../../lib/tabular/index.ts'
import { countText } from '../../../../lib/terminal/index.ts'
import { schemaOf } from '../find-type.ts'
import { copiedSchedule } from '../../copy/schedules.ts'
import { systemCodeOf } from '../../../../lib/errors/index.ts'
import { cannotWrite } from '../output-file.ts'
import { createFolder, layout } from './folder.ts'
import { writeManifest } from './manifest.ts'

/** How much of a type was written. */
interface Written extends JsonObject {
  type_slug: string
  active: number
  archived: number
  /** How many values are never shown (`writeOnly`, `format: password`) and not written. Absent when there are none. */
  left_out?: number
}

/**
 * `plinth export --all`: the types, and for each its active and its archived resources, and which presets are installed, into a new folder.
 */
export async function exportAll(context: CommandContext, folder: string, format: Format): Promise<void> {
  const api = await context.api()
  const types = await allTypes(api)
  const target = await createFolder(folder)
  const written: Written[] = []
  try {
    const writeLines = (name: string, lines: readonly JsonObject[]): Promise<void> =>
      writeFile(join(target.path, name), lines.map(line => `${jsonText(line)}\n`).join(''), { mode: 0o600 })
    await writeLines(layout.types, types.map(exportedType))
    for (const type of types) written.push(await exportType(context, api, type, target.path, format))
    const hashes = await exportBytes(api, target.path)
    const presets = await readPresets(api)
    await writeLines(layout.presets, presets)
    const schedules = await readSchedules(api)
    if (schedules.length > 0) await writeLines(layout.schedules, schedules)
    const rows = new Map<string, number>([
      [layout.types, types.length],
      [layout.presets, presets.length],
      ...(schedules.length > 0 ? [[layout.schedules, schedules.length] as [string, number]] : []),
      ...hashes.map((hash): [string, number] => [`${layout.files}/${hash}`, 0]),
      ...written.flatMap(({ type_slug, active, archived }): [string, number][] => [
        [`${layout.active}/${type_slug}.${format}`, active],
        [`${layout.archived}/${type_slug}.${format}`, archived],
      ]),
    ])
    await writeManifest(target.path, rows)
    await target.commit()
  } catch (error) {
    await target.discard()
    throw systemCodeOf(error) === 'ENOSPC' ? cannotWrite(folder, error) : error // Node names the file in other errors of the system
  }
  context.print({ folder, types: types.length, exports: written }, () => {
    const rows = written.reduce((sum, { active, archived }) => sum + active + archived, 0)
    return (
      `${countText(types.length, 'type')} and ${countText(rows, 'resource')} written to ${folder}: content only, ` +
      'without users, roles, settings, views, grants, versions and events (plinth backup carries everything)'
    )
  })
}

const statuses = ['active', 'archived']

/** Write the bytes of all files, if there are any. @returns their hashes */
async function exportBytes(api: ApiClient, folder: string): Promise<string[]> {
  const hashes = new Set<string>()
  for (const slug of fileSlugs) {
    const settings = await api.request('GET', `/api/${slug}/_settings`, { accept: [403, 404, 405], isPatient: true })
    if (settings.status !== 200) continue
    for (const status of statuses) {
      const { data } = await api.listAll(`/api/${slug}`, { status, limit: '1000' })
      for (const one of data) {
        const hash = hashIn(one)
        if (hash === undefined || hashes.has(hash)) continue
        hashes.add(hash)
        await mkdir(join(folder, layout.files), { recursive: true })
        const bytes = api.download(`/api/${slug}/_bytes/${hash}`)
        await pipeline(bytes, createWriteStream(join(folder, layout.files, hash), { mode: 0o600 }))
      }
    }
  }
  return [...hashes]
}

/** The hash of the bytes of a file, as the API lists it. */
function hashIn(file: Json): string | undefined {
  const data = isObject(file) && isObject(file['data']) ? file['data']['@graph'] : undefined
  const node = Array.isArray(data) ? data[0] : undefined
  const hash = isObject(node) ? node['sha256'] : undefined
  return typeof hash === 'string' ? hash : undefined
}

/** A type in the format of an export. */
const exportedType = (type: JsonObject): JsonObject =>
  Object.fromEntries(typeFields.flatMap(name => (type[name] === undefined ? [] : [[name, type[name]]])))

const typeFields = ['name', 'slug', 'description', 'context', 'schema', 'status']

const presetsPath = '/api/resource-types/presets'

/** The installed presets in the format of an export. Empty if no plugin provides presets. */
async function readPresets(api: ApiClient): Promise<JsonObject[]> {
  const first = await api.request('GET', `${presetsPath}?limit=1`, { accept: [404], isPatient: true })
  if (first.status === 404) return []
  const { data } = await api.listAll(presetsPath, [])
  const installed = data.filter(isObject).filter(preset => preset['installed'] === true)
  const lines: JsonObject[] = []
  for (const { name } of installed) {
    const { body } = await api.request('GET', `${presetsPath}/${encodeURIComponent(String(name))}/copy`, {
      isPatient: true,
    })
    lines.push({ name: name ?? '', samples: isObject(body) ? (body['samples'] ?? {}) : {} })
  }
  return lines
}

/** The schedules that wait, as rows of a copy. Empty if no plugin provides schedules. */
async function readSchedules(api: ApiClient): Promise<JsonObject[]> {
  const first = await api.request('GET', '/api/schedules?limit=1', { accept: [404], isPatient: true })
  if (first.status === 404) return []
  const rows: JsonObject[] = []
  for (const schedule of (await api.listAll('/api/schedules', [])).data.filter(isObject)) {
    const [slug, id] = [schedule['type_slug'], schedule['resource_id']].map(part => encodeURIComponent(String(part)))
    const path = `/api/${slug}/${id}?perspective=draft`
    const { status, body } = await api.request('GET', path, { accept: [404], isPatient: true })
    if (status === 200 && isObject(body)) rows.push(copiedSchedule(schedule, body))
  }
  return rows
}

/** All types in whatever status, oldest first. */
async function allTypes(api: ApiClient): Promise<JsonObject[]> {
  const { data } = await api.listAll('/api/resource-types', [['includeAll', 'true']])
  return data.filter(isObject).toReversed()
}

async function exportType(
  context: CommandContext,
  api: ApiClient,
  type: JsonObject,
  folder: string,
  format: Format,
): Promise<Written> {
  const typeSlug = String(type['slug'])
  const isArchived = type['status'] !== 'active'
  const copy = isArchived || (hidesSomething(type) && (await mayCopy(api, typeSlug)))
  let leftOut = 0
  const write = (inner: string, status: string): Promise<number> => {
    const file = join(folder, inner, `${typeSlug}.${format}`)
    return writeRows(context, api, {
      typeSlug,
      schema: schemaOf(type),
      file,
      format,
      options: { status, copy, bothSets: hasDrafts(type), permissions: 0o600, onLeftOut: count => (leftOut += count) },
    })
  }
  const active = await write(layout.active, 'active')
  const archived = await write(layout.archived, 'archived')
  if (hidesSomething(type)) {
    const values = copy ? countText(leftOut, 'value') : 'values'
    context.report(`${typeSlug}: ${values} never shown (writeOnly, format: password) left out; a backup has them`)
  }
  return { type_slug: typeSlug, active, archived, ...(leftOut > 0 && { left_out: leftOut }) }
}

/** Whether the resources of a type are drafts until they are published. */
const hasDrafts = (type: JsonObject): boolean => schemaOf(type)?.['x-drafts'] === true

/** Whether resources of a type can contain what is never shown. */
const hidesSomething = (type: JsonObject): boolean => !compileMarkedMembers(schemaOf(type), isSecretMark).isEmpty

/** Whether the caller is an administrator, to whom the answer reports how much is left out. */
async function mayCopy(api: ApiClient, typeSlug: string): Promise<boolean> {
  const path = `/api/${encodeURIComponent(typeSlug)}?copy=true&limit=1`
  return (await api.request('GET', path, { accept: [403], isPatient: true })).status !== 403
}
