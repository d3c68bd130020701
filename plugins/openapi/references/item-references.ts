import { BadRequest } from '../../../kernel/index.ts'
import type { Caller, RequiredContracts, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { pointerOf } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import type { QueryPair } from '../../../lib/query/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Item } from '../contract.ts'
import { GivenFormsStore, formsOf, noForms } from './given-forms.ts'
import type { GivenForms } from './given-forms.ts'
import { ReferenceResolver, identifiersOf, placeFor, urnIn } from './reference-resolver.ts'
import type { GivenReference, TargetContracts } from './reference-resolver.ts'
import type { ReferenceFinders, ReferencePlace } from './reference-schemas.ts'
import { givenIn, withIdentifiers, withUrns } from './replace-references.ts'
import type { StoredReference } from './replace-references.ts'
import type { TargetIdentifier, TargetTypes } from './target-types.ts'

/** Data of a request, with its references converted to URNs. */
export interface GivenItem {
  data: JsonObject
  /** Pointers of the references, and whether each was given by the identifier of its target. */
  given: ReadonlyMap<string, boolean>
}

/** The context of a body with references. */
export interface ReadOptions {
  /** Whether it is a merge patch. */
  isPatch?: boolean
  /** Stored data of the changed item: it can keep the references that it has already. */
  before?: JsonObject
}

/**
 * References of a document's items to other items (`x-resource-type`). Requests and answers contain them by entity id (URN) or by the identifier
 * of the referenced item; URNs are stored.
 */
export class ItemReferences {
  readonly #contracts: TargetContracts
  readonly #forms: GivenFormsStore
  readonly #finders = new Map<string, ReferenceFinders>()
  #targets: TargetTypes | undefined

  constructor(contracts: TargetContracts & RequiredContracts<'documentStore'>) {
    this.#contracts = contracts
    this.#forms = new GivenFormsStore(contracts.documentStore)
  }

  /**
   * Define the references; called before the first request.
   * @param finders of the types whose items refer to others, by their slugs
   */
  define(targets: TargetTypes, finders: ReadonlyMap<string, ReferenceFinders>): void {
    this.#targets = targets
    for (const [slug, found] of finders) this.#finders.set(slug, found)
  }

  /**
   * Convert the references of a body to URNs.
   * @param slug of the item's type
   * @throws BadRequest naming every reference that is not to an active item which the caller can read, with the same message whatever the reason
   */
  async read(caller: Caller, slug: string, body: JsonObject, options: ReadOptions = {}): Promise<GivenItem> {
    const [item] = await this.#readAll(caller, slug, [body], options)
    return item ?? { data: body, given: new Map() }
  }

  /** Like {@link read}, for several items; messages contain their indexes. */
  readAll(caller: Caller, slug: string, bodies: readonly JsonObject[]): Promise<GivenItem[]> {
    return this.#readAll(caller, slug, bodies, { isBatch: true })
  }

  async #readAll(
    caller: Caller,
    slug: string,
    bodies: readonly JsonObject[],
    { isPatch = false, isBatch = false, before }: ReadOptions & { isBatch?: boolean },
  ): Promise<GivenItem[]> {
    const finders = this.#finders.get(slug)
    if (finders === undefined) return bodies.map(data => ({ data, given: new Map() }))
    const found = bodies.map(data => givenIn(isPatch ? finders.inPatch : finders.inRequest, data))
    const resolver = new ReferenceResolver(
      this.#contracts,
      caller,
      before === undefined ? [] : finders.inStored(before),
    )
    await resolver.load(found.flat())
    const wrong = found.flatMap((references, index) =>
      references
        .filter(one => resolver.find(one) === undefined)
        .map(one => `${isBatch ? `[${index}].` : ''}${refusal(one)}`),
    )
    if (wrong.length > 0) throw new BadRequest([...new Set(wrong)].slice(0, maxNamed).join('; '))
    return bodies.map((body, index) => {
      const references = found[index] ?? []
      const given = new Map(references.map(one => [pointerOf(one.path), urnIn(one) === undefined]))
      return { data: withUrns(body, references, one => resolver.find(one)), given }
    })
  }

  /** Convert the references among parameter values to URNs if their targets exist; others stay unchanged. */
  async resolve(caller: Caller, slug: string, values: JsonObject): Promise<JsonObject> {
    const finders = this.#finders.get(slug)
    if (finders === undefined) return values
    const references = givenIn(finders.inPatch, values).filter(one => urnIn(one) === undefined)
    const resolver = new ReferenceResolver(this.#contracts, caller)
    await resolver.load(references)
    return withUrns(values, references, one => resolver.find(one))
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
      const places = (reference?.type_slugs ?? []).map(slug => placeOf(slug, this.#targets?.identifierOf(slug)))
      const texts = operator === 'in' || operator === 'nin' ? text.split(',') : [text]
      return { parameter, references: texts.map(value => ({ name: field, places, value })) }
    })
    const resolver = new ReferenceResolver(this.#contracts, caller)
    await resolver.load(read.flatMap(({ references }) => references.filter(one => urnIn(one) === undefined)))
    return read.map(({ parameter, references }) => [
      parameter,
      references.map(one => (urnIn(one) === undefined ? (resolver.find(one) ?? one.value) : one.value)).join(','),
    ])
  }

  /**
   * The operations that record the forms of references, for the write of an item.
   * @param document the new state of the item
   * @param given by the request
   * @param before stored data of the changed item; null for a new one
   */
  async note(
    slug: string,
    document: StoredDocument,
    { given }: Pick<GivenItem, 'given'>,
    before: JsonObject | null,
  ): Promise<WriteOperation[]> {
    const finders = this.#finders.get(slug)
    const references = finders === undefined ? [] : eitherIn(finders, readData(document))
    if (finders === undefined || references.length === 0) return []
    return this.#forms.note(document, before === null, forms => {
      const kept = before === null ? new Map<string, string>() : byIdentifierIn(eitherIn(finders, before), forms)
      return references.map(reference => {
        const pointer = pointerOf(reference.path)
        return [reference, given.get(pointer) ?? kept.get(pointer) === reference.id]
      })
    })
  }

  /** Like {@link note}, for new items. */
  async noteAll(
    slug: string,
    documents: readonly StoredDocument[],
    read: readonly GivenItem[],
  ): Promise<WriteOperation[]> {
    const noted = documents.map((document, index) =>
      this.note(slug, document, read[index] ?? { given: new Map() }, null),
    )
    return (await Promise.all(noted)).flat()
  }

  /** Like {@link showAll}, for one item. */
  async show(caller: Caller, slug: string, item: Item): Promise<Item> {
    const [shown] = await this.showAll(caller, slug, [item])
    return shown ?? item
  }

  /**
   * Items as the document shows them: each reference in the form in which it was given. If the caller cannot read the target, it is
   * shown as a URN if the document allows one there, otherwise the reference is left out.
   */
  async showAll(caller: Caller, slug: string, items: readonly Item[]): Promise<Item[]> {
    const finders = this.#finders.get(slug)
    if (finders === undefined) return [...items]
    const placed = items.map(item => ({ item, references: placedIn(finders, item.data) }))
    const forms = await this.#forms.of(
      placed.filter(({ references }) => references.some(isEither)).map(({ item }) => item),
    )
    const shown = placed.map(({ item, references }) => {
      const kept = byIdentifierIn(references.filter(isEither), forms.get(item.id) ?? noForms)
      const changed = references.filter(({ place, path }) => place.form === 'identifier' || kept.has(pointerOf(path)))
      return { item, changed }
    })
    const identifiers = await identifiersOf(
      this.#contracts,
      caller,
      shown.flatMap(({ changed }) => changed),
    )
    return shown.map(({ item, changed }) =>
      changed.length === 0
        ? item
        : { id: item.id, sequence_no: item.sequence_no, data: withIdentifiers(item.data, changed, identifiers) },
    )
  }
}

const maxNamed = 50

const placeOf = (slug: string, identifier: TargetIdentifier | undefined): ReferencePlace => ({
  slug,
  identifier,
  form: 'either',
  isText: true,
})

const isEither = ({ place }: StoredReference): boolean => place.form === 'either'

function placedIn({ inStored }: ReferenceFinders, data: JsonObject): StoredReference[] {
  return inStored(data).flatMap(reference => {
    const place = placeFor(reference.places, reference.id)
    return place === undefined ? [] : [{ ...reference, place }]
  })
}

const eitherIn = (finders: ReferenceFinders, data: JsonObject): StoredReference[] =>
  placedIn(finders, data).filter(isEither)

/** Of the references that can have either form, those that were given by identifier: URNs by pointer. */
function byIdentifierIn(references: readonly StoredReference[], forms: GivenForms): Map<string, string> {
  const isByIdentifier = formsOf(forms, references)
  return new Map(
    references.flatMap(({ path, id }, index) => (isByIdentifier[index] === true ? [[pointerOf(path), id]] : [])),
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
