import { ConfigurationError } from '../errors/index.ts'
import type { JsonObject } from '../json/index.ts'
import type { CollectionDefinition, SnapshotPart, StoredDocument, StoreSnapshot } from '../store-kit/document-store.ts'
import { metaText } from '../store-kit/document-texts.ts'
import { firstMeta } from '../store-kit/metadata.ts'
import type { CollectionEntry } from './lines.ts'

/** A part of data that is not in the store. */
export interface OutsideRow {
  /** Unique among the rows. */
  id: string
  data: JsonObject
}

/** Data that a plugin keeps outside the store; backups contain it as rows of a collection. */
export interface OutsideData {
  /** Everything, in the order of the ids (by code point), each row of at most some megabytes. Read after the store, and as slowly as the reader likes. */
  read(): AsyncIterable<OutsideRow>
  /** Begin to restore rows, in the order in which they were read, before the store is restored. */
  restore(): OutsideRestore
}

/** Takes the rows of a backup. */
export interface OutsideRestore {
  /** @throws an error that ends the restore */
  write(row: OutsideRow): Promise<void>
  /** Called after the last row. */
  end(): Promise<void>
  /** Called instead when the restore has failed. */
  discard(): Promise<void>
}

/** Data outside the store, by the plugin that has it. */
export type OutsideDataByPlugin = ReadonlyMap<string, OutsideData>

const prefix = '_outside_'

/** Whether the rows of a collection of a backup are data outside the store. */
export const isOutside = ({ name }: Pick<CollectionEntry, 'name'>): boolean => name.startsWith(prefix)

/** A snapshot, and after it the data outside the store. */
export const withOutsideData = (snapshot: StoreSnapshot, outside: OutsideDataByPlugin): StoreSnapshot => ({
  ...snapshot,
  close: () => snapshot.close(),
  async *parts() {
    yield* snapshot.parts()
    for (const [plugin, data] of outside) {
      yield { kind: 'collection', definition: definitionOf(plugin) }
      for await (const row of data.read()) yield { kind: 'documents', documents: [documentOf(row)] }
    }
  },
})

/**
 * The parts of a backup that belong into the store; the others are given to their plugins on the way.
 * @throws ConfigurationError for data of a plugin that is off
 */
export async function* divertOutsideData(
  parts: AsyncIterable<SnapshotPart>,
  outside: OutsideDataByPlugin,
): AsyncGenerator<SnapshotPart> {
  let current: OutsideRestore | undefined
  try {
    for await (const part of parts) {
      if (part.kind === 'collection') {
        await current?.end()
        current = undefined
        if (isOutside(part.definition)) current = openRestore(part.definition, outside)
      }
      if (current === undefined) yield part
      else if (part.kind === 'documents') for (const document of part.documents) await current.write(rowOf(document))
    }
    await current?.end()
    current = undefined
  } finally {
    await current?.discard()
  }
}

function openRestore({ name }: CollectionDefinition, outside: OutsideDataByPlugin): OutsideRestore {
  const plugin = name.slice(prefix.length)
  const data = outside.get(plugin)
  if (data !== undefined) return data.restore()
  throw new ConfigurationError(
    `the backup has data of the plugin "${plugin}" outside the store, and the plugin is off: switch it on to restore them`,
  )
}

const definitionOf = (plugin: string): CollectionDefinition => ({
  name: prefix + plugin,
  columns: [],
  versions: false,
  words: false,
})

/** Rows have no history; the shape is that of every document. */
const meta = metaText(
  firstMeta({
    type_slug: 'outside',
    created_by: 'urn:user:system',
    account_id: 'urn:account:system',
    created_at: '1970-01-01T00:00:00.000Z',
  }),
)

const documentOf = ({ id, data }: OutsideRow): StoredDocument => ({ id, meta, data: JSON.stringify(data) })
const rowOf = ({ id, data }: StoredDocument): OutsideRow => ({ id, data: JSON.parse(data) })
