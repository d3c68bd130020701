import type { BaseUISchemaElement, ControlElement, Labelable, Layout, Rule, UISchemaElement } from '@jsonforms/core'
import { isControl, isLayout, RuleEffect } from '@jsonforms/core'
import { markRaw } from 'vue'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import {
  describe,
  groupsOf,
  memberPart,
  membersOf,
  perLanguage,
  propertyOf,
  rootPart,
  titleOf,
} from '../../../schema/index.ts'
import type { Description, Member, Part, Property } from '../../../schema/index.ts'
import { meets } from '../validation/conditions.ts'
import { getAt, join, nameIn, scopeOf, stepsOf } from './paths.ts'
import { widthOf } from './width.ts'

/** The options of a control in the UI schema. */
export interface ControlOptions {
  /** Both columns, or one of them; `wide-half` in a wide form only. */
  span?: 'full' | 'half' | 'wide-half'
  /** Whether the field shows the word “required”. */
  saysRequired?: boolean
  readonly?: boolean
  hidesLabel?: boolean
  /** The control is an element of a list, which cannot be absent. */
  isItem?: boolean
  /** The control is one of the first items of a list that have schemas of their own. */
  isTupleItem?: boolean
  /** How many choices between alternatives of the same value are around the control. */
  choicesAround?: number
  /** The value is filled in, and shown only if it is another. */
  isAutomatic?: boolean
}

/** A described object as a form shows it. */
interface FormLevel {
  description: Description
  /** Its schema for JSON Forms, by which controls find their property. */
  schema: JsonObject
  /** The declared and required members, in the order of their fields. */
  properties: ReadonlyMap<string, Property>
  /** The property of the whole value. */
  whole: Property
}

const levels = new WeakMap<object, FormLevel>()

/** What a form shows of a description. The same description has the same level, which is the key of what is made from it. */
export const levelOf = perLanguage((description: Description): FormLevel => {
  const described = membersOf(description).filter(({ name }) => description.members.get(name)?.origin !== 'present')
  const inOrder = groupsOf(undefined, described).groups.flatMap(group => group.properties)
  const properties = new Map(inOrder.map(property => [property.name, property]))
  const members = Object.fromEntries(inOrder.map(({ name, schema }) => [name, schema]))
  const level: FormLevel = {
    description,
    schema: markRaw({ ...description.schema, properties: members }),
    properties,
    whole: propertyOf('', description.part),
  }
  levels.set(level.schema, level)
  return level
})

/** The level that a schema was made for by {@link levelOf}. */
export const levelFor = (schema: unknown): FormLevel | undefined => (isObject(schema) ? levels.get(schema) : undefined)

/** The schema of any value for JSON Forms, for a control of the whole value (`#`). */
export const schemaOf = (part: Part): JsonObject => levelOf(describe(part)).schema

/** The property that a control edits. @param schema made by {@link levelOf} */
export function propertyAt(schema: unknown, scope: string): Property {
  const level = levelFor(schema)
  const name = nameIn(scope)
  return (name === '' ? level?.whole : level?.properties.get(name)) ?? propertyOf(name)
}

/** The members of an object that its schema allows and does not name. */
export const furtherOf = (description: Description): Member[] =>
  [...description.members.values()].filter(
    ({ origin, name }) => origin === 'present' && memberPart(description, name) !== undefined,
  )

/** An element of the UI schema that edits neither a member nor a group. */
export interface PartElement extends BaseUISchemaElement {
  /** `Choice` between alternatives, or rows for `Further` members. */
  type: 'Choice' | 'Further'
  /** `key`: of the alternatives. */
  options: { key: string }
}

/**
 * The UI schema of an object: a control for each property in the order of the schema, the groups, and the choice between alternatives before the
 * properties of the chosen one. At the root of a type the groups can be tabs.
 */
export function layoutOf(level: FormLevel, isRoot = false): Layout {
  const layout = layouts.get(level) ?? newLayout(level, isRoot)
  layouts.set(level, layout)
  return layout
}

const layouts = new WeakMap<FormLevel, Layout>()

function newLayout(level: FormLevel, isRoot: boolean): Layout {
  const { description, properties: byName } = level
  const { members, alternatives, mayHaveMore, schema } = description
  const properties = [...byName.values()]
  const required = properties.filter(({ isRequired }) => isRequired).length
  const saysRequired = required * 2 <= properties.length
  const { layout: stands, groups } = groupsOf(isRoot ? schema : undefined, properties)
  const named = groups.filter(({ name }) => name !== '')
  const isTabbed = stands === 'tabs' && named.length > 1
  const asked = alternatives.filter(({ isAsked }) => isAsked)
  const askedFor = ({ name }: Property): string | undefined => {
    const of = members.get(name)?.of
    return asked.some(({ key }) => key === of) ? of : undefined
  }
  const controls = (some: readonly Property[]): ControlElement[] =>
    some.map(property => controlOf(property, { saysRequired, isRoot, member: members.get(property.name) }))
  const grouped = named.map(({ name, properties: some }): Layout & Labelable => ({
    type: isTabbed ? 'Category' : 'Group',
    label: name,
    elements: controls(some),
  }))
  const others = groups.flatMap(({ name, properties: some }) => (name === '' ? some : []))
  const choices = asked.flatMap(({ key }): UISchemaElement[] => [
    { type: 'Choice', options: { key } } satisfies PartElement,
    ...controls(others.filter(one => askedFor(one) === key)),
  ])
  const hasFurther = mayHaveMore || furtherOf(description).length > 0
  const further: PartElement[] = hasFurther ? [{ type: 'Further', options: { key: '' } }] : []
  return markRaw({
    type: 'VerticalLayout',
    elements: [
      ...controls(others.filter(one => askedFor(one) === undefined)),
      ...choices,
      ...(isTabbed ? [{ type: 'Categorization', elements: grouped }] : grouped),
      ...further,
    ],
  })
}

interface ControlContext {
  saysRequired: boolean
  isRoot: boolean
  member: Member | undefined
}

function controlOf(property: Property, { saysRequired, isRoot, member }: ControlContext): ControlElement {
  const { 'x-width': width, 'x-show-if': condition, 'x-show-if-item': conditionOfItem } = property.schema
  return {
    type: 'Control',
    scope: scopeOf(property.name),
    label: property.title,
    options: {
      span: spanOf(property, width),
      saysRequired,
      // Inside of lists and objects the service takes what it requires.
      ...(property.isReadOnly && (isRoot || !property.isRequired) && { readonly: true }),
      ...(isAutomatic(property, member) && { isAutomatic: true }),
    } satisfies ControlOptions,
    ...((condition !== undefined || conditionOfItem !== undefined) && { rule: showIf(condition, conditionOfItem) }),
  }
}

function spanOf(property: Property, width: Json | undefined): 'full' | 'half' | 'wide-half' {
  if (width === 'half' || width === 'full') return width
  const own = widthOf(property)
  return own === 'line' ? 'wide-half' : (own ?? 'full')
}

/** Whether the value of a field is filled in and not shown: a constant that is required, unless it is a consent, or that tells alternatives apart. */
export function isAutomatic({ schema, title, name, isRequired }: Property, member: Member | undefined): boolean {
  if (member?.isTelling === true) return true
  const isConsent = schema['const'] === true && title !== titleOf(name)
  return schema['const'] !== undefined && isRequired && !isConsent
}

/** Conditions apply to the whole resource, or to the item of a list that contains the field. */
const showIf = (condition: Json | undefined, conditionOfItem: Json | undefined): Rule => ({
  effect: RuleEffect.SHOW,
  condition: {
    scope: '#',
    validate: ({ fullData, path }) =>
      meets(condition, fullData) && meets(conditionOfItem, itemAround(fullData, path ?? '')),
  },
})

/** The innermost item of a list around a path; the whole data outside of lists. */
function itemAround(data: unknown, path: string): unknown {
  let found = data
  let item = data
  for (const step of stepsOf(path)) {
    const isItem = Array.isArray(found)
    found = Array.isArray(found)
      ? found[Number(step)]
      : isObject(found) && Object.hasOwn(found, step)
        ? found[step]
        : undefined
    if (isItem) item = found
  }
  return item
}

/** A layout with one of its fields, without its condition. */
export function onlyField({ elements }: Layout, name: string): Layout {
  const all = elements.flatMap((element): UISchemaElement[] =>
    isLayout(element) ? onlyField(element, name).elements : [element],
  )
  const own = all.filter(element => isControl(element) && nameIn(element.scope) === name)
  return markRaw({ type: 'VerticalLayout', elements: own.map(({ rule: _rule, ...element }) => element) })
}

/** The paths of the controls in a layout. @param path path of the object */
export const pathsIn = ({ elements }: Layout, path: string): string[] =>
  elements.flatMap((element: UISchemaElement) => {
    if (isControl(element)) return [join(path, nameIn(element.scope))]
    return isLayout(element) ? pathsIn(element, path) : []
  })

/** The property at a path, for messages; undefined where the schema describes none. @param data decides which members there are */
export function propertyOn(steps: readonly string[], root: JsonObject, data?: Json): Property | undefined {
  let part = rootPart(root)
  let value: Json | undefined = data
  let property: Property | undefined
  for (const step of steps) {
    const description = describe(part, value)
    const { members, tuple, items } = description
    const member = members.get(step)
    const item = /^\d+$/.test(step) ? (tuple[Number(step)] ?? items) : undefined
    const next = member?.part ?? item
    if (next === undefined || member?.origin === 'present') return undefined
    property =
      member === undefined
        ? propertyOf(property?.name ?? '', next)
        : membersOf(description).find(({ name }) => name === step)
    part = next
    value = getAt(value, join('', step))
  }
  return property
}

/** Sort paths in the order of their fields on the page. */
export function inFormOrder<Value extends { path: string }>(
  values: readonly Value[],
  root: JsonObject,
  data?: Json,
): Value[] {
  const places = new Map(values.map(value => [value, placesOf(stepsOf(value.path), root, data)]))
  return [...values].sort((a, b) => comparePlaces(places.get(a) ?? [], places.get(b) ?? []))
}

function placesOf(steps: readonly string[], root: JsonObject, data: Json | undefined): number[] {
  let part: Part | undefined = rootPart(root)
  let value: Json | undefined = data
  return steps.map(step => {
    if (part === undefined) return Number.MAX_SAFE_INTEGER
    const description = describe(part, value)
    const { items, tuple, types } = description
    value = getAt(value, join('', step))
    if (types.includes('array') && /^\d+$/.test(step)) {
      part = tuple[Number(step)] ?? items
      return Number(step)
    }
    part = description.members.get(step)?.part
    const place = [...levelOf(description).properties.keys()].indexOf(step)
    return place < 0 ? Number.MAX_SAFE_INTEGER : place
  })
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
