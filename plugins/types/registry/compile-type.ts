import { linkedDataView } from '../../../lib/json-ld/index.ts'
import type { LinkedDataView } from '../../../lib/json-ld/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { compileSchema, draftSchema } from '../../../lib/json-schema/index.ts'
import type { CompiledSchema } from '../../../lib/json-schema/index.ts'
import { invalidParameter } from '../../../lib/query/index.ts'
import type { ResourceType, TypeWithDrafts } from '../contract.ts'
import type { CollectionDefinition } from '../../../kernel/index.ts'
import { publicationColumn, setCollection, setDefinition } from '../../../lib/store-kit/index.ts'
import type { Perspective, SearchedTexts } from '../../../lib/store-kit/index.ts'
import type { StoredType } from './type-record.ts'
import { once } from '../../../lib/json/index.ts'

/**
 * The type that a stored record describes. Its schema is compiled on first use and then kept,
 * so that a start with many types does not wait for their compilation.
 * @throws `BadRequest`, on first use, when the schema cannot be compiled
 */
export function compileType({ id, meta, data: record }: StoredType): ResourceType {
  const compiled = once(() => compileSchema(record.schema, { isStored: true }))
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
  const drafts = hasDrafts(record.schema) ? once(() => withDrafts(type)) : undefined
  const type: ResourceType = {
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
    get drafts() {
      return drafts?.()
    },
  }
  return type
}

/** Whether the resources of a type with this schema are drafts until they are published. */
export const hasDrafts = (schema: JsonObject | null): boolean => schema?.['x-drafts'] === true

const withDrafts = (type: ResourceType): TypeWithDrafts => ({
  saving: {
    ...compileSchema(type.schema === null ? null : draftSchema(type.schema), { isStored: true }),
    merge: (before, patch, budget) => type.compiled.merge(before, patch, budget),
  },
  published: setOf(type, 'published'),
  draft: setOf(type, 'draft'),
})

/** A type with one of its sets of rows, whose state is filtered and sorted by. A property with the name of a part of the state has precedence. */
function setOf(type: ResourceType, perspective: Perspective): ResourceType {
  const definition = once(() => setDefinition(perspective, type.definition))
  const stateColumn = perspective === 'draft' ? publicationColumn : publishedColumn
  const compiled = once((): CompiledSchema => ({ ...type.compiled, stateColumn }))
  const { id, name, slug, description, context, schema, status, created_at, updated_at, sequence_no, behaviours } = type
  return {
    id,
    name,
    slug,
    description,
    context,
    schema,
    status,
    created_at,
    updated_at,
    sequence_no,
    behaviours,
    collection: setCollection(perspective, type.collection),
    set: { perspective, of: type },
    get compiled() {
      return compiled()
    },
    get linkedData() {
      return type.linkedData
    },
    get definition() {
      return definition()
    },
  }
}

/** Of what is public, everything is published. */
function publishedColumn(name: string): ReturnType<typeof publicationColumn> {
  if (name !== 'publication') return publicationColumn(name)
  throw invalidParameter('publication: everything here is published; ask with perspective=draft', 'perspective')
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
