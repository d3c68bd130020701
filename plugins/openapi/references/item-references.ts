import { BadRequest } from '../../../kernel/index.ts'
import type { Caller, RequiredContracts, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { replaceReferences } from '../../../lib/json-schema/index.ts'
import { pointerOf } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { QueryPair } from '../../../lib/query/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Item } from '../contract.ts'
import { GivenFormsStore, formsOf, noForms } from './given-forms.ts'
import type { GivenForms } from './given-forms.ts'
import type { PlacedReference, PlacedReferenceFinder, ReferencePlace } from './placed-references.ts'
import { ReferenceResolver, identifiersOf, isUrn, placeFor } from './reference-resolver.ts'
import type { GivenReference, TargetContracts } from './reference-resolver.ts'
import type { TargetIdentifier, TargetTypes } from './target-types.ts'

/** Data of a request, with its references converted to URNs. */
interface GivenItem {
  data: JsonObject
  /** Pointers of the references, and whether each was given by the identifier of its target. */
  given: ReadonlyMap<string, boolean>
}

/** The context of a body with references. */
interface ReadOptions {
  /** Stored data of the changed item: it can keep the references that it has already. */
  before?: JsonObject
}

/** A reference in stored data, with the place for its type. */
interface StoredReference extends PlacedReference {
  place: ReferencePlace
}

/**
 * References of a document's items to other items (`x-resource-type`). Requests and answers contain them by entity id (URN) or by the identifier
 * of the referenced item; URNs are stored, as in every resource.
 */
export class ItemReferences {
  readonly #contracts: TargetContracts
  readonly #forms: GivenFormsStore
  #targets: TargetTypes | undefined
  #finders: ReadonlyMap<string, PlacedReferenceFinder> = new Map()
  #arrays: ReadonlyMap<string, (data: JsonObject) => JsonObject> = new Map()

  constructor(contracts: TargetContracts & RequiredContracts<'documentStore'>) {
    this.#contracts = contracts
    this.#forms = new GivenFormsStore(contracts.documentStore)
  }

  /**
   * Define the references; called before the first request.
   * @param finders of the types whose items refer to others, by their slugs
   * @param arrays of the types with properties that have one or many values, see `arraysOf`
   */
  define(
    targets: TargetTypes,
    finders: ReadonlyMap<string, PlacedReferenceFinder>,
    arrays: ReadonlyMap<string, (data: JsonObject) => JsonObject> = new Map(),
  ): void {
    this.#targets = targets
    this.#arrays = arrays
    this.#finders = finders
  }

  /**
   * Convert a body, or a merge patch, to data as they are stored: references to URNs, a single value where there can be many to an array of one.
   * @param slug of the item's type
   * @throws BadRequest naming every reference that is not to an active item which the caller can read, with the same message whatever the reason
   */
  async read(caller: Caller, slug: string, body: JsonObject, options: ReadOptions = {}): Promise<GivenItem> {
    const [item] = await this.#readAll(caller, slug, [body], () => '', options.before)
    return item ?? { data: body, given: new Map() }
  }

  /** Like {@link read}, for several items; messages contain their indexes. */
  readAll(caller: Caller, slug: string, bodies: readonly JsonObject[]): Promise<GivenItem[]> {
    return this.#readAll(caller, slug, bodies, index => `[${index}].`)
  }

  async #readAll(
    caller: Caller,
    slug: string,
    sent: readonly JsonObject[],
    prefixOf: (index: number) => string,
    before?: JsonObject,
  ): Promise<GivenItem[]> {
    const convert = this.#arrays.get(slug)
    const bodies = convert === undefined ? sent : sent.map(convert)
    const find = this.#finders.get(slug)
    if (find === undefined) return bodies.map(data => ({ data, given: new Map() }))
    const found = bodies.map(find)
    const resolver = new ReferenceResolver(this.#contracts, caller, before === undefined ? [] : find(before))
    await resolver.load(found.flat())
    const wrong = found.flatMap((references, index) =>
      references.filter(one => resolver.find(one) === undefined).map(one => prefixOf(index) + refusal(one)),
    )
    if (wrong.length > 0) throw new BadRequest([...new Set(wrong)].slice(0, maxNamed).join('; '))
    return bodies.map((body, index) => {
      const references = found[index] ?? []
      return {
        data: replaceReferences(body, references, one => resolver.find(one)),
        given: new Map(references.map(one => [pointerOf(one.path), !isUrn(one)])),
      }
    })
  }

  /** Convert the references among parameter values to URNs if their targets exist; others stay unchanged. */
  resolve(caller: Caller, slug: string, values: JsonObject): JsonObject | Promise<JsonObject> {
    const find = this.#finders.get(slug)
    return find === undefined ? values : this.#resolveFound(caller, find, values)
  }

  async #resolveFound(caller: Caller, find: PlacedReferenceFinder, values: JsonObject): Promise<JsonObject> {
    const resolver = new ReferenceResolver(this.#contracts, caller)
    const references = find(values).filter(one => !isUrn(one))
    await resolver.load(references)
    const known = references.filter(one => resolver.find(one) !== undefined)
    return replaceReferences(values, known, one => resolver.find(one))
  }

  /** Convert the identifiers in filters on references to URNs; see {@link ItemReferences.resolve}. */
  async resolveFilters(
    caller: Caller,
    { compiled }: ResourceType,
    filters: readonly QueryPair[],
  ): Promise<readonly QueryPair[]> {
    const read = filters.map(([parameter, text]) => {
      const [, field = '', operator = ''] = /^_filter\[(.*)\]\[(eq|ne|in|nin)\]$/s.exec(parameter) ?? []
      const reference = compiled.references.find(({ name }) => name === field)
      const places = (reference?.type_slugs ?? []).map(slug => textPlace(slug, this.#targets?.identifierOf(slug)))
      const texts = operator === 'in' || operator === 'nin' ? text.split(',') : [text]
      return { parameter, references: texts.map(id => ({ name: field, places, id })) }
    })
    const resolver = new ReferenceResolver(this.#contracts, caller)
    await resolver.load(read.flatMap(({ references }) => references.filter(one => !isUrn(one))))
    return read.map(({ parameter, references }) => [
      parameter,
      references.map(one => resolver.find(one) ?? one.id).join(','),
    ])
  }

  /**
   * The operations that record the forms of references, for the write of items.
   * @param documents the new states of the items
   * @param read what the request gives, in the same order
   * @param before stored data of the changed item; null for new ones
   */
  async note(
    slug: string,
    documents: readonly StoredDocument[],
    read: readonly Pick<GivenItem, 'given'>[],
    before: JsonObject | null = null,
  ): Promise<WriteOperation[]> {
    if (!this.#finders.has(slug)) return []
    const noted = documents.map(async (document, index) => {
      const references = this.#storedIn(slug, readData(document)).filter(isEither)
      if (references.length === 0) return []
      return this.#forms.note(document, before === null, forms => {
        const kept = byIdentifierIn(before === null ? [] : this.#storedIn(slug, before), forms)
        return references.map(reference => {
          const pointer = pointerOf(reference.path)
          return [reference, read[index]?.given.get(pointer) ?? kept.get(pointer) === reference.id]
        })
      })
    })
    return (await Promise.all(noted)).flat()
  }

  /** Like {@link showAll}, for one item. */
  show(caller: Caller, slug: string, item: Item): Item | Promise<Item> {
    if (!this.#finders.has(slug)) return item
    return this.showAll(caller, slug, [item]).then(([shown = item]) => shown)
  }

  /**
   * Items as the document shows them: each reference in the form in which it was given. If the caller cannot read the target, it is
   * shown as a URN if the document allows one there, otherwise the reference is left out.
   */
  async showAll(caller: Caller, slug: string, items: readonly Item[]): Promise<Item[]> {
    if (!this.#finders.has(slug)) return [...items]
    const found = items.map(item => ({ item, references: this.#storedIn(slug, item.data) }))
    const forms = await this.#forms.of(
      found.filter(({ references }) => references.some(isEither)).map(({ item }) => item),
    )
    const shown = found.map(({ item, references }) => {
      const kept = byIdentifierIn(references, forms.get(item.id) ?? noForms)
      const changed = references.filter(({ place, path }) => place.form === 'identifier' || kept.has(pointerOf(path)))
      return { item, changed }
    })
    const identifiers = await identifiersOf(
      this.#contracts,
      caller,
      shown.flatMap(({ changed }) => changed),
    )
    return shown.map(({ item, changed }) => {
      if (changed.length === 0) return item
      const data = replaceReferences(item.data, changed, ({ id, place }) => {
        const identifier = identifiers.get(id)
        if (identifier === undefined) return place.form === 'identifier' ? undefined : id
        return place.isText ? String(identifier) : identifier
      })
      return { id: item.id, sequence_no: item.sequence_no, data }
    })
  }

  /** The references in stored data of an item of the document. */
  #storedIn(slug: string, data: JsonObject): StoredReference[] {
    const references = this.#finders.get(slug)?.(data) ?? []
    return references.flatMap(reference => {
      const place = placeFor(reference)
      return place === undefined ? [] : [{ ...reference, place }]
    })
  }
}

const maxNamed = 50

/** A place for a text in a query. */
const textPlace = (slug: string, identifier: TargetIdentifier | undefined): ReferencePlace => ({
  slug,
  identifier,
  form: 'either',
  isText: true,
})

const isEither = ({ place }: StoredReference): boolean => place.form === 'either'

/** Of the references that can have either form, those that were given by identifier: URNs by pointer. */
function byIdentifierIn(references: readonly StoredReference[], forms: GivenForms): Map<string, string> {
  const either = references.filter(isEither)
  const isByIdentifier = formsOf(forms, either)
  return new Map(
    either.flatMap(({ path, id }, index) => (isByIdentifier[index] === true ? [[pointerOf(path), id]] : [])),
  )
}

/** The message for a refused reference. */
function refusal({ name, places }: GivenReference): string {
  const wanted = places.map(({ slug, identifier, form }) => {
    const forms = [
      ...(form === 'identifier' ? [] : ['the entity id (URN)']),
      ...(identifier?.property === undefined ? [] : [`the ${identifier.property}`]),
    ]
    return `${forms.join(' or ')} of an active ${slug}`
  })
  return `${name}: must be ${wanted.join(' or ')} that you may read`
}
