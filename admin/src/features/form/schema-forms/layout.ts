import type { ControlElement, Labelable, Layout, Rule, UISchemaElement } from '@jsonforms/core'
import { isControl, isLayout, RuleEffect } from '@jsonforms/core'
import { markRaw } from 'vue'
import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { fieldKinds } from '../../../fields/registry.ts'
import type { FieldKind } from '../../../fields/registry.ts'
import { language } from '../../../i18n/index.ts'
import type { Language } from '../../../i18n/index.ts'
import { allPropertiesIn, groupsOf, propertyOf, resolve } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { meets } from '../validation/conditions.ts'
import { join, nameIn, scopeOf, stepsOf } from './paths.ts'
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
}

type PropertiesByName = ReadonlyMap<string, Property>

interface LayoutCache {
  described: WeakMap<object, PropertiesByName>
  wholes: WeakMap<object, Property>
  layouts: WeakMap<object, Layout>
}
const caches = new WeakMap<readonly FieldKind[], Map<Language, LayoutCache>>()

/** The cache of the current language, because titles depend on the language, and of the current kinds. Keys are schemas. */
function cacheForLanguage(): LayoutCache {
  const byLanguage = caches.get(fieldKinds()) ?? new Map<Language, LayoutCache>()
  caches.set(fieldKinds(), byLanguage)
  const known = byLanguage.get(language.value) ?? {
    described: new WeakMap(),
    wholes: new WeakMap(),
    layouts: new WeakMap(),
  }
  byLanguage.set(language.value, known)
  return known
}

/**
 * The property that a control edits.
 * @param schema schema of the object that the scope is relative to; also the key of the cache. The schemas of types are JSON.
 */
export function propertyAt(schema: unknown, scope: string, root: JsonObject): Property {
  const name = nameIn(scope)
  if (!isObject(schema)) return propertyOf(name, undefined, root)
  if (name !== '') return describe(schema, root).get(name) ?? propertyOf(name, undefined, root)
  const known = cacheForLanguage().wholes.get(schema)
  if (known !== undefined) return known
  const whole = propertyOf('', schema, root)
  cacheForLanguage().wholes.set(schema, whole)
  return whole
}

/** The properties of an object schema in the order of their fields. Cached by schema. */
export function describe(schema: JsonObject, root: JsonObject): PropertiesByName {
  const known = cacheForLanguage().described.get(schema)
  if (known !== undefined) return known
  const { groups } = groupsOf(undefined, allPropertiesIn(resolve(schema, root), root))
  const inOrder = groups.flatMap(group => group.properties)
  const properties = new Map(inOrder.map(property => [property.name, property]))
  cacheForLanguage().described.set(schema, properties)
  return properties
}

/**
 * The UI schema of an object: a control for each property in the order of the schema, and the groups. Cached by schema. At the root of
 * a type the groups can be tabs.
 */
export function layoutOf(schema: JsonObject, root: JsonObject): Layout {
  const known = cacheForLanguage().layouts.get(schema)
  if (known !== undefined) return known
  const properties = [...describe(schema, root).values()]
  const required = properties.filter(({ isRequired }) => isRequired).length
  const saysRequired = required * 2 <= properties.length
  const { layout: stands, groups } = groupsOf(schema === root ? resolve(root, root) : undefined, properties)
  const named = groups.filter(({ name }) => name !== '')
  const isTabbed = stands === 'tabs' && named.length > 1
  const controls = (members: readonly Property[]): ControlElement[] =>
    members.map(property => controlOf(property, saysRequired))
  const grouped = named.map(({ name, properties: members }): Layout & Labelable => ({
    type: isTabbed ? 'Category' : 'Group',
    label: name,
    elements: controls(members),
  }))
  const others = groups.flatMap(({ name, properties: members }) => (name === '' ? controls(members) : []))
  const layout = markRaw({
    type: 'VerticalLayout',
    elements: isTabbed ? [...others, { type: 'Categorization', elements: grouped }] : [...others, ...grouped],
  })
  cacheForLanguage().layouts.set(schema, layout)
  return layout
}

function controlOf(property: Property, saysRequired: boolean): ControlElement {
  const { 'x-width': width, 'x-show-if': condition } = property.schema
  return {
    type: 'Control',
    scope: scopeOf(property.name),
    label: property.title,
    options: {
      span: spanOf(property, width),
      saysRequired,
      ...(property.isReadOnly && { readonly: true }),
    } satisfies ControlOptions,
    ...(condition !== undefined && { rule: showIf(condition) }),
  }
}

function spanOf(property: Property, width: Json | undefined): 'full' | 'half' | 'wide-half' {
  if (width === 'half' || width === 'full') return width
  const own = widthOf(property)
  return own === 'line' ? 'wide-half' : (own ?? 'full')
}

/** The condition applies to the whole resource, wherever the field is. */
const showIf = (condition: Json): Rule => ({
  effect: RuleEffect.SHOW,
  condition: { scope: '#', validate: ({ fullData }) => meets(condition, fullData) },
})

/** The paths of the controls in a layout. @param path path of the object */
export const pathsIn = ({ elements }: Layout, path: string): string[] =>
  elements.flatMap((element: UISchemaElement) => {
    if (isControl(element)) return [join(path, nameIn(element.scope))]
    return isLayout(element) ? pathsIn(element, path) : []
  })

/** The property at a path, for messages; undefined where the schema describes none. */
export function propertyOn(steps: readonly string[], root: JsonObject): Property | undefined {
  let schema: JsonObject = root
  let property: Property | undefined
  for (const step of steps) {
    property = property?.items !== undefined ? property.items : describe(schema, root).get(step)
    if (property === undefined) return undefined
    schema = property.schema
  }
  return property
}

/** Sort paths in the order of their fields on the page. */
export function inFormOrder<Value extends { path: string }>(values: readonly Value[], root: JsonObject): Value[] {
  const places = new Map(values.map(value => [value, placesOf(stepsOf(value.path), root)]))
  return [...values].sort((a, b) => comparePlaces(places.get(a) ?? [], places.get(b) ?? []))
}

function placesOf(steps: readonly string[], root: JsonObject): number[] {
  return steps.map((step, at) => {
    const outer = at === 0 ? undefined : propertyOn(steps.slice(0, at), root)
    if (outer?.items !== undefined) return Number(step)
    const place = [...describe(outer?.schema ?? root, root).keys()].indexOf(step)
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
