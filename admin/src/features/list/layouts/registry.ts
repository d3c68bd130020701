import { Calendar, FolderTree, LayoutGrid, SquareKanban, Table2 } from '@lucide/vue'
import { shallowRef } from 'vue'
import type { Component } from 'vue'
import type { ViewLayout } from '../../../composables/view/viewLayout.ts'
import { fieldOf } from '../../../fields/registry.ts'
import type { Column, Property } from '../../../schema/index.ts'

export { useListContext } from '../screen/useListContext.ts'

/** A way to show a list. */
interface ListLayoutKind {
  /** Its name in the address and in saved views. */
  kind: string
  /** Its name; the message `list.layout_…` if absent. */
  label?(): string
  icon: Component
  /** Whether the layout can use a property of the type. It is offered where at least one fits. @param slug of the type */
  fits(property: Column, slug: string): boolean
  /** Load the component, with the prop `label`. It gets the list and its state by `useListContext`, which this module exports, too. */
  load?(): Promise<Component | { default: Component }>
  /** It shows the pages of the list; other layouts read their rows themselves, and show their own empty states and errors. */
  isPaged?: boolean
  /** It has columns with headings. */
  hasColumns?: boolean
  /** It uses the values that cards show. */
  hasCards?: boolean
  /** It can use a second property, for the end of an entry. */
  hasEnd?: boolean
  /** It can be used without a property. */
  isOptional?: boolean
}

/** Whether the values of a property can be pictures, or lists of them. */
export const isPicture = (property: Property): boolean =>
  fieldOf(property.kind).isPicture?.(property) === true || (property.items !== undefined && isPicture(property.items))

const all = shallowRef<readonly ListLayoutKind[]>([
  { kind: 'table', icon: Table2, fits: () => false, isPaged: true, hasColumns: true, isOptional: true },
  {
    kind: 'board',
    icon: SquareKanban,
    fits: ({ kind, refersTo }) => kind === 'enum' || (kind === 'reference' && refersTo !== undefined),
    load: () => import('./board/BoardLayout.vue'),
    hasCards: true,
  },
  {
    kind: 'calendar',
    icon: Calendar,
    fits: ({ kind }) => kind === 'date' || kind === 'date-time',
    load: () => import('./calendar/CalendarLayout.vue'),
    hasEnd: true,
  },
  {
    kind: 'gallery',
    icon: LayoutGrid,
    fits: isPicture,
    load: () => import('./gallery/GalleryLayout.vue'),
    isPaged: true,
    hasCards: true,
    isOptional: true,
  },
  {
    kind: 'tree',
    icon: FolderTree,
    fits: ({ kind, refersTo }, slug) => kind === 'reference' && refersTo === slug,
    load: () => import('./tree/TreeLayout.vue'),
    hasColumns: true,
  },
])

/** Add a layout; it is offered in the lists of types that have a property for it. */
export const addLayout = (layout: ListLayoutKind): void => {
  all.value = [...all.value.filter(({ kind }) => kind !== layout.kind), layout]
}

/** The layout of a name; the table for an unknown one. */
export function layoutNamed(name: string): ListLayoutKind {
  const [table = { kind: 'table', icon: Table2, fits: () => false }] = all.value
  return all.value.find(({ kind }) => kind === name) ?? table
}

/** The layouts that a list can have, each with the properties that it can use. The table uses none. */
export type OfferedLayouts = ReadonlyMap<string, readonly Column[]>

/** The layouts that the schema of a type allows. @param columns the columns of its list */
export function offeredLayouts(slug: string, columns: readonly Column[]): OfferedLayouts {
  const own = columns.filter(({ isMeta }) => !isMeta)
  const fitting = all.value.map(({ kind, fits }) => [kind, own.filter(column => fits(column, slug))] as const)
  return new Map(fitting.filter(([kind, properties]) => kind === 'table' || properties.length > 0))
}

const endings = /end|until|through|to$|due|finish/i

/** The initial settings of a layout: the first property that fits, for a board a choice rather than a reference, and for a calendar the date property that looks like an end. */
export function usualLayout(kind: string, offered: OfferedLayouts): ViewLayout {
  const properties = offered.get(kind) ?? []
  const first = properties.find(({ kind: one }) => one === 'enum') ?? properties[0]
  if (first === undefined) return { kind }
  const end = properties.find(({ name }) => name !== first.name && endings.test(name))
  return {
    kind,
    property: first.name,
    ...(layoutNamed(kind).hasEnd === true && end !== undefined && { endProperty: end.name }),
  }
}

/** The layout that the address names, if the type allows it; otherwise a table. */
export function layoutShown(asked: ViewLayout | undefined, offered: OfferedLayouts): ViewLayout {
  const { kind, isOptional } = layoutNamed(asked?.kind ?? 'table')
  if (asked === undefined || kind === 'table') return { kind: 'table' }
  const has = (name: string | undefined): boolean =>
    offered.get(asked.kind)?.some(column => column.name === name) === true
  const { endProperty, ...rest } = asked
  if (isOptional && asked.property === undefined) return rest
  if (asked.property === undefined && offered.has(asked.kind)) return { ...rest, ...usualLayout(asked.kind, offered) }
  if (!has(asked.property)) return { kind: 'table' }
  return { ...rest, ...(has(endProperty) && endProperty !== undefined && { endProperty }) }
}
