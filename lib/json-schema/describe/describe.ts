import type { Json, JsonObject } from '../../json/types.ts'
import { isObject, textsIn } from '../../json/index.ts'
import { isSecretMark } from '../secret-mark.ts'
import { nextNodes, under, closureOf } from '../tree/schema-tree.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import { alternativesIn, choicesIn } from './alternatives.ts'
import type { BranchGroup, UndecidedBranch } from './alternatives.ts'
import type { Alternatives, Branch, Chosen, Description, Member } from './description.ts'
import { partKeyOf, createNode, partOf, readSchemaDocument } from './document.ts'
import type { Document, Part, TextTest } from './document.ts'
import { dependentOn, isValid, neededBy, nodesOfMember } from './is-valid.ts'
import { declaredIn, mergeKeywords, typesIn, valuesIn } from './keywords.ts'

/** How many schemas can apply to one value; further ones are left out. */
const maxApplied = 500

/** The root of a schema, to be described. */
export function rootPart(schema: JsonObject, matches: TextTest): Part {
  const document = readSchemaDocument(schema, matches)
  return partOf(document, [document.root])
}

/**
 * Describe one level of one value by its schema: which keywords apply, the members of an object in their order, the items of an array, the choices, and the
 * alternatives with the one that fits.
 *
 * References (`$ref`, `$anchor`, `$id` inside the document, `$dynamicRef`) and `allOf` are followed. `if`, `dependentSchemas` and alternatives apply as the value
 * decides; without a value, they do not. A branch for null makes the value nullable, and the only other branch applies always. Members are those that are
 * declared, in the order of the schema, then those that are required or present and declared nowhere.
 *
 * Members and items are {@link Part}s, described when they are asked for, so that a schema may contain itself. The same schemas, branches and names of members
 * give the same object, so that it can be the key of what is made from it.
 * @param part {@link rootPart}, or a part of another description
 * @param value undefined: what applies to any value
 * @param chosen branches that a person chose, which are taken as long as the value can become valid for them
 */
export function describe(part: Part, value?: Json, chosen?: Chosen): Description {
  const { descriptions, open } = part.document
  if (value !== undefined || chosen !== undefined) {
    const level = new Level(part, value, chosen)
    return descriptions.get(level.key, () => level.describe())
  }
  if (open.has(part)) return emptyDescription(part) // a branch that leads to itself
  open.add(part)
  const described = descriptions.get(part.key, () => new Level(part, undefined, undefined).describe())
  open.delete(part)
  return described
}

/** Whether a value is valid, as far as it decides what is shown or filled in: see {@link isValid}. */
export const isValidFor = ({ document, nodes }: Part, value: Json): boolean =>
  nodes.every(node => isValid(node, value, document.matches))

/** A part for which an alternative is decided. */
export const withBranch = ({ document, nodes }: Part, { node }: Branch): Part => partOf(document, [...nodes, node])

/** The part for the member of a described object with any name: undefined where the schema allows no such member. */
export function memberPart({ part, applied }: Pick<Description, 'part' | 'applied'>, name: string): Part | undefined {
  const { document } = part
  const nodes = applied.flatMap(node => nodesOfMember(node, name, document.matches))
  const names = applied.flatMap(node => under(node, 'propertyNames'))
  const rest = nodes.length > 0 ? [] : applied.flatMap(node => under(node, 'unevaluatedProperties'))
  const all = [...nodes, ...rest]
  if (all.some(isNothing) || !names.every(one => isValid(one, name, document.matches))) return undefined
  return saysNothing(all) ? anyPart(document) : partOf(document, all)
}

/** Whether the schema says what other members an object has: it is a map, or has a schema for those that it does not name. */
export function describesMore({ applied, members }: Pick<Description, 'applied' | 'members'>): boolean {
  const keywords = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'] as const
  const isMap = ![...members.values()].some(({ origin }) => origin === 'declared')
  return isMap || !saysNothing(applied.flatMap(node => keywords.flatMap(keyword => under(node, keyword))))
}

/** Whether something in a value can be secret, at any depth. */
export const holdsSecrets = ({ nodes }: Part): boolean => marksSecret(nodes, keyword => !definitions.has(keyword))

const definitions: ReadonlySet<string> = new Set(['$defs', 'definitions'])
const ofSameValue: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf'])

/** Whether schemas mark a value as secret, or those in them that can be reached. */
const marksSecret = (
  nodes: readonly SchemaNode[],
  leads = (keyword: string): boolean => ofSameValue.has(keyword),
): boolean => [...reachable(nodes, leads)].some(({ own }) => isSecretMark(own))

/** Whether a value can contain a value of the same part in members or first items that are described, so that fields for all of them would not end. */
export function containsItself({ nodes }: Part): boolean {
  const own = reachable(nodes, keyword => ofSameValue.has(keyword))
  const inside = [...own].flatMap(node => [...under(node, 'properties'), ...under(node, 'prefixItems')])
  const reached = reachable(
    inside,
    keyword => ofSameValue.has(keyword) || keyword === 'properties' || keyword === 'prefixItems',
  )
  return [...own].some(node => reached.has(node) && declaresInner(node))
}

const declaresInner = ({ edges }: SchemaNode): boolean =>
  edges.some(({ keyword }) => keyword === 'properties' || keyword === 'prefixItems')

const reachable = (nodes: readonly SchemaNode[], leads: (keyword: string) => boolean): ReadonlySet<SchemaNode> =>
  closureOf(nodes, node => nextNodes(node, leads))

const isNothing = ({ schema }: SchemaNode): boolean => schema === false

/** Whether schemas leave a value open altogether. */
const saysNothing = (nodes: readonly SchemaNode[]): boolean =>
  nodes.every(({ own, edges, target }) => Object.keys(own).length === 0 && edges.length === 0 && target === undefined)

/** Any value: its type is an alternative. */
const anything: JsonObject = { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] }
const anyPart = (document: Document): Part => partOf(document, [createNode(document, anything)])

/** Whether no schema says what a value is. */
export const isAnything = ({ nodes }: Part): boolean => nodes.every(({ own }) => own === anything)

const emptyDescription = (part: Part): Description => ({
  part,
  applied: [],
  schema: {},
  types: [],
  isNullable: false,
  isSecret: false,
  constant: undefined,
  choices: undefined,
  suggestions: [],
  alternatives: [],
  members: new Map(),
  mayHaveMore: false,
  tuple: [],
  items: undefined,
})

/** The schemas that apply to one value. */
class Level {
  readonly key: string
  readonly #part: Part
  readonly #document: Document
  readonly #value: Json | undefined
  /** The schemas that apply, in the order of their members. */
  readonly #applied = new Set<SchemaNode>()
  /** Of these, the only branches of alternatives: the annotations around them take precedence over theirs. */
  readonly #inner = new Set<SchemaNode>()
  /** Of these, those that an alternative contributes. */
  readonly #from = new Map<SchemaNode, Alternatives>()
  readonly #groups: BranchGroup[] = []
  readonly #alternatives: Alternatives[] = []
  #isInner = false
  #by: Alternatives | undefined

  constructor(part: Part, value: Json | undefined, chosen: Chosen | undefined) {
    this.#part = part
    this.#document = part.document
    this.#value = value
    this.#applyAll(part.nodes)
    for (const node of this.#applied) this.#readBranches(node, chosen)
    this.#readTypes(chosen)
    this.key = this.#keyOf()
  }

  describe(): Description {
    const document = this.#document
    const applied = [...this.#applied]
    const { schema, types, isNullable } = this.#keywords()
    const isNull = allowsOnlyNull(schema)
    const { choices, suggestions } = choicesIn(this.#groups, schema)
    const members = types.length === 0 || types.includes('object') ? this.#members(schema) : new Map<string, Member>()
    const isArray = types.includes('array')
    const items = isArray ? this.#items(applied, schema) : undefined
    return {
      part: this.#part,
      applied,
      schema: isNull
        ? { ...schema, const: null }
        : types.length === 0
          ? schema
          : { ...schema, type: typeKeyword(types, isNullable) },
      types,
      isNullable: isNullable && !isNull,
      isSecret: marksSecret(applied) || (items !== undefined && marksSecret(items.nodes)),
      constant: isNull ? null : schema['const'],
      choices: isNull ? [{ value: null, schema: {} }] : choices,
      suggestions: [...suggestions, ...(Array.isArray(schema['examples']) ? schema['examples'] : [])],
      alternatives: this.#alternatives,
      members,
      mayHaveMore: (types.length === 0 || types.includes('object')) && mayHaveMore(applied),
      tuple: isArray ? tupleOf(document, applied) : [],
      items,
    }
  }

  #keywords(): { schema: JsonObject; types: string[]; isNullable: boolean } {
    const applied = [...this.#applied]
    const isOuter = (node: SchemaNode): boolean => !this.#inner.has(node)
    const inOrder = [...applied.filter(node => this.#inner.has(node)), ...applied.filter(isOuter)]
    const schema = mergeKeywords(inOrder.map(node => (this.#from.has(node) ? withoutAnnotations(node.own) : node.own)))
    const outer = mergeKeywords(applied.filter(node => isOuter(node) && !this.#from.has(node)).map(({ own }) => own))
    return { schema, ...typesIn(schema, outer, applied, this.#groups) }
  }

  #applyAll(nodes: readonly SchemaNode[]): void {
    const conditional: SchemaNode[] = []
    for (const node of nodes) this.#apply(node, conditional)
    for (const node of conditional) this.#apply(node, conditional)
  }

  /** Apply a schema: what it refers to and inherits, itself, and later what depends on the value. */
  #apply(node: SchemaNode, conditional: SchemaNode[], above: ReadonlySet<SchemaNode> = new Set()): void {
    if (this.#applied.has(node) || above.has(node) || above.size + this.#applied.size > maxApplied) return
    const inside = new Set([...above, node])
    if (node.target !== undefined) this.#apply(node.target, conditional, inside)
    for (const one of under(node, 'allOf')) this.#apply(one, conditional, inside)
    this.#applied.add(node)
    if (this.#isInner) this.#inner.add(node)
    if (this.#by !== undefined) this.#from.set(node, this.#by)
    if (this.#value === undefined) return
    const [condition] = under(node, 'if')
    if (condition !== undefined)
      conditional.push(...under(node, isValid(condition, this.#value, this.#document.matches) ? 'then' : 'else'))
    conditional.push(...dependentOn(node, this.#value))
  }

  /** Apply the branches of `oneOf` and `anyOf`: the only one besides null, or the one that fits. */
  #readBranches(node: SchemaNode, chosen: Chosen | undefined): void {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const all = under(node, keyword).filter(one => !isNothing(one))
      if (all.length === 0) continue
      const described = all.map(one => branchOf(this.#document, one))
      const branches = described.filter(one => !isNull(one.description))
      const group = {
        key: `${partKeyOf(this.#document, [node])} ${keyword}`,
        branches,
        allowsNull: described.some(one => allowsNull(one.description)),
      }
      this.#groups.push(group)
      const [only] = branches
      if (branches.some(one => this.#part.nodes.includes(one.node))) continue
      if (only !== undefined && branches.length === 1) this.#applyInner(only.node)
      else if (only !== undefined) this.#choose(group, chosen)
    }
  }

  #applyInner(node: SchemaNode): void {
    this.#isInner = true
    this.#applyAll([node])
    this.#isInner = false
  }

  /** The types of a union are alternatives, unless others are asked for. */
  #readTypes(chosen: Chosen | undefined): void {
    if (this.#alternatives.some(one => one.isAsked)) return
    const { schema, types } = this.#keywords()
    if (
      schema['type'] === undefined ||
      types.length < 2 ||
      schema['enum'] !== undefined ||
      schema['const'] !== undefined
    )
      return
    if (types.every(type => type === 'integer' || type === 'number')) return
    if (
      this.#groups.some(
        ({ branches }) => branches.length > 1 && branches.every(({ description }) => description.choices !== undefined),
      )
    )
      return
    const branches = types.map(type => branchOf(this.#document, createNode(this.#document, { type })))
    this.#choose({ key: 'types', branches, allowsNull: false }, chosen)
  }

  #choose(group: BranchGroup, chosen: Chosen | undefined): void {
    const found = alternativesIn(group, {
      document: this.#document,
      applied: [...this.#applied],
      value: this.#value,
      chosen: chosen?.get(group.key),
    })
    if (found === undefined) return
    this.#alternatives.push(found)
    const fitting = found.branches[found.fits ?? -1]
    if (fitting === undefined) return
    this.#by = found
    this.#applyAll([fitting.node])
    this.#by = undefined
  }

  #members(schema: JsonObject): Map<string, Member> {
    const { matches } = this.#document
    const declared = new Map<string, SchemaNode[]>()
    const by = new Map<string, string>()
    for (const node of this.#applied) {
      const group = this.#from.get(node)
      for (const { keyword, name, node: inner } of node.edges) {
        if (keyword !== 'properties') continue
        const known = declared.get(String(name))
        if (known === undefined) declared.set(String(name), [inner])
        else if (group === undefined || group.isAsked || !limits(this.#document, inner)) known.push(inner)
        if (known === undefined && group !== undefined) by.set(String(name), group.key)
      }
    }
    for (const { teller } of this.#alternatives) {
      const nodes = declared.get(teller?.name ?? '')
      if (teller === undefined || nodes === undefined || nodes.some(node => limits(this.#document, node))) continue
      nodes.push(createNode(this.#document, { enum: [...teller.values] }))
    }
    const present = isObject(this.#value) ? Object.keys(this.#value) : []
    const required = new Set([
      ...textsIn(schema['required']),
      ...[...this.#applied].flatMap(({ own }) => neededBy(own, present)),
    ])
    const names = new Set([...declared.keys(), ...required, ...present])
    const members = new Map<string, Member>()
    for (const name of names) {
      const nodes = declared.get(name)
      const isPresent = present.includes(name)
      if (nodes?.some(isNothing) === true && !isPresent) continue
      const origin = nodes !== undefined ? 'declared' : required.has(name) ? 'required' : 'present'
      const isForbidden = nodes?.some(isNothing) === true
      const part =
        nodes === undefined || isForbidden
          ? (memberPart({ part: this.#part, applied: [...this.#applied] }, name) ?? anyPart(this.#document))
          : partOf(this.#document, [...nodes, ...this.#patternNodes(name, matches)])
      const of = by.get(name)
      members.set(name, { name, part, isRequired: required.has(name), origin, of, isTelling: this.#isTelling(name) })
    }
    return members
  }

  #patternNodes(name: string, matches: TextTest): SchemaNode[] {
    return [...this.#applied].flatMap(({ edges }) =>
      edges.flatMap(edge =>
        edge.keyword === 'patternProperties' && matches('pattern', String(edge.name), name) === true ? [edge.node] : [],
      ),
    )
  }

  /** Whether the branch that fits has a constant for a member that other branches have with another one, or not at all. */
  #isTelling(name: string): boolean {
    return this.#alternatives.some(({ branches, fits, isAsked }) => {
      const fitting = branches[fits ?? -1]
      return isAsked && fitting !== undefined && fitting.valuesOf(name)?.length === 1
    })
  }

  #items(applied: readonly SchemaNode[], { 'x-resource-type': target }: JsonObject): Part | undefined {
    const nodes = applied.flatMap(node => under(node, 'items'))
    const rest = nodes.length > 0 ? [] : applied.flatMap(node => under(node, 'unevaluatedItems'))
    const all = [...nodes, ...rest]
    if (all.some(isNothing)) return undefined
    const reference =
      typeof target === 'string' ? [createNode(this.#document, { type: 'string', 'x-resource-type': target })] : []
    return saysNothing([...all, ...reference])
      ? anyPart(this.#document)
      : partOf(this.#document, [...all, ...reference])
  }

  #keyOf(): string {
    const applied = partKeyOf(this.#document, this.#applied)
    const fits = this.#alternatives.map(one => `${one.key}:${one.fits ?? ''}`).join()
    if (!isObject(this.#value))
      return `${this.#part.key}|${applied}|${fits}|${this.#value === undefined ? '' : 'scalar'}`
    const nodes = [...this.#applied]
    const names = Object.keys(this.#value)
    const declared = declaredIn(nodes)
    const others = names.filter(name => !declared.has(name))
    const needed = nodes.flatMap(({ own }) => neededBy(own, names))
    return `${this.#part.key}|${applied}|${fits}|${JSON.stringify([others, needed])}`
  }
}

const isNull = ({ constant }: Description): boolean => constant === null

const allowsNull = (description: Description): boolean => description.isNullable || isNull(description)

/** Whether null is the only value that keywords allow. */
const allowsOnlyNull = (schema: JsonObject): boolean =>
  schema['type'] === 'null' || valuesIn(schema)?.every(value => value === null) === true

/** Whether a schema of a member names the values that it can have. */
const limits = (document: Document, node: SchemaNode): boolean =>
  describe(partOf(document, [node])).choices !== undefined

function branchOf(document: Document, node: SchemaNode): UndecidedBranch {
  const description = describe(partOf(document, [node]))
  const valuesOf = (name: string): Json[] | undefined => {
    const member = description.members.get(name)
    const { choices, isNullable = true } = member === undefined ? {} : describe(member.part)
    return isNullable ? undefined : choices?.map(({ value }) => value)
  }
  return { node, description, valuesOf }
}

const typeKeyword = (types: readonly string[], isNullable: boolean): Json => {
  const [only, ...more] = isNullable ? [...types, 'null'] : types
  return more.length === 0 ? (only ?? []) : [only ?? '', ...more]
}

/** Keywords that describe an alternative and not the value. */
function withoutAnnotations(own: JsonObject): JsonObject {
  const { title: _t, description: _d, default: _p, examples: _e, 'x-titles': _xt, 'x-descriptions': _xd, ...rest } = own
  return rest
}

/** Names by pattern are among the others for `additionalProperties` of the same schema, and for `unevaluatedProperties` of any that applies. */
function mayHaveMore(applied: readonly SchemaNode[]): boolean {
  const isSealed = (node: SchemaNode, keyword: 'additionalProperties' | 'unevaluatedProperties'): boolean =>
    under(node, keyword).some(isNothing)
  const hasPatterns = ({ edges }: SchemaNode): boolean => edges.some(({ keyword }) => keyword === 'patternProperties')
  const isOpen = applied.every(node => !isSealed(node, 'additionalProperties') || hasPatterns(node))
  return isOpen && (applied.some(hasPatterns) || !applied.some(node => isSealed(node, 'unevaluatedProperties')))
}

function tupleOf(document: Document, applied: readonly SchemaNode[]): Part[] {
  const lists = applied.map(node => under(node, 'prefixItems'))
  const length = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length }, (_, at) => {
    const nodes = lists.flatMap(list => list[at] ?? [])
    return saysNothing(nodes) ? anyPart(document) : partOf(document, nodes)
  })
}
