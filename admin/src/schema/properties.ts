import type { Json, JsonObject } from '../api/transport/json.ts'
import { choicesWith } from './choices.ts'
import type { Choice } from './choices.ts'
import { describe, isAnything, isPart, rootPart } from './describe.ts'
import type { Alternatives, Description, Member, Part } from './describe.ts'
import { fieldFor } from '../fields/registry.ts'
import type { Kind } from '../fields/registry.ts'
import { perLanguage } from './perLanguage.ts'
import { descriptionIn, titleIn, titleOf } from './titles.ts'

/** A property of a type, as lists, forms and filters use it. */
export interface Property {
  name: string
  /** The title from the schema in the language of the admin, otherwise derived from the name: `runningTimeMin` is “Running time min”. */
  title: string
  description: string
  kind: Kind
  isRequired: boolean
  isNullable: boolean
  isReadOnly: boolean
  isDeprecated: boolean
  /** Its values, or the items of its lists, are stored and never shown (`writeOnly`, `format: password`). */
  isSecret: boolean
  /** Slug of the type that a reference, or the references of an array, refer to. */
  refersTo: string | undefined
  /** The allowed values of an enum, or of an array of enums. */
  choices: Choice[] | undefined
  /** Values that can be suggested, although others are allowed. */
  suggestions: readonly Json[]
  /** The items of an array; undefined for everything else. */
  items: Property | undefined
  /** Between which a form first asks to choose. */
  alternatives: readonly Alternatives[]
  /** The keywords that apply to its values, without references and branches. */
  schema: JsonObject
  /** Describes its values. */
  part: Part
}

/** The parts of a property that are needed to show its values. */
export type ShownProperty = Pick<Property, 'kind' | 'items' | 'name'> &
  Partial<Pick<Property, 'choices' | 'title' | 'schema' | 'part'>> & { isMeta?: boolean }

/**
 * The properties of a type that answers show, in the order of the schema; empty for a type without a schema. Lists, filters, labels and files offer
 * these; what is secret is in {@link allPropertiesOf}.
 */
export const propertiesOf = (root: JsonObject | undefined): Property[] => allPropertiesOf(root).filter(isShown)

/** All properties of a type, or of the objects of a part, for writing: forms and imports. */
export const allPropertiesOf = (root: JsonObject | Part | undefined): Property[] =>
  root === undefined ? [] : membersOf(describe(root))

/** The properties of the objects of a part that answers show. @param value one of these objects; undefined: whatever the value */
export const propertiesIn = (part: Part, value?: Json): Property[] => membersOf(describe(part, value)).filter(isShown)

/** The properties with these names in the order of the schema; properties that it does not describe come last. @param data what decides which apply */
export function propertiesFor(names: readonly string[], root: JsonObject | undefined, data?: JsonObject): Property[] {
  const described = root === undefined ? [] : membersOf(describe(root, data))
  const known = new Set(described.map(({ name }) => name))
  const others = names.filter(name => !known.has(name)).map(name => propertyOf(name))
  return [...described.filter(({ name }) => names.includes(name)), ...others]
}

const isShown = ({ isSecret }: Property): boolean => !isSecret

/** The members of a described object as properties; the same description has the same. */
export const membersOf = (description: Description): Property[] => [...membersIn(description)]

const membersIn = perLanguage(({ members }: Description) => withOwnTitles([...members.values()].map(propertyOfMember)))

function propertyOfMember({ name, part, isRequired, origin }: Member): Property {
  const property = propertyOf(name, part, isRequired)
  return origin === 'declared' ? property : { ...property, title: titleOfFurther(name, part) }
}

/** The title of a member that the schema does not name: in a map, whose schema says what all members are, the name is a part of the data. */
export const titleOfFurther = (name: string, part: Part): string => (isAnything(part) ? titleOf(name) : name)

/** Members that refer to the same schema, and so have its title, are named by their names. */
function withOwnTitles(members: readonly Property[]): readonly Property[] {
  const titles = members.map(({ title }) => title)
  const isRepeated = (title: string): boolean => titles.indexOf(title) !== titles.lastIndexOf(title)
  const hasOwn = ({ part }: Property): boolean => part.nodes.some(({ own }) => titleIn(own) !== undefined)
  if (new Set(titles).size === titles.length) return members
  return members.map(one => (isRepeated(one.title) && !hasOwn(one) ? { ...one, title: titleOf(one.name) } : one))
}

const anything: JsonObject = {}
/** The kind of a list in lists in lists … is that of any list. */
const maxItemsInItems = 4

/** Describe one property. @param of its schema; without one any value */
export function propertyOf(name: string, of: JsonObject | Part = anything, isRequired = false, depth = 0): Property {
  const part = isPart(of) ? of : rootPart(of)
  const {
    schema,
    isNullable,
    isSecret,
    constant,
    types,
    choices,
    suggestions,
    alternatives,
    items: each,
  } = describe(part)
  const isTick = constant === true && types.join() === 'boolean'
  const own = isTick || choices === undefined ? undefined : choicesWith(choices)
  const isList = own === undefined && each !== undefined && types.join() === 'array' && depth < maxItemsInItems
  const items = isList ? propertyOf(name, each, false, depth + 1) : undefined
  const target = schema['x-resource-type'] ?? items?.schema['x-resource-type']
  const property = {
    name,
    title: titleIn(schema) ?? titleOf(name),
    description: descriptionIn(schema),
    isRequired,
    isNullable,
    isReadOnly: schema['readOnly'] === true,
    isDeprecated: schema['deprecated'] === true,
    isSecret,
    refersTo: typeof target === 'string' ? target : undefined,
    choices: own ?? items?.choices,
    suggestions,
    items,
    alternatives,
    schema,
    part,
  }
  return { ...property, kind: fieldFor(property)?.kind ?? 'any' }
}

/** Whether a form first asks for the alternative that a value belongs to. */
export const hasAlternatives = ({ alternatives }: Pick<Property, 'alternatives'>): boolean =>
  alternatives.some(({ isAsked }) => isAsked)
