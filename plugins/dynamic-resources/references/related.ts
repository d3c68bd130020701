import { BadRequest, quote, readBoolean, readData } from '../../../kernel/index.ts'
import type { Caller, JsonObject, ResourceType, StoredDocument } from '../../../kernel/index.ts'
import { readTargets, want } from './readable.ts'
import type { ReferenceParts, Target } from './readable.ts'
import { idsAt, placesOf, slugOf } from './values.ts'
import type { ReferencePlace } from './values.ts'

/** What an answer is to say of the resources that those in it refer to. */
export interface WantedRelations {
  /** Where the referenced resources follow as nodes of the graph. */
  include: readonly ReferencePlace[]
  labels: boolean
}

/** Referenced resources that the caller may read. */
export interface Related {
  /** Those that follow a resource's own node, each once. */
  included(document: StoredDocument): readonly Target[]
  /** Label and status by URN; undefined when they were not asked for. */
  labels: JsonObject | undefined
}

/** The query parameters that {@link readWanted} reads. */
export const relationParameters = ['include', 'labels'] as const

/**
 * Read `include` (names of references, separated by commas) and `labels`.
 * @returns undefined when nothing is wanted
 * @throws `BadRequest` for an unknown name
 */
export function readWanted(type: ResourceType, query: ReadonlyMap<string, string>): WantedRelations | undefined {
  const labels = readBoolean('labels', query.get('labels'))
  const names = query.get('include')?.split(',')
  if (names === undefined) return labels ? { include: [], labels } : undefined
  const places = placesOf(type)
  const include = [...new Set(names)].map(name => {
    const place = places.find(one => one.name === name)
    if (place !== undefined) return place
    const known =
      places.length === 0 ? 'the type has no references' : `there are ${places.map(one => one.name).join(', ')}`
    throw new BadRequest(`include: ${quote(name)} is no reference of the type ${type.slug}; ${known}`)
  })
  return { include, labels }
}

/** Read what the resources of a type refer to, in one query per type that is referred to; labels of what is included take one more. */
export async function readRelated(
  parts: ReferenceParts,
  caller: Caller,
  type: ResourceType,
  documents: readonly StoredDocument[],
  { include, labels }: WantedRelations,
): Promise<Related> {
  const shown = documents.map(document => readData(document))
  const wanted = idsIn(labels ? placesOf(type) : include, shown)
  const targets = await readTargets(parts, caller, wanted)
  const byDocument = new Map(
    documents.map((document, index) => [document, includedIn(document, shown[index] ?? {}, include, targets)]),
  )
  return {
    included: document => byDocument.get(document) ?? [],
    labels: labels ? await readLabels(parts, caller, wanted, targets, [...byDocument.values()].flat()) : undefined,
  }
}

/** Active resources that one refers to, without itself. */
function includedIn(
  { id }: StoredDocument,
  data: JsonObject,
  include: readonly ReferencePlace[],
  targets: ReadonlyMap<string, Target>,
): Target[] {
  const ids = new Set(include.flatMap(place => [...idsAt(data, place)]))
  ids.delete(id)
  return [...ids].flatMap(one => {
    const target = targets.get(one)
    return target?.meta.status === 'active' ? [target] : []
  })
}

async function readLabels(
  parts: ReferenceParts,
  caller: Caller,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  targets: ReadonlyMap<string, Target>,
  included: readonly Target[],
): Promise<JsonObject> {
  const further = new Map<string, Set<string>>()
  for (const { type, document } of new Set(included)) {
    for (const [slug, ids] of idsIn(placesOf(type), [readData(document)])) {
      want(
        further,
        slug,
        [...ids].filter(id => wanted.get(slug)?.has(id) !== true),
      )
    }
  }
  const all = [...targets.values(), ...(await readTargets(parts, caller, further)).values()]
  return Object.fromEntries(
    all.map(target => [target.document.id, { label: labelOf(target), status: target.meta.status }]),
  )
}

function idsIn(places: readonly ReferencePlace[], all: readonly JsonObject[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  for (const place of places) {
    for (const data of all) {
      for (const id of idsAt(data, place)) {
        const slug = slugOf(place.type_slugs, id)
        if (slug !== undefined) want(wanted, slug, [id])
      }
    }
  }
  return wanted
}

/** What names a resource to people: its display property, else the last part of its id. */
function labelOf({ type, document }: Pick<Target, 'type' | 'document'>): string {
  const name = type.compiled.displayProperty
  const data = name === null ? {} : readData(document)
  const value = name !== null && Object.hasOwn(data, name) ? data[name] : null
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : document.id.slice(document.id.lastIndexOf(':') + 1)
}
