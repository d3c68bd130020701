import type { SlotPath } from './attributes.ts'

/** What a template was made into: texts that never change, and the places between them. */
export type Operation =
  | string
  | LocalLink
  | FilledAttribute
  | FilledContent
  | RepeatedEntity
  | EmptyList
  | { kind: 'resource-id' }
  | { kind: 'language'; declared: string | undefined }
  | { kind: 'head' }

export type Operations = readonly Operation[]

/** The value of an attribute that leads to a path on this site, as the template wrote it. */
export interface LocalLink {
  kind: 'link'
  path: string
  /** It stands on an `a` in a `nav`: where it leads to the page itself, the element says so. */
  marksCurrent: boolean
}

/** Attributes of an element that data fill. */
export interface FilledAttribute {
  kind: 'attributes'
  tag: string
  attributes: readonly AttributeSlot[]
  /** For `img`: whether the template wrote an `alt`. */
  hasAlt: boolean
  marksCurrent: boolean
  /** The element is hidden where none of its slots has a value: it would be an empty frame. */
  hidesWhenEmpty: boolean
  /** The element is hidden where its entity is bound to nothing. */
  hidesUnbound: boolean
  /** False where the template itself hides it. */
  canHide: boolean
  /** The path of the element's text, which counts for {@link hidesWhenEmpty} and is hidden where it is false. */
  content: SlotPath | undefined
}

/** How the value of an attribute is written. `show` is none: it hides the element where there is no value, or `false`. */
export type AttributeRole = 'show' | 'url' | 'picture' | 'srcset' | 'date' | 'text' | 'class' | 'flag' | 'data'

export interface AttributeSlot {
  name: string
  role: AttributeRole
  path: SlotPath
  /** The template's own value of `class`, which stays beside the data's. */
  own: string | undefined
}

/** An element's text or HTML. */
export interface FilledContent {
  kind: 'content'
  path: SlotPath
  /** Whether HTML of the property may stand here. */
  block: boolean
  /** Whether the element stands in a link or a button, in which there can be no other. */
  inLink: boolean
  /** The value is a date, whatever its format says. */
  date: boolean
  /** A line feed at the beginning is doubled. */
  doublesLineFeed: boolean
  /** What the template has in the element: shown where the value is `true`. */
  own: Operations
}

/** An element that is bound to a resource, or repeated for several. */
export interface RepeatedEntity {
  kind: 'entity'
  /** Place among the entities of its scope. */
  place: number
  isList: boolean
  body: Operations
}

/** An element that is shown where a list has no items. */
export interface EmptyList {
  kind: 'empty'
  /** Place of the list among the entities of the scope. */
  place: number
  body: Operations
}

/** What is filled from one thing: the page, or a resource that an element is bound to. */
export interface Scope {
  paths: SlotPath[]
  entities: EntityScope[]
}

/** An element with `data-svc-entity`. */
export interface EntityScope extends Scope {
  /** Place among all entities of the template. */
  index: number
  entity: string
  list: number | undefined
  parameters: readonly (readonly [name: string, value: string])[]
  /** Whether `?page=` turns this list. */
  isMain: boolean
}

/** A template, ready to be bound and rendered. */
export interface Program {
  root: Scope
  operations: Operations
}

/** Join texts that follow each other. */
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
