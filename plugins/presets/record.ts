import { sharedAccount } from '../../kernel/index.ts'
import type { Caller, CollectionDefinition, DocumentStore, WriteOperation } from '../../kernel/index.ts'
import { isObject } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'

/** Where is kept which presets are installed, and which samples each account has loaded. */
export const presetsCollection: CollectionDefinition = { name: '_presets', columns: [], versions: false, words: false }

/** The id of a preset, and the subject of its events. */
export const presetId = (name: string): string => `urn:preset:${name}`

const samplesId = (name: string, account_id: string): string => `urn:samples:${name}:${encodeURIComponent(account_id)}`

/** Which of these presets are installed; one query. */
export async function installedOf(store: DocumentStore, names: readonly string[]): Promise<Set<string>> {
  const documents = await store.getMany(presetsCollection.name, names.map(presetId))
  const ids = new Set(documents.map(({ id }) => id))
  return new Set(names.filter(name => ids.has(presetId(name))))
}

/** The operation that notes a preset as installed; it must not be yet. */
export const noteInstalled = ({ id }: Caller, name: string, data: JsonObject): WriteOperation => ({
  kind: 'insert',
  collection: presetsCollection.name,
  document: { id: presetId(name), meta: firstMeta('preset', id, sharedAccount), data },
})

/** The samples of a preset that an account has loaded. */
export interface LoadedSamples {
  /** The ids that labels stand for. */
  ids: ReadonlyMap<string, string>
  /** The operation that adds labels, unless others were added meanwhile. */
  add(further: ReadonlyMap<string, string>): WriteOperation
}

/** Read which samples of a preset the account of the caller has loaded. */
export async function loadedSamples(store: DocumentStore, caller: Caller, name: string): Promise<LoadedSamples> {
  const { account_id } = caller
  const id = samplesId(name, account_id)
  const document = await store.get(presetsCollection.name, id)
  const labels = document === undefined ? {} : readData(document)['labels']
  const ids = new Map(
    isObject(labels) ? Object.entries(labels).map(([label, resource]) => [label, String(resource)]) : [],
  )
  const dataWith = (further: ReadonlyMap<string, string>): JsonObject => ({
    labels: Object.fromEntries([...ids, ...further]),
  })
  const collection = presetsCollection.name
  return {
    ids,
    add(further) {
      const data = dataWith(further)
      if (document === undefined) {
        return { kind: 'insert', collection, document: { id, meta: firstMeta('samples', caller.id, account_id), data } }
      }
      const meta = readMeta(document)
      const next = { ...meta, sequence_no: meta.sequence_no + 1, updated_at: new Date().toISOString() }
      return { kind: 'replace', collection, document: { id, meta: next, data }, expected: meta.sequence_no }
    },
  }
}

/** The operations that note samples as loaded by the account of the caller, as far as their labels are not noted yet. */
export async function noteSamples(
  store: DocumentStore,
  caller: Caller,
  name: string,
  samples: ReadonlyMap<string, string>,
): Promise<WriteOperation[]> {
  const loaded = await loadedSamples(store, caller, name)
  const further = new Map([...samples].filter(([label]) => !loaded.ids.has(label)))
  return further.size === 0 ? [] : [loaded.add(further)]
}

function firstMeta(type_slug: string, created_by: string, account_id: string) {
  const now = new Date().toISOString()
  return {
    type_slug,
    status: 'active' as const,
    created_by,
    account_id,
    sequence_no: 1,
    created_at: now,
    updated_at: now,
  }
}
