import { checkName, invalidParameter, quote, readNames } from '../../../lib/query/index.ts'
import type { QueryPair } from '../../../lib/query/index.ts'
import { jsonText, setOwn } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { isStandardColumn, readData } from '../../../lib/store-kit/index.ts'
import type { StoredDocument } from '../../../kernel/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { tagOf } from '../publishing/sets.ts'
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
interface Shown {
  resources: readonly TypedDocument[]
  related?: RelatedResources | undefined
}

/** The same resources with the selected properties only, which are read where an answer shows them. */
export function selectFields({ resources, related }: Shown, selection: FieldSelection): Shown {
  const { own, included } = selection
  const originals = new Map(resources.map(resource => [resource.document.id, resource]))
  const nodes = new SelectedNodes(selection)
  return {
    resources:
      own === undefined
        ? resources
        : resources.map(({ type, document }) => ({
            type,
            document: new LazyDocument(document, () => selectedText(document, own)),
          })),
    related: related && {
      labels: related.labels,
      included: ({ id }) => {
        const original = originals.get(id)
        if (original === undefined) return []
        const found = related.included(original.document)
        return included.size === 0 ? found : nodes.of(original, found)
      },
    },
  }
}

/** The resources that follow others, with the selected properties only. Each is read once, however many it follows. */
class SelectedNodes {
  readonly #selection: FieldSelection
  /** By id, and by the references whose properties are shown. */
  readonly #documents = new Map<string, StoredDocument>()

  constructor(selection: FieldSelection) {
    this.#selection = selection
  }

  /** @param nodes what follows the resource */
  of(resource: TypedDocument, nodes: readonly TypedDocument[]): TypedDocument[] {
    let known: ((id: string) => readonly string[] | undefined) | undefined
    const referencesTo = (id: string): readonly string[] | undefined => (known ??= this.#leading(resource))(id)
    return nodes.map(({ type, document }) => ({
      type,
      document: new LazyDocument(document, () => this.#read(document, referencesTo(document.id)).data),
    }))
  }

  /** The selected references of a resource that lead to an id; undefined for an id of which all properties are shown. */
  #leading({ type, document }: TypedDocument): (id: string) => readonly string[] | undefined {
    const { included, whole } = this.#selection
    const found = referencesOf(type, document)
    const unselected = referredIds(found, whole)
    const selected = [...included.keys()].map(name => ({ name, ids: referredIds(found, [name]) }))
    return id => (unselected.has(id) ? undefined : selected.flatMap(({ name, ids }) => (ids.has(id) ? [name] : [])))
  }

  /** A node that several references lead to shows what any of them selects. */
  #read(document: StoredDocument, references: readonly string[] | undefined): StoredDocument {
    if (references === undefined) return document
    const key = JSON.stringify([document.id, references])
    const names = (): Names => new Set(references.flatMap(name => [...(this.#selection.included.get(name) ?? [])]))
    const read = this.#documents.get(key) ?? new LazyDocument(document, () => selectedText(document, names()))
    this.#documents.set(key, read)
    return read
  }
}

/** A document with other data, made when they are needed: an answer that is 304 needs none. */
class LazyDocument implements StoredDocument {
  readonly id: string
  readonly meta: string
  /** See `tagOf`. */
  readonly tag?: string
  readonly #make: () => string
  #data: string | undefined

  constructor(document: StoredDocument, make: () => string) {
    const { id, meta } = document
    this.id = id
    this.meta = meta
    const tag = tagOf(document)
    if (tag !== undefined) this.tag = tag
    this.#make = make
  }

  get data(): string {
    this.#data ??= this.#make()
    return this.#data
  }
}

/** The members of a document's data that have one of these names, as JSON text. */
function selectedText(document: StoredDocument, names: Names): string {
  const selected: JsonObject = {}
  for (const [name, value] of Object.entries(readData(document))) if (names.has(name)) setOwn(selected, name, value)
  return jsonText(selected)
}
