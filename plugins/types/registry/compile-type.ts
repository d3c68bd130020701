import { linkedDataView } from '../../../lib/json-ld/index.ts'
import type { LinkedDataView } from '../../../lib/json-ld/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { compileSchema } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema } from '../../../lib/json-schema/index.ts'
import type { ResourceType } from '../contract.ts'
import type { CollectionDefinition } from '../../../kernel/index.ts'
import type { SearchedTexts } from '../../../lib/store-kit/index.ts'
import type { StoredType } from './type-record.ts'

/**
 * The type that a stored record describes. Its schema is compiled on first use and then kept,
 * so that a start with many types does not wait for their compilation.
 * @throws `BadRequest`, on first use, when the schema cannot be compiled
 */
export function compileType({ id, meta, data: record }: StoredType): ResourceType {
  const compiled = once(() => compileSchema(record.schema))
  const linkedData = once((): LinkedDataView => linkedDataView(record.name, record.context, compiled(), record.slug))
  const definition = once((): CollectionDefinition => ({
    name: record.collection,
    columns: compiled().columns,
    versions: true,
    words: searchedTexts(compiled()),
    ...referencesOf(compiled()),
    ...keptVersions(record.schema),
    ...(compiled().indexes.length > 0 && { indexes: compiled().indexes }),
  }))
  return {
    id,
    name: record.name,
    slug: record.slug,
    description: record.description,
    context: record.context,
    schema: record.schema,
    status: record.moving ? 'archived' : meta.status, // no write is allowed while its slug changes
    created_at: meta.created_at,
    updated_at: meta.updated_at,
    sequence_no: meta.sequence_no,
    collection: record.collection,
    behaviours: record.behaviours,
    get compiled() {
      return compiled()
    },
    get linkedData() {
      return linkedData()
    },
    get definition() {
      return definition()
    },
  }
}

/** The texts of resources that are searched by words. */
const searchedTexts = ({ wordExceptions, secretSchema }: CompiledSchema): SearchedTexts => ({
  except: wordExceptions,
  ...(secretSchema !== undefined && { secret: secretSchema }),
})

/** The part of a schema by which the store finds what resources refer to. */
const referencesOf = ({ referenceSchema }: CompiledSchema): Pick<CollectionDefinition, 'references'> =>
  referenceSchema === undefined ? {} : { references: referenceSchema }

/** How many versions of its resources the schema keeps; a stored schema can contain any value. */
function keptVersions(schema: JsonObject | null): Pick<CollectionDefinition, 'keepVersions'> {
  const kept = schema?.['x-keep-versions']
  return Number.isSafeInteger(kept) && Number(kept) >= 1 ? { keepVersions: Number(kept) } : {}
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
