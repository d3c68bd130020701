import { checkName, invalidParameter, quote, readNames } from '../../../lib/query/index.ts'
import type { QueryPair } from '../../../lib/query/index.ts'
import { getOwn, jsonText, setOwn } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { isStandardColumn, readData } from '../../../lib/store-kit/index.ts'
import type { StoredDocument } from '../../../kernel/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { referencesOf, referredIds } from '../references/found-references.ts'
import type { RelatedRequest, RelatedResources, TypedDocument } from './contract.ts'

type Names = ReadonlySet<string>

/** The properties that an answer shows. */
export interface FieldSelection {
  /** Those of the resources themselves; undefined for all. */
  own: Names | undefined
  /** Those of the resources that follow, by the name of the reference in `include`; all where it is missing. */
  included: ReadonlyMap<string, Names>
  /** The references in `include` whose resources are shown with all properties. */
  whole: readonly string[]
}

const pattern = /^fields(?:\[(?<reference>.*)\])?$/s

/** Whether a query parameter selects properties: `fields`, or `fields[<reference>]` for what a reference includes. */
export const isFieldParameter = (name: string): boolean => pattern.test(name)

/** The parameters of a query string that select properties. */
export const fieldParameters = (pairs: readonly QueryPair[]): ReadonlyMap<string, string> => {
  const given = pairs.filter(([name]) => isFieldParameter(name))
  return given.length === 0 ? none : new Map(given)
}

const none: ReadonlyMap<string, string> = new Map()

/**
 * Read `fields=name,status` and `fields[project]=name`.
 * @param parameters those of {@link fieldParameters}
 * @param related what the request includes
 * @returns undefined when nothing is selected
 * @throws `BadRequest` for a property that the type does not declare, and for a reference that `include` does not name
 */
export async function readFieldSelection(
  registry: Pick<TypeRegistry, 'find'>,
  type: ResourceType,
  parameters: ReadonlyMap<string, string>,
  related: RelatedRequest | undefined,
): Promise<FieldSelection | undefined> {
  if (parameters.size === 0) return undefined
  const included = new Map<string, Names>()
  let own: Names | undefined
  for (const [parameter, text] of parameters) {
    const reference = pattern.exec(parameter)?.groups?.['reference']
    if (reference !== undefined) checkName('fields', reference)
    if (reference === undefined) own = readProperties(parameter, text, [type])
    else {
      if (related?.include.includes(reference) !== true) {
        throw invalidParameter(`${parameter}: include does not name ${quote(reference)}`, parameter)
      }
      included.set(reference, readProperties(parameter, text, await targetsOf(registry, type, reference)))
    }
  }
  return { own, included, whole: related?.include.filter(name => !included.has(name)) ?? [] }
}

/** The types that a reference can lead to, as far as they exist. */
async function targetsOf(
  registry: Pick<TypeRegistry, 'find'>,
  { compiled }: ResourceType,
  reference: string,
): Promise<ResourceType[]> {
  const declared = compiled.references.filter(({ name }) => name === reference || name.startsWith(`${reference}.`))
  const slugs = declared.length === 0 ? compiled.referredTypes : declared.flatMap(({ type_slugs }) => type_slugs)
  const types = await Promise.all([...new Set(slugs)].map(async slug => registry.find(slug)))
  return types.filter(type => type !== undefined)
}

/** Standard columns can be named as well: they are in the answer anyway. */
function readProperties(parameter: string, text: string, types: readonly ResourceType[]): Names {
  const names = new Set(readNames(parameter, text))
  for (const name of names) {
    const isKnown = types.some(({ compiled }) => compiled.open || compiled.resolve([name]) !== undefined)
    if (isKnown || isStandardColumn(name)) continue
    const what = types.map(({ slug }) => slug).join(' or ')
    throw invalidParameter(`${parameter}: ${quote(name)} is no property${what === '' ? '' : ` of ${what}`}`, parameter)
  }
  return names
}

/** What an answer shows of resources and of those that follow them. */
export interface Shown {
  resources: readonly TypedDocument[]
  related?: RelatedResources | undefined
}

/** The same resources with the selected properties only. */
export function selectFields({ resources, related }: Shown, selection: FieldSelection): Shown {
  const { own, included } = selection
  const originals = new Map(resources.map(resource => [resource.document.id, resource]))
  return {
    resources:
      own === undefined ? resources : resources.map(({ type, document }) => ({ type, document: pick(document, own) })),
    related: related && {
      labels: related.labels,
      included: ({ id }) => {
        const original = originals.get(id)
        if (original === undefined) return []
        const nodes = related.included(original.document)
        return included.size === 0 ? nodes : selectIncluded(original, nodes, selection)
      },
    },
  }
}

/** A node that several references lead to shows what any of them selects. */
function selectIncluded(
  { type, document }: TypedDocument,
  nodes: readonly TypedDocument[],
  { included, whole }: Pick<FieldSelection, 'included' | 'whole'>,
): TypedDocument[] {
  const found = referencesOf(type, document)
  const unselected = referredIds(found, whole)
  const selected = [...included].map(([reference, names]) => ({ names, ids: referredIds(found, [reference]) }))
  return nodes.map(node => {
    const { id } = node.document
    if (unselected.has(id)) return node
    const names = selected.flatMap(one => (one.ids.has(id) ? [...one.names] : []))
    return { type: node.type, document: pick(node.document, new Set(names)) }
  })
}

function pick(document: StoredDocument, names: Names): StoredDocument {
  const data = readData(document)
  const picked: JsonObject = {}
  for (const name of names) {
    const value = getOwn(data, name)
    if (value !== undefined) setOwn(picked, name, value)
  }
  return { ...document, data: jsonText(picked) }
}
