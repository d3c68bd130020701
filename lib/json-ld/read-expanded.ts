import { InvalidInput } from '../errors/index.ts'
import type { Shape } from '../json-schema/columns/shape.ts'
import { bit } from '../json-schema/columns/type-set.ts'
import { isObject, setOwn, groupPairs } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { iriKey } from './active-context.ts'
import type { Term } from './active-context.ts'
import { isCarried } from './carried-values.ts'
import { allows, LiteralProblem, readTyped } from './literals.ts'
import type { Member, Place } from './place.ts'
import { sameVocabulary } from './schema-org.ts'

/** How expanded nodes are read. */
interface ReadExpanded {
  /** The spelling of language tags in the body, by their small letters: expanding changes them. */
  tags: ReadonlyMap<string, string>
  /** Names that the body uses. Of several properties with one IRI they name one. */
  names: ReadonlySet<string>
}

type Path = readonly string[]

/** The values of one property, and the property that they are. */
interface Found {
  member: Member
  items: JsonObject[]
}

/** Reads nodes in expanded form by the table of a type: which property an IRI is, and which values the schema allows for it. */
export class ExpandedReader {
  readonly #options: ReadExpanded

  constructor(options: ReadExpanded) {
    this.#options = options
  }

  /**
   * The data in a node.
   * @throws `InvalidInput` naming what has no property, and what would be lost
   */
  object(node: JsonObject, place: Place, path: Path): JsonObject {
    const data: JsonObject = {}
    const { '@id': id, '@type': types, '@reverse': reverse, ...others } = node
    if (id !== undefined) data['@id'] = id
    if (Array.isArray(types)) data['@type'] = onlyOf(types.map(type => typeName(type, place)))
    const all: [string, Json, boolean][] = Object.entries(others).map(([iri, values]) => [iri, values, false])
    if (isObject(reverse)) for (const [iri, values] of Object.entries(reverse)) all.push([iri, values, true])
    const found = new Map<string, Found>()
    for (const [iri, values, isReverse] of all) {
      if (iri.startsWith('@')) throw refusal(path, `${iri} would be lost`)
      for (const item of itemsOf(values)) {
        const member = this.#memberOf(item, iri, isReverse, place, path)
        const known = found.get(member.name)
        if (known === undefined) found.set(member.name, { member, items: [item] })
        else known.items.push(item)
      }
      if (itemsOf(values).length === 0) {
        const member = this.#memberOf({}, iri, isReverse, place, path)
        if (!found.has(member.name)) found.set(member.name, { member, items: [] })
      }
    }
    for (const [name, { member, items }] of found)
      setOwn(data, name, this.#values(items, member, place, [...path, name]))
    return data
  }

  /** The property that a value is of. */
  #memberOf(item: JsonObject, iri: string, isReverse: boolean, place: Place, path: Path): Member {
    const hint = item['@type'] === '@json' ? item['@index'] : undefined
    if (typeof hint === 'string' && isNamed(hint, iri, place)) return place.member(hint)
    const members = place.membersOf(iri, isReverse)
    const [only, ...others] = members
    if (only === undefined) {
      const name = place.nameOf(iri, isReverse)
      if (name === undefined) throw refusal(path, `${iri} is the IRI of no property here`)
      return place.member(name)
    }
    if (others.length === 0) return only
    const best = bestOf(item, members)
    const named = best.length === 1 ? best : best.filter(({ name }) => this.#options.names.has(name))
    const [chosen, ...further] = named
    if (chosen !== undefined && further.length === 0) return chosen
    const names = members.map(({ name }) => name).join(', ')
    throw refusal(
      path,
      `${iri} is the IRI of several properties (${names}), and this value fits ${best.length} of them`,
    )
  }

  #values(items: JsonObject[], member: Member, place: Place, path: Path): Json {
    const { shape, term } = member
    const [first] = items
    if (items.some(isJsonLiteral)) {
      if (first !== undefined && items.length === 1) return first['@value'] ?? null
      if (items.every(isJsonLiteral)) return items.map(item => item['@value'] ?? null)
    }
    const isMap = [...term.containers].some(one => one !== '@set' && one !== '@list' && one !== '@graph')
    const isEmptyArray = items.length === 0 && allows(shape, bit.array)
    if (isMap && !isEmptyArray && allows(shape, bit.object)) return this.#map(items, member, place, path)
    return this.#plain(items, member, place, path)
  }

  /** Values that are no map: one, or an array. */
  #plain(given: JsonObject[], member: Member, place: Place, path: Path): Json {
    const { shape, term } = member
    const items = term.containers.has('@graph') ? given.flatMap(item => graphItems(item, path)) : given
    const [first] = items
    if (items.some(isList)) {
      if (first !== undefined && items.length === 1) return this.#list(first, member, shape, place, path)
      const ofLists = items.every(isList) && allows(itemShape(shape), bit.array) && allows(shape, bit.array)
      if (!ofLists || member.term.containers.has('@list')) throw refusal(path, 'has values beside a list')
      return items.map(item => this.#list(item, member, itemShape(shape), place, path))
    }
    const isOne = items.length === 1 && !term.containers.has('@set') && !term.containers.has('@list')
    const isArray =
      !(isOne && allows(shape, ~(bit.array | bit.null))) && (items.length !== 1 || allows(shape, bit.array))
    if (!isArray && first !== undefined) return this.#item(first, member, shape, place, path)
    return items.map(item => this.#item(item, member, itemShape(shape), place, path))
  }

  #list(item: JsonObject, member: Member, shape: Shape | undefined, place: Place, path: Path): Json {
    if (item['@index'] !== undefined) throw refusal(path, 'its @index would be lost')
    return itemsOf(item['@list']).map(inner => this.#item(inner, member, itemShape(shape), place, path))
  }

  #item(item: JsonObject, member: Member, shape: Shape | undefined, place: Place, path: Path): Json {
    if (isJsonLiteral(item)) return item['@value'] ?? null
    if (isList(item)) return this.#list(item, member, shape, place, path)
    if (item['@index'] !== undefined) throw refusal(path, 'its @index would be lost')
    if (Object.hasOwn(item, '@value')) return this.#literal(item, member, shape, path)
    const { '@id': id } = item
    if (typeof id === 'string' && Object.keys(item).length === 1 && isAddressText(member, shape)) {
      if (id.startsWith('_:')) throw refusal(path, `${id} is a blank node, and no address`)
      return member.term.type === '@vocab' ? typeName(id, place) : id
    }
    return this.object(item, place.inside(member, shape), path)
  }

  #literal(item: JsonObject, { term, isDeclared }: Member, shape: Shape | undefined, path: Path): Json {
    const { '@value': value = null, '@type': datatype, '@language': language, '@direction': direction } = item
    if (direction !== undefined && direction !== term.direction) throw refusal(path, 'its @direction would be lost')
    if (typeof language === 'string') {
      if (language.toLowerCase() === term.language && term.type === undefined) return value
      if (allows(shape, bit.object)) return { '@value': value, '@language': this.#tag(language) }
      throw refusal(path, `its language ${this.#tag(language)} would be lost`)
    }
    if (typeof datatype !== 'string') return value
    try {
      return readTyped(value, datatype, { shape, isDeclared, type: term.type })
    } catch (error) {
      if (error instanceof LiteralProblem) throw refusal(path, error.message)
      throw error
    }
  }

  /** The values of a property with a container of a map, by the keys of the map. */
  #map(items: JsonObject[], member: Member, place: Place, path: Path): JsonObject {
    const groups = groupPairs(items.map(item => this.#keyed(item, member, place)))
    const inner = place.inside(member, member.shape)
    const map: JsonObject = {}
    for (const [key, values] of groups) {
      // The members of the map are no properties: their term is that of the map, and a key is a map no longer.
      const { shape } = inner.member(key)
      const containers = new Set([...member.term.containers].filter(one => one === '@graph' || one === '@set'))
      const one: Member = { ...member, shape, isDeclared: false, term: { ...member.term, containers } }
      setOwn(map, key, this.#plain(values, one, place, [...path, key]))
    }
    if (!isCarried(member.name, map, place)) throw refusal(path, 'has a value that its map (@container) cannot have')
    return map
  }

  /** The key that a value has in its map, and the value without it. */
  #keyed(item: JsonObject, { term }: Member, place: Place): [string, JsonObject] {
    const { containers, index } = term
    if (containers.has('@language')) {
      const { '@language': language, ...rest } = item
      return typeof language === 'string' && Object.hasOwn(item, '@value')
        ? [this.#tag(language), rest]
        : ['@none', item]
    }
    if (containers.has('@type')) {
      const { '@type': types, ...rest } = item
      if (Object.hasOwn(item, '@value') || !Array.isArray(types) || types.length === 0) return ['@none', item]
      const [type, ...others] = types
      return [typeName(type ?? null, place), others.length === 0 ? rest : { ...rest, '@type': others }]
    }
    if (index !== undefined) {
      const [key, ...others] = itemsOf(item[index])
      const { [index]: _values, ...rest } = item
      const text = key?.['@value']
      if (typeof text !== 'string') return ['@none', item]
      return [text, others.length === 0 ? rest : { ...rest, [index]: others }]
    }
    const keyword = containers.has('@id') ? '@id' : '@index'
    const { [keyword]: key, ...rest } = item
    return typeof key === 'string' ? [key, rest] : ['@none', item]
  }

  #tag(language: string): string {
    return this.#options.tags.get(language.toLowerCase()) ?? language
  }
}

const itemsOf = (values: Json | undefined): JsonObject[] => (Array.isArray(values) ? values.filter(isObject) : [])

const isList = (item: JsonObject): boolean => Object.hasOwn(item, '@list')

const isJsonLiteral = (item: JsonObject): boolean => item['@type'] === '@json'

const onlyOf = (values: string[]): Json => (values.length === 1 ? (values[0] ?? '') : values)

const itemShape = (shape: Shape | undefined): Shape | undefined => shape?.items()

/** Whether a property can be found under an IRI: its own, or that which no context changes. */
const isNamed = (name: string, iri: string, place: Place): boolean =>
  [place.iriOf(name), place.ownIriOf(name)].some(one => iriKey(one, false) === iriKey(iri, false))

/** The name of a class in the context. */
function typeName(type: Json, { context }: Place): string {
  const iri = String(type)
  const { vocab } = context
  const start = vocab === undefined ? undefined : sameVocabulary(vocab)
  const whole = sameVocabulary(iri)
  const short =
    context.termFor(iri, false) ?? (start !== undefined && whole.startsWith(start) ? whole.slice(start.length) : iri)
  const found = context.expandName(short)
  return found !== undefined && sameVocabulary(found) === whole ? short : iri
}

/** Whether an address without further properties is a text, and no object that has an id. */
function isAddressText({ term }: Member, shape: Shape | undefined): boolean {
  const isReference = term.type === '@id' || term.type === '@vocab'
  if (shape === undefined) return isReference
  return allows(shape, bit.string) && (isReference || !allows(shape, bit.object))
}

/** The nodes of a graph that is the value of a property. */
function graphItems(item: JsonObject, path: Path): JsonObject[] {
  const { '@graph': graph, ...others } = item
  if (graph === undefined) return [item]
  if (Object.keys(others).length > 0)
    throw refusal(path, `${Object.keys(others).join(', ')} of its graph would be lost`)
  return itemsOf(graph)
}

const refusal = (path: Path, problem: string): InvalidInput =>
  new InvalidInput(`${path.length === 0 ? 'JSON-LD' : path.join('.')}: ${problem}`)

/** Those of several properties with one IRI that a value fits best: by container, language and datatype. */
function bestOf(item: JsonObject, members: readonly Member[]): Member[] {
  const scored = members.map(member => ({ member, score: scoreOf(item, member) }))
  const best = Math.max(...scored.map(({ score }) => score))
  return best < 0 ? [] : scored.filter(({ score }) => score === best).map(({ member }) => member)
}

/** How well a value fits a property; below 0 when it does not. */
function scoreOf(item: JsonObject, { term, shape }: Member): number {
  const { containers, index } = term
  if (isList(item) !== containers.has('@list')) return -1
  if (Object.hasOwn(item, '@graph') !== containers.has('@graph')) return -1
  if (Object.hasOwn(item, '@index') !== (containers.has('@index') && index === undefined)) return -1
  if (isList(item)) return 1
  if (Object.hasOwn(item, '@value')) return literalScore(item, term, shape)
  if (term.type === '@id' || term.type === '@vocab') return 2
  return containers.has('@language') || !allows(shape, bit.object | bit.array) ? -1 : 1
}

function literalScore(item: JsonObject, { containers, language, type }: Term, shape: Shape | undefined): number {
  const { '@value': value = null, '@language': given, '@type': datatype } = item
  const isTyped = type !== undefined && type !== '@none'
  if (typeof given === 'string') {
    if (containers.has('@language')) return 1
    return !isTyped && given.toLowerCase() === language ? 2 : -1
  }
  if (containers.has('@language')) return -1
  if (typeof datatype === 'string') {
    if (!isTyped) return language === undefined ? 1 : -1
    return sameVocabulary(type) === sameVocabulary(datatype) ? 2 : -1
  }
  if (typeof value === 'string') return isTyped || language !== undefined ? -1 : 1
  const fits = allows(shape, bit.array | (typeof value === 'boolean' ? bit.boolean : bit.integer | bit.fraction))
  return fits && type !== '@id' && type !== '@vocab' ? 1 : -1
}
