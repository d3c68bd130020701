import { TooIntricate } from '../json-schema/columns/shape.ts'
import type { Shape } from '../json-schema/columns/shape.ts'
import { iriKey } from './active-context.ts'
import type { ActiveContext, Term, Within } from './active-context.ts'
import { isAbsoluteIri, isKeyword } from './iri.ts'
import { sameVocabulary } from './schema-org.ts'
import { decodePercent } from '../web-text/index.ts'
import { groupPairs } from '../json/index.ts'
import { attempt, insteadOf } from '../errors/index.ts'

/** A property of the objects at a place. */
export interface Member {
  readonly name: string
  readonly term: Term
  /** What the schema allows as its value; undefined when it does not restrict it. */
  readonly shape: Shape | undefined
  /** Whether the schema declares it by its name. */
  readonly isDeclared: boolean
}

/** What is the same at all places of a type. */
interface Common {
  /** The vocabulary of names that the context gives no IRI. */
  readonly ownVocabulary: string
  readonly places: Map<Within, Map<Shape | undefined, Place>>
}

/**
 * What the context and the schema of a type define for the objects at one place in its data: the table by which their members are read and written. The
 * places of a type are made on first use and then kept.
 */
export class Place {
  readonly context: ActiveContext
  /** The context of what is inside of the values of members. */
  readonly #beyond: ActiveContext
  readonly #shape: Shape | undefined
  readonly #common: Common
  readonly #members = new Map<string, Member>()
  #byIri: ReadonlyMap<string, readonly Member[]> | undefined

  private constructor(contexts: Within, shape: Shape | undefined, common: Common) {
    this.context = contexts.here
    this.#beyond = contexts.beyond
    this.#shape = shape
    this.#common = common
    for (const name of quietly(() => shape?.names()) ?? []) {
      const inner = quietly(() => shape?.property(name))
      this.#members.set(name, { name, term: this.context.term(name), shape: inner, isDeclared: true })
    }
  }

  /**
   * The place of a type's resources.
   * @param type the `@type` of its nodes, whose term can contain a context
   */
  static root(context: ActiveContext, type: string, shape: Shape | undefined, ownVocabulary: string): Place {
    const { scoped } = context.term(type)
    const { here } = context.within(scoped)
    const beyond = scoped?.['@propagate'] === true ? here : context
    return new Place({ here, beyond }, shape, { ownVocabulary, places: new Map() })
  }

  /** The properties that the schema declares here. */
  get declared(): Iterable<Member> {
    return this.#members.values()
  }

  member(name: string): Member {
    const known = this.#members.get(name)
    if (known !== undefined) return known
    return { name, term: this.context.term(name), shape: quietly(() => this.#shape?.others()), isDeclared: false }
  }

  /** The declared properties with an IRI. */
  membersOf(iri: string, isReverse = false): readonly Member[] {
    this.#byIri ??= groupPairs(
      Array.from(this.declared, one => [iriKey(this.iriOf(one.name), one.term.isReverse), one] as const),
    )
    return this.#byIri.get(iriKey(iri, isReverse)) ?? []
  }

  /** The full IRI of a property. One whose name the context gives no IRI has one in the vocabulary of the context, or in that of the type. */
  iriOf(name: string): string {
    const { iri } = this.context.term(name)
    if (iri !== undefined && !isKeyword(iri)) return iri
    const { vocab } = this.context
    if (vocab === undefined || this.context.isDropped(name)) return this.ownIriOf(name)
    const inVocabulary = vocab + escaped(name)
    return isAbsoluteIri(inVocabulary) ? inVocabulary : this.ownIriOf(name)
  }

  /** An IRI of a property that no context changes. */
  ownIriOf(name: string): string {
    return this.#common.ownVocabulary + escaped(name)
  }

  /** The name to which the context shortens an IRI; undefined when there is none. */
  nameOf(iri: string, isReverse = false): string | undefined {
    const key = iriKey(iri, isReverse)
    const fits = (name: string): boolean => iriKey(this.iriOf(name), this.context.term(name).isReverse) === key
    const term = this.context.termFor(iri, isReverse)
    if (term !== undefined) return term
    for (const start of [this.context.vocab, this.#common.ownVocabulary]) {
      const suffix = start === undefined ? undefined : after(iri, start)
      const name = suffix === undefined ? undefined : [suffix, unescaped(suffix)].find(fits)
      if (name !== undefined) return name
    }
    for (const [prefix, start] of this.context.prefixes()) {
      const suffix = after(iri, start)
      if (suffix !== undefined && fits(`${prefix}:${suffix}`)) return `${prefix}:${suffix}`
    }
    return undefined
  }

  /** The place of the objects among the values of a member. @param shape what the schema allows as the object */
  inside({ term }: Member, shape: Shape | undefined): Place {
    const contexts = this.#beyond.within(term.scoped)
    const known = this.#common.places.get(contexts) ?? new Map<Shape | undefined, Place>()
    this.#common.places.set(contexts, known)
    let place = known.get(shape)
    if (place === undefined) known.set(shape, (place = new Place(contexts, shape, this.#common)))
    return place
  }
}

const escaped = (name: string): string => encodeURIComponent(name)

const unescaped = (text: string): string => decodePercent(text) ?? text

/** The rest of an IRI behind its beginning. */
function after(iri: string, start: string): string | undefined {
  const [whole, begin] = [sameVocabulary(iri), sameVocabulary(start)]
  return whole.startsWith(begin) ? whole.slice(begin.length) : undefined
}

/** A part of a shape; undefined, as if nothing were declared, where the schema combines too many parts. */
const quietly = <T>(read: () => T): T | undefined => attempt(read, insteadOf(TooIntricate, undefined))
