import type { SlotPath } from './attributes.ts'

/** The compiled form of a template: constant texts, and the places between them. */
export type Operation =
  | string
  | LocalLink
  | FilledAttribute
  | FilledContent
  | RepeatedEntity
  | EmptyList
  | { kind: 'resource-id' }
  | { kind: 'work-language' }
  | { kind: 'language' }
  | { kind: 'head' }

export type Operations = readonly Operation[]

/** The value of an attribute that leads to a path on this site, as the template wrote it. */
export interface LocalLink {
  kind: 'link'
  path: string
  /** Whether it is on an `a` in a `nav`: a link to the page itself is then marked as current. */
  setsAriaCurrent: boolean
}

/** Attributes of an element that are filled with data. */
export interface FilledAttribute {
  kind: 'attributes'
  tag: string
  attributes: readonly AttributeSlot[]
  /** For `img`: whether the template wrote an `alt`. */
  hasAlt: boolean
  setsAriaCurrent: boolean
  /** The element is hidden when none of its slots has a value: it would be an empty frame. */
  hidesWhenEmpty: boolean
  /** The element is hidden when its entity is bound to nothing. */
  hidesUnbound: boolean
  /** False if the template itself hides it. */
  canHide: boolean
  /** The path of the element's text, which counts for {@link hidesWhenEmpty} and is hidden if it is false. */
  content: SlotPath | undefined
}

/** How the value of an attribute is written. `show` is not an attribute: it hides the element if there is no value, or `false`. */
export type AttributeRole =
  'show' | 'url' | 'picture' | 'preview' | 'srcset' | 'date' | 'text' | 'class' | 'flag' | 'data'

export interface AttributeSlot {
  name: string
  role: AttributeRole
  path: SlotPath
  /** The template's own value of `class`, to which that of the data is added. */
  own: string | undefined
}

/** An element's text or HTML. */
export interface FilledContent {
  kind: 'content'
  path: SlotPath
  /** Whether HTML of the property is allowed here. */
  block: boolean
  /** Whether the element is inside a link or a button, which cannot contain another one. */
  inLink: boolean
  /** The value is a date, whatever its declared format. */
  date: boolean
  /** A line feed at the beginning is doubled. */
  doublesLineFeed: boolean
  /** The template's content of the element: shown when the value is `true`. */
  own: Operations
}

/** An element that is bound to a resource, or repeated for several. */
export interface RepeatedEntity {
  kind: 'entity'
  /** Index among the entities of its scope. */
  place: number
  body: Operations
}

/** An element that is shown when a list has no items. */
export interface EmptyList {
  kind: 'empty'
  /** Index of the list among the entities of the scope. */
  place: number
  body: Operations
}

/** The slots that one object fills: the page, or a resource that an element is bound to. */
export interface Scope {
  paths: SlotPath[]
  entities: EntityScope[]
}

/** An element with `data-svc-entity` or `data-svc-path`. */
export interface EntityScope extends Scope {
  /** Index among all entities of the template. */
  index: number
  entity: string
  /** Whether it is the value of `data-svc-path`: never the name of a type. */
  isPath: boolean
  list: number | undefined
  parameters: readonly (readonly [name: string, value: string])[]
  /** For the main list; undefined for every other element. */
  paging: Paging | undefined
}

/** What a template shows of the pages of its main list. */
export interface Paging {
  /** Whether `?page=` selects a page of the list; otherwise it has only the first one. */
  hasPages: boolean
  /** Whether the template shows how many items or pages there are. */
  isCounted: boolean
}

/** A template, ready to be bound and rendered. */
export interface Program {
  root: Scope
  operations: Operations
}

/** Concatenate adjacent texts. */
export function mergeTexts(operations: readonly Operation[]): Operation[] {
  const merged: Operation[] = []
  let text = ''
  for (const operation of operations) {
    if (typeof operation === 'string') text += operation
    else {
      if (text !== '') merged.push(text)
      text = ''
      merged.push(operation)
    }
  }
  if (text !== '') merged.push(text)
  return merged
}
