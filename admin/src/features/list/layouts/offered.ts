import type { LayoutKind, ViewLayout } from '../../../composables/view/viewLayout.ts'
import type { Column, Property } from '../../../schema/index.ts'

/** The layouts that a list can have, each with the properties that it can use. The table uses none. */
export type OfferedLayouts = ReadonlyMap<LayoutKind, readonly Column[]>

/** Whether the value of a property is the address of a picture, or a list of them. */
export const isPicture = ({ kind, items }: Property): boolean =>
  kind === 'image' || (items !== undefined && isPicture(items))

const isDate = ({ kind }: Property): boolean => kind === 'date' || kind === 'date-time'

/** The layouts that the schema of a type allows. @param columns the columns of its list */
export function offeredLayouts(slug: string, columns: readonly Column[]): OfferedLayouts {
  const own = columns.filter(({ isMeta }) => !isMeta)
  const by = (fits: (column: Column) => boolean): Column[] => own.filter(fits)
  const all: [LayoutKind, Column[]][] = [
    ['board', by(({ kind, refersTo }) => kind === 'enum' || (kind === 'reference' && refersTo !== undefined))],
    ['calendar', by(isDate)],
    ['gallery', by(isPicture)],
    ['tree', by(({ kind, refersTo }) => kind === 'reference' && refersTo === slug)],
  ]
  return new Map([['table', []], ...all.filter(([, properties]) => properties.length > 0)])
}

const endings = /end|until|through|to$|due|finish/i

/** The initial settings of a layout: the first property that fits and, for a calendar, the date property that looks like an end. */
export function usualLayout(kind: LayoutKind, offered: OfferedLayouts): ViewLayout {
  const properties = offered.get(kind) ?? []
  const [first] = properties
  if (first === undefined) return { kind }
  const end = properties.find(({ name }) => name !== first.name && endings.test(name))
  return { kind, property: first.name, ...(kind === 'calendar' && end !== undefined && { endProperty: end.name }) }
}

/** The layout that the address names, if the type allows it; otherwise a table. */
export function layoutShown(asked: ViewLayout | undefined, offered: OfferedLayouts): ViewLayout {
  if (asked === undefined || asked.kind === 'table') return { kind: 'table' }
  const has = (name: string | undefined): boolean =>
    offered.get(asked.kind)?.some(column => column.name === name) === true
  const { endProperty, ...rest } = asked
  if (asked.kind === 'gallery' && asked.property === undefined) return rest
  if (asked.property === undefined && offered.has(asked.kind)) return { ...rest, ...usualLayout(asked.kind, offered) }
  if (!has(asked.property)) return { kind: 'table' }
  return { ...rest, ...(has(endProperty) && endProperty !== undefined && { endProperty }) }
}
