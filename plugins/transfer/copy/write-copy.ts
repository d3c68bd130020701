import { QueryTooSlow, StoreDamaged, type Caller } from '../../../kernel/index.ts'
import { flatText } from '../../../lib/json-ld/index.ts'
import { isObject, jsonText, parseJson, type JsonObject } from '../../../lib/json/index.ts'
import { newestFirst } from '../../../lib/query/index.ts'
import { publicationIn, readData } from '../../../lib/store-kit/index.ts'
import type { DocumentStatus, StoredDocument } from '../../../lib/store-kit/index.ts'
import type { ResourcePage } from '../../dynamic-resources/contract.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { CopyContracts } from './copy-import.ts'
import { withPublication } from './publication.ts'
import { presetsFile, schedulesFile, typesFile } from './read-copy.ts'
import { copiedSchedule } from './schedules.ts'

/** What a copy is written from. */
type CopySources = Pick<CopyContracts, 'typeRegistry' | 'resourceReader' | 'presets' | 'files' | 'schedules'>

/** How a copy is written. */
export interface CopyWriting {
  /** Checks again that the caller is allowed to, and returns the caller. */
  admit: () => Promise<Caller>
  /** Called after each portion of resources, with how many were written, and left out because the store is damaged. */
  onResources?: (written: number, damaged: number) => void
  /** Called at the end with the number of secrets that were left out, by the slugs of the types that have any. */
  onLeftOut?: (counts: ReadonlyMap<string, number>) => void
}

const portionSize = 1000
/** How long reading a portion can take, ms: longer than a request, because a portion that fails ends the copy. */
const maxPortionMs = 30_000
const oldestFirst = { ...newestFirst, direction: 'asc' } as const
const statuses = ['active', 'archived'] as const

/**
 * A copy of the service as the text that `POST /api/_import` reads: the types, which presets are installed, and the active and archived resources of the
 * caller's account, the oldest first. What is secret in them is left out; a last line counts it by type. A resource that cannot be read because the store is damaged becomes a row with a problem, so that an import reports it.
 */
export async function* copyText(
  sources: CopySources,
  { admit, onResources, onLeftOut }: CopyWriting,
): AsyncGenerator<string> {
  const types = await typesOf(sources)
  const resources = types.flatMap(type => statuses.map(status => ({ type, status, name: nameOf(type, status) })))
  const presets = (await sources.presets?.readCopies(await admit())) ?? []
  const hashes = await hashesOf(sources, admit)
  const bytesFiles = [...hashes].map(hash => `files/${hash}`)
  const schedules = await schedulesOf(sources, await admit())
  const planFiles = [typesFile, presetsFile, ...(schedules.length > 0 ? [schedulesFile] : [])]
  yield lineOf({ files: [...planFiles, ...bytesFiles, ...resources.map(({ name }) => name)] })
  yield fileText(typesFile, types.map(typeRow))
  yield fileText(
    presetsFile,
    presets.map(({ name, samples }) => ({ name, samples: Object.fromEntries(samples) })),
  )
  if (schedules.length > 0) yield fileText(schedulesFile, schedules)
  for (const hash of hashes) yield* bytesText(sources, hash, admit)
  const leftOut = new Map<string, number>()
  for (const { type, status, name } of resources) {
    yield lineOf({ file: name })
    let line = 0
    for await (const { resources: portion, skipped = 0, leftOut: secrets = 0 } of pagesOf(
      sources,
      admit,
      type,
      status,
    )) {
      const published = await publishedTexts(sources, admit, portion)
      const rows = portion.map(({ document: { id, data } }) => {
        const text = flatText(id, data)
        return `{"row":${text.slice(0, -1)}${published.get(id) ?? ''}},"line":${++line}}\n`
      })
      const damaged = Array.from({ length: skipped }, () => lineOf({ ...damagedRow, line: ++line }))
      yield [...rows, ...damaged].join('')
      onResources?.(rows.length, skipped)
      if (secrets > 0) leftOut.set(type.slug, (leftOut.get(type.slug) ?? 0) + secrets)
    }
  }
  onLeftOut?.(leftOut)
  if (leftOut.size > 0) yield lineOf({ left_out: Object.fromEntries(leftOut) })
}

/** The schedules that wait. */
async function schedulesOf({ schedules, resourceReader: reader }: CopySources, caller: Caller): Promise<JsonObject[]> {
  const waiting = (await schedules?.waiting(caller.account_id)) ?? []
  const ids = waiting.map(({ resource_id }) => String(resource_id))
  const resources = await reader.getMany(reader.callerScope(caller, 'draft'), ids)
  return waiting.flatMap(schedule => {
    const resource = resources.get(String(schedule['resource_id']))
    return resource === undefined ? [] : [copiedSchedule(schedule, publicationIn(resource.document))]
  })
}

/** The hashes of the bytes that files of the account have, archived ones too. */
async function hashesOf(sources: CopySources, admit: () => Promise<Caller>): Promise<Set<string>> {
  const hashes = new Set<string>()
  const { files, typeRegistry } = sources
  const type = files === undefined ? undefined : await typeRegistry.find(files.typeSlug)
  if (type === undefined) return hashes
  for (const status of statuses)
    for await (const { resources } of pagesOf(sources, admit, type, status))
      for (const { document } of resources) {
        const { sha256 } = readData(document)
        if (typeof sha256 === 'string') hashes.add(sha256)
      }
  return hashes
}

/** How many bytes a line contains. */
const bytesOfLine = 48 * 1024

/** The bytes of a file in lines. Of bytes that are missing there are none, and the import of their files reports it. */
async function* bytesText({ files }: CopySources, hash: string, admit: () => Promise<Caller>): AsyncGenerator<string> {
  const bytes = await files?.read((await admit()).account_id, hash)
  yield lineOf({ file: `files/${hash}` })
  let isEmpty = true
  for await (const chunk of bytes ?? [])
    for (let from = 0; from < chunk.length; from += bytesOfLine) {
      isEmpty = false
      yield lineOf({ bytes: Buffer.from(chunk.subarray(from, from + bytesOfLine)).toString('base64') })
    }
  if (isEmpty) yield lineOf({ bytes: '' })
}

/** How many resources a copy has; undefined when counting them takes too long. */
export async function countCopied(sources: CopySources, caller: Caller): Promise<number | undefined> {
  const scope = sources.resourceReader.callerScope(caller, 'draft')
  let count = 0
  try {
    for (const type of await typesOf(sources))
      for (const status of statuses)
        count += await (await sources.resourceReader.select(scope, type, { status })).count()
  } catch (error) {
    if (error instanceof QueryTooSlow || error instanceof StoreDamaged) return undefined
    throw error
  }
  return count
}

/** All types, the oldest first: a type is usually older than those that refer to it. */
const typesOf = async ({ typeRegistry }: CopySources): Promise<ResourceType[]> =>
  (await typeRegistry.all()).toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))

const nameOf = ({ slug }: ResourceType, status: DocumentStatus): string =>
  `${status === 'active' ? 'resources' : 'archived'}/${slug}.ndjson`

function typeRow({ name, slug, description, context, schema, status }: ResourceType): JsonObject {
  return { name, slug, description, context, ...(schema !== null && { schema }), status }
}

/** The resources of a type. Rights are checked, and the limit of time begins again, for each portion. */
async function* pagesOf(
  { resourceReader: reader }: CopySources,
  admit: () => Promise<Caller>,
  type: ResourceType,
  status: DocumentStatus,
): AsyncGenerator<ResourcePage> {
  let cursor: string | undefined
  const read = async (skipDamaged: boolean): Promise<ResourcePage> => {
    const deadline = performance.now() + maxPortionMs
    const scope = reader.callerScope(await admit(), 'draft')
    const selection = await reader.select(scope, type, { status, sort: oldestFirst, deadline })
    return selection.page({ limit: portionSize, cursor, skipDamaged })
  }
  do {
    const page = await read(false).catch((error: unknown) => {
      if (error instanceof StoreDamaged) return read(true)
      throw error
    })
    yield page
    cursor = page.cursor
  } while (cursor !== '')
}

/** What is public of the resources of a portion, as the end of their rows. */
async function publishedTexts(
  { resourceReader: reader }: CopySources,
  admit: () => Promise<Caller>,
  portion: ResourcePage['resources'],
): Promise<ReadonlyMap<string, string>> {
  const states = new Map(portion.map(({ document }) => [document.id, stateIn(document)]))
  const changed = [...states].flatMap(([id, state]) => (state?.['publication'] === 'changed' ? [id] : []))
  const found = changed.length === 0 ? undefined : await reader.getMany(reader.callerScope(await admit()), changed)
  const texts = new Map<string, string>()
  for (const [id, state] of states) {
    if (state === undefined) continue
    const shown = found?.get(id)
    const row = withPublication({}, state, shown && readData(shown.document))
    texts.set(id, `,${jsonText(row).slice(1, -1)}`)
  }
  return texts
}

/** The state of a resource of which something is public. */
function stateIn({ meta }: StoredDocument): JsonObject | undefined {
  const state = parseJson(meta)
  return isObject(state) && typeof state['published_no'] === 'number' ? state : undefined
}

const damagedRow = {
  row: null,
  problems: [{ field: '', message: 'could not be exported, because the store of the exported service is damaged' }],
}

const lineOf = (line: JsonObject): string => `${jsonText(line)}\n`

const fileText = (file: string, rows: readonly JsonObject[]): string =>
  [{ file }, ...rows.map((row, at) => ({ row, line: at + 1 }))].map(lineOf).join('')
