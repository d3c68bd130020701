import { clone, equal, isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { fieldOf } from '../../../fields/registry.ts'
import {
  containsItself,
  describe,
  holdsSecrets,
  isValidFor,
  membersOf,
  propertyOf,
  rootPart,
} from '../../../schema/index.ts'
import type { Chosen, Member, Part, Property } from '../../../schema/index.ts'
import { chosenFor, keepChoices } from './choices-of-objects.ts'
import { isAutomatic, propertyOn } from './layout.ts'
import { getAt, parentOf, setAt, stepsOf } from './paths.ts'

/** Types can be recursive: defaults are collected up to this depth. */
const maxDepth = 6
/** What is filled in can decide about further members, this often. */
const maxRounds = 4

/** The initial values of a new resource: defaults and constants of the schema. */
export const defaultsOf = (schema: JsonObject | undefined): JsonObject =>
  schema === undefined ? {} : startingObject(rootPart(schema))

/** The initial value of a new list element, or of a chosen alternative. */
export function blankOf(property: Property): Json {
  const preset = presetOf(property)
  // A default of null says what there is without an input.
  if (preset !== undefined && preset !== null) return preset
  if (isOnly('object', property)) return startingObject(property.part, undefined, 1)
  if (isOnly('array', property)) return []
  const { blank = null } = fieldOf(property.kind).form ?? {}
  return property.isNullable || typeof blank === 'object' ? null : blank
}

/** The initial value of an object. @param chosen the alternatives that it is for */
export const startingObject = (part: Part, chosen?: Chosen, depth = 0): JsonObject =>
  depth > maxDepth ? {} : fillObject(part, {}, chosen, { depth, takes: () => true })

interface Filling {
  depth: number
  /** Whether a member gets its initial value. */
  takes: (member: Member, value: Json) => boolean
  round?: number
}

function fillObject(
  part: Part,
  data: JsonObject,
  chosen: Chosen | undefined,
  { depth, takes, round = 0 }: Filling,
): JsonObject {
  const missing = [...describe(part, data, chosen).members.values()].filter(({ name }) => !Object.hasOwn(data, name))
  const added = missing.flatMap(member => {
    const value = startOf(member, depth)
    return value === undefined || !takes(member, value) ? [] : [[member.name, value] as const]
  })
  if (added.length === 0 || round === maxRounds) return data
  return fillObject(part, { ...data, ...Object.fromEntries(added) }, chosen, { depth, takes, round: round + 1 })
}

/**
 * The data of a form after a change at a path. In the objects around it, what is required from now on begins as in a new object, except texts and null, which
 * people enter. What nothing describes any more goes if it still is as it began.
 */
export function adaptObjects(path: string, before: JsonObject, after: JsonObject, schema: JsonObject): JsonObject {
  if (path === '') return after
  const outer = parentOf(path)
  const now = getAt(after, outer)
  const part = outer === '' ? rootPart(schema) : propertyOn(stepsOf(outer), schema, after)?.part
  const next =
    isObject(now) && part !== undefined
      ? setAt(after, outer, adaptObject(part, getAt(before, outer), now, outer))
      : after
  return adaptObjects(outer, before, isObject(next) ? next : after, schema)
}

function adaptObject(part: Part, before: Json | undefined, now: JsonObject, path: string): JsonObject {
  const old = isObject(before) ? describe(part, before, chosenFor(before)) : undefined
  const chosen = chosenFor(now)
  const level = describe(part, now, chosen)
  if (old === level) return now
  const depth = path === '' ? 0 : 1
  const isGone = (name: string): boolean => {
    const [was, is] = [old?.members.get(name), level.members.get(name)]
    if (was === undefined || was.origin === 'present' || is?.origin !== 'present') return false
    return equal(now[name], startOf(was, depth))
  }
  const kept = Object.fromEntries(Object.entries(now).filter(([name]) => !isGone(name)))
  const takes = ({ name, isRequired }: Member, value: Json): boolean =>
    isRequired && old?.members.get(name)?.isRequired !== true && value !== null && value !== ''
  return keepChoices(now, fillObject(part, kept, chosen, { depth, takes }))
}

function startOf(member: Member, depth: number): Json | undefined {
  const property = propertyOf(member.name, member.part, member.isRequired)
  const { schema, isRequired, isNullable, isReadOnly, choices } = property
  if (isReadOnly && (depth === 0 || !isRequired)) return undefined
  if (isAutomatic(property, member)) return schema['const'] ?? choices?.[0]?.value
  const preset = presetOf(property)
  if (preset !== undefined || !isRequired) return preset
  if (isNullable) return null
  if (isOnly('object', property)) return startingObject(property.part, undefined, depth + 1)
  if (isOnly('array', property)) return []
  if (mayBeEmpty(property)) return ''
  return fieldOf(property.kind).form?.blank === false && schema['const'] === undefined ? false : undefined
}

const isOnly = (type: string, { schema }: Property): boolean =>
  [schema['type']]
    .flat()
    .filter(one => one !== 'null')
    .join() === type

/** The default of a property, unless its own schema forbids it. */
function presetOf({ schema, part }: Property): Json | undefined {
  const { default: preset } = schema
  if (preset === undefined || !isValidFor(part, preset)) return undefined
  return typeof preset === 'object' ? clone(preset) : preset
}

/** Whether an empty text is a value of a required property: `minLength` is there to forbid it. */
const mayBeEmpty = (property: Property): boolean =>
  property.isRequired && isText(property) && property.choices === undefined && isValidFor(property.part, '')

/** Whether an object without a value has no fields yet: a nullable one, and one that contains the same, so that a schema that contains itself ends. */
export const isClosedAtFirst = ({ isNullable, part }: Property): boolean => isNullable || containsItself(part)

/**
 * The data of a form after a field was emptied. Parent objects that exist only because of the input are removed.
 * @param isItem whether the field is an element of a list, which cannot be absent
 */
export function emptied(
  path: string,
  property: Property,
  isItem: boolean,
  { data, initial, schema }: { data: JsonObject; initial: JsonObject; schema: JsonObject },
): Json | undefined {
  const empty = emptyOf(property, getAt(initial, path), isItem)
  if (empty === getAt(data, path)) return data
  let next = setAt(data, path, empty)
  for (let outer = empty === undefined ? parentOf(path) : ''; outer !== ''; outer = parentOf(outer)) {
    const around = propertyOn(stepsOf(outer), schema, data)
    if (/\.\d+$/.test(outer) || around?.isRequired !== false || isClosedAtFirst(around)) break
    const isAsBegun = equal(getAt(next, outer), adaptObject(around.part, undefined, {}, outer))
    if (!isAsBegun || getAt(initial, outer) !== undefined) break
    next = setAt(next, outer, undefined)
  }
  return next
}

/** The value of an emptied field. @param initial the initial value of the field */
function emptyOf(property: Property, initial: Json | undefined, isItem: boolean): Json | undefined {
  if (isItem) return property.isNullable || !isText(property) ? null : ''
  if (property.items !== undefined && (property.isRequired || Array.isArray(initial))) return []
  if (property.isNullable && (property.isRequired || initial !== undefined)) return null
  return mayBeEmpty(property) || (initial === '' && isText(property)) ? '' : undefined
}

const isText = ({ kind }: Property): boolean => fieldOf(kind).form?.blank === ''

/** The data that can be sent: without the properties that the service sets. */
export const writable = (data: JsonObject, schema: JsonObject | undefined): JsonObject =>
  without(({ isReadOnly }) => isReadOnly, data, schema)

/** The initial values of a copy: all properties except those that the service sets and those that must be unique. */
export const copyOf = (data: JsonObject, schema: JsonObject | undefined): JsonObject =>
  clone(without(({ isReadOnly, schema: own }) => isReadOnly || own['x-unique'] === true, data, schema))

function without(
  isLeftOut: (property: Property) => boolean,
  data: JsonObject,
  schema: JsonObject | undefined,
): JsonObject {
  const described = schema === undefined ? [] : membersOf(describe(schema, data))
  const names = new Set(described.filter(isLeftOut).map(({ name }) => name))
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)))
}

/** The data that a browser may keep: properties in which something is secret have their saved values. */
export function withoutTypedSecrets(data: JsonObject, saved: JsonObject, schema: JsonObject | undefined): JsonObject {
  const { members } = describe(schema ?? {}, data)
  const names = new Set([...members.values()].filter(({ part }) => holdsSecrets(part)).map(({ name }) => name))
  const kept = Object.entries(saved).filter(([name]) => names.has(name))
  const others = Object.entries(data).filter(([name]) => !names.has(name))
  return Object.fromEntries([...others, ...kept])
}
