import { Forbidden } from '../../kernel/index.ts'
import type { Condition } from '../../kernel/index.ts'
import { valueText } from '../../lib/json-schema/index.ts'
import type { CompiledSchema, LabelReference } from '../../lib/json-schema/index.ts'
import { hasWords, readData } from '../../lib/store-kit/index.ts'
import type { ReadScope, ResourceQuery, ResourceReader } from '../dynamic-resources/contract.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { canBeLabelExtra, canBeOtherValue } from './ways.ts'
import { insteadOf } from '../../lib/errors/index.ts'

/** Up to this many resources with a word, those that refer to them are looked up by an index. */
const maxIds = 200
const maxBytes = 2 * 1024 * 1024
/** How many types of one reference are searched. */
const maxTypes = 8

/** A reference whose targets labels show. */
type ShownReference = Pick<LabelReference, 'type_slugs' | 'field'>

/** Finds the resources of whose names a word is a part, as far as the scope can see them; each word of a type once in a search. */
export class ReferencedNames {
  readonly #reader: ResourceReader
  readonly #registry: TypeRegistry
  readonly #scope: ReadScope
  readonly #deadline: number
  readonly #found = new Map<string, Promise<readonly string[] | undefined>>()

  constructor(
    { reader, registry }: { reader: ResourceReader; registry: TypeRegistry },
    scope: ReadScope,
    deadline: number,
  ) {
    this.#reader = reader
    this.#registry = registry
    this.#scope = scope
    this.#deadline = deadline
  }

  /**
   * @returns the ids of resources of which a label shows the word across this reference; undefined when they are too many, or not in an index
   * @throws `QueryTooSlow`
   */
  async idsWith({ type_slugs, field }: ShownReference, word: string): Promise<readonly string[] | undefined> {
    const ids: string[] = []
    for (const slug of type_slugs.slice(0, maxTypes)) {
      const key = JSON.stringify([slug, field, word])
      const search = this.#found.get(key) ?? this.#search(slug, field, word)
      this.#found.set(key, search)
      const some = await search
      if (some === undefined || ids.length + some.length > maxIds) return undefined
      ids.push(...some)
    }
    return type_slugs.length > maxTypes ? undefined : ids
  }

  async #search(slug: string, field: readonly string[], word: string): Promise<readonly string[] | undefined> {
    const type = await this.#registry.find(slug)
    if (type === undefined) return []
    const { compiled } = type
    const name = field.join('.')
    const further = compiled.references.find(reference => reference.name === name)
    if (further !== undefined) {
      const ids = await this.idsWith({ type_slugs: further.type_slugs, field: [] }, word)
      if (ids === undefined || ids.length === 0) return ids
      const kind = compiled.resolve(further.path)?.kind ?? 'text'
      const is: Condition = { target: { path: further.path }, kind, operator: 'in', operands: ids, field: name }
      return this.#ids(type, { conditions: [is] }, () => true)
    }
    if (field.length === 0 ? canBeLabelExtra(compiled, word) : canBeNumberAt(compiled, field, word)) return undefined
    return this.#ids(type, { words: [word] }, selected => {
      const shown = field.length === 0 ? compiled.labelOf(selected) : valueText(selected, field)
      return shown !== undefined && hasWords({ shown }, [word], [])
    })
  }

  async #ids(
    type: ResourceType,
    query: ResourceQuery,
    isShown: (data: ReturnType<typeof readData>) => boolean,
  ): Promise<readonly string[] | undefined> {
    const selecting = this.#reader.select(this.#scope, type, { ...query, deadline: this.#deadline })
    const selection = await selecting.catch(insteadOf(Forbidden, undefined))
    if (selection === undefined) return []
    const { documents, hasMore } = await selection.slice({ limit: maxIds, maxBytes })
    return hasMore ? undefined : documents.filter(document => isShown(readData(document))).map(({ id }) => id)
  }
}

const canBeNumberAt = (compiled: CompiledSchema, field: readonly string[], word: string): boolean =>
  canBeOtherValue(word) && compiled.resolve(field)?.kind !== 'text'
