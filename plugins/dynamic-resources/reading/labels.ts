import { isIdOf, valueText } from '../../../lib/json-schema/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import { idsAt } from '../references/found-references.ts'
import type { ReadScope, TypedDocument } from './contract.ts'
import { readTargetsInPortions } from './targets.ts'
import type { ReadingParts, ReferenceTarget } from './targets.ts'

/**
 * The labels of resources, by id. What a label shows of other resources is read in one query per type, if the scope can see it;
 * the labels of those resources follow no further references.
 * @param deadline see `SelectQuery.deadline`
 * @param languages the languages of the reader, the preferred one first
 * @throws `QueryTooSlow` when the deadline has passed
 */
export async function readLabels(
  parts: ReadingParts,
  scope: ReadScope,
  resources: readonly TypedDocument[],
  deadline: number,
  languages: readonly string[],
): Promise<Map<string, string>> {
  const read = resources.map(({ type, document }) => ({ type, id: document.id, data: readData(document) }))
  const ids = new Set<string>()
  const fields = new Map<string, Map<string, readonly string[]>>()
  for (const { type, data } of read) {
    for (const reference of type.compiled.labelReferences) {
      for (const id of idsAt(data, reference)) {
        if (isIdOf(reference.type_slugs, id)) ids.add(id)
        const known = fields.get(id) ?? new Map<string, readonly string[]>()
        fields.set(id, known.set(keyOf(reference.field), reference.field))
      }
    }
  }
  const fieldsOf = (id: string): Iterable<readonly string[]> => fields.get(id)?.values() ?? []
  const texts = await readTexts(parts, scope, ids, fieldsOf, deadline, languages)
  const textOfReference = (id: string, field: readonly string[]): string | undefined => texts.get(id)?.get(keyOf(field))
  return new Map(
    read.map(
      ({ type, id, data }) => [id, type.compiled.labelOf(data, textOfReference, languages) ?? lastPartOf(id)] as const,
    ),
  )
}

/** What labels show of a resource, keyed by {@link keyOf} the field. */
type Texts = Map<string, string>

/** A field that a label shows from a resource two references away. */
interface Further {
  texts: Texts
  key: string
  ids: ReadonlySet<string>
}

async function readTexts(
  parts: ReadingParts,
  scope: ReadScope,
  ids: Iterable<string>,
  fieldsOf: (id: string) => Iterable<readonly string[]>,
  deadline: number,
  languages: readonly string[],
): Promise<Map<string, Texts>> {
  const found = new Map<string, Texts>()
  const further: Further[] = []
  const furtherIds = new Set<string>()
  for await (const targets of readTargetsInPortions(parts, scope, ids, deadline)) {
    for (const target of targets) {
      const texts: Texts = new Map()
      found.set(target.document.id, texts)
      const data = readData(target.document)
      for (const field of fieldsOf(target.document.id)) {
        const key = keyOf(field)
        const place = target.type.compiled.references.find(({ name }) => name === key)
        const text =
          field.length === 0 ? ownLabel(target, languages) : place === undefined ? valueText(data, field) : undefined
        if (text !== undefined) texts.set(key, text)
        if (place === undefined) continue
        const referredIds = idsAt(data, place)
        for (const id of referredIds) if (isIdOf(place.type_slugs, id)) furtherIds.add(id)
        further.push({ texts, key, ids: referredIds })
      }
    }
  }
  const labels = new Map<string, string>()
  for await (const targets of readTargetsInPortions(parts, scope, furtherIds, deadline)) {
    for (const target of targets) labels.set(target.document.id, ownLabel(target, languages))
  }
  for (const { texts, key, ids } of further) {
    const shown = [...ids].flatMap(id => labels.get(id) ?? [])
    if (shown.length > 0) texts.set(key, shown.join(', '))
  }
  return found
}

const keyOf = (field: readonly string[]): string => field.join('.') // names have no dots

/** The label from the resource's own properties alone. */
const ownLabel = (
  { type, document }: Pick<ReferenceTarget, 'type' | 'document'>,
  languages: readonly string[],
): string => type.compiled.labelOf(readData(document), undefined, languages) ?? lastPartOf(document.id)

const lastPartOf = (id: string): string => id.slice(id.lastIndexOf(':') + 1)
