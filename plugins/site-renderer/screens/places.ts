import { isObject } from '../../../lib/json/types.ts'
import type { Json, JsonObject } from '../../../lib/json/types.ts'
import { idOfDraft } from './site.ts'

/** The resource in the form next to the preview. */
interface Subject {
  /** Slug of its type. */
  slug: string
  /** URN; undefined for a new resource. */
  id: string | undefined
  /** The content of the form. */
  data: JsonObject
}

/** For types that are not content themselves: the field that defines everything on the page. */
export const singleFields: Readonly<Record<string, string>> = { 'web-page-template': 'templateBody', theme: 'styles' }

const boundElements = '[data-svc-entity], [data-svc-path]'
const markedElements = `[data-svc-slot], ${boundElements}`

/** The field of the form that an element of the preview shows; undefined when it shows something else. */
export function fieldOf(element: Element, subject: Subject): string | undefined {
  for (let at = element.closest(markedElements); at !== null; at = at.parentElement?.closest(markedElements) ?? null) {
    const field = fieldsAt(at, subject)[0]
    if (field !== undefined) return field
  }
  return singleFields[subject.slug]
}

/** The elements of the preview that show a field: the field itself, otherwise the field that contains it, otherwise its parts. */
export function elementsOf(document: Document, field: string, subject: Subject): Element[] {
  const shown = [...document.body.querySelectorAll(markedElements)]
    .filter(element => element.getClientRects().length > 0)
    .flatMap(element => fieldsAt(element, subject).map(path => ({ element, path })))
  const outer = shown.filter(({ path }) => path === field || field.startsWith(`${path}.`))
  const nearest = Math.max(0, ...outer.map(({ path }) => path.length))
  const found = outer.filter(({ path }) => path.length === nearest)
  const parts = shown.filter(({ path }) => path.startsWith(`${field}.`))
  const elements = (found.length > 0 ? found : parts).map(({ element }) => element)
  return elements.filter(element => !elements.some(outer => outer !== element && outer.contains(element)))
}

/** The fields of the subject whose values an element itself contains. */
function fieldsAt(element: Element, subject: Subject): string[] {
  const own = scopeAt(element, subject)
  const slots = (element.getAttribute('data-svc-slot') ?? '').split(';').map(namesIn)
  const fields = slots.map(names => ({ owner: own.owner, names: [...own.names, ...names] }))
  if (element.matches(boundElements)) {
    const outer = scopeAround(element, subject)
    fields.push(
      own.owner === outer.owner ? own : { owner: outer.owner, names: [...outer.names, ...entityNames(element)] },
    )
  }
  return fields.flatMap(({ owner, names }) => {
    const field = owner === idOf(subject) ? fieldAt(subject.data, names) : ''
    return field === '' ? [] : [field]
  })
}

/** The base of the names in the slots of an element. */
interface Scope {
  /** URN of a resource. */
  owner: string
  names: string[]
}

function scopeAt(element: Element, subject: Subject): Scope {
  if (!element.matches(boundElements)) return scopeAround(element, subject)
  const resource = element.getAttribute('data-svc-resource')
  if (resource !== null) return { owner: resource, names: [] }
  const { owner, names } = scopeAround(element, subject)
  return { owner, names: [...names, ...entityNames(element), ...placeInList(element)] }
}

function scopeAround(element: Element, subject: Subject): Scope {
  const outer = element.parentElement?.closest(boundElements) ?? null
  if (outer !== null) return scopeAt(outer, subject)
  return { owner: subject.slug === 'web-page' ? idOf(subject) : '', names: [] }
}

/** The id of the subject in the preview. */
const idOf = ({ slug, id }: Subject): string => idOfDraft(slug, id)

const entityOf = (element: Element): string =>
  (element.getAttribute('data-svc-entity') ?? element.getAttribute('data-svc-path') ?? '').trim()

const entityNames = (element: Element): string[] => entityOf(element).split('.')

function placeInList(element: Element): string[] {
  if (!element.hasAttribute('data-svc-list')) return []
  const siblings = [...(element.parentElement?.children ?? [])]
  const items = siblings.filter(one => entityOf(one) === entityOf(element) && one.hasAttribute('data-svc-list'))
  return [String(items.indexOf(element))]
}

/** The names in one part of a slot: `href:author.@url` contains `author`. */
const namesIn = (part: string): string[] => {
  const path = part.trim().replace(/^[a-z-]+:/, '')
  const names = path.split('.')
  const end = names.findIndex(name => name.startsWith('@'))
  return names.slice(0, end === -1 ? undefined : end).filter(name => name !== '')
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) ? value[name] : undefined
}

/** The field for a list of names, as far as they lead inside the data of the resource. Empty when they lead to no field of it. */
function fieldAt(data: JsonObject, names: readonly string[]): string {
  const steps: string[] = []
  let value: Json | undefined = data
  for (const name of names) {
    if (Array.isArray(value) ? !/^\d+$/.test(name) : !isObject(value)) break
    value = memberOf(value, name)
    if (value === undefined && steps.length === 0 && /^[A-Z]|:/.test(name)) return '' // a type, not a property
    steps.push(name)
  }
  return steps.join('.')
}
