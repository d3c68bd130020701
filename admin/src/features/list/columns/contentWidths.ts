import { isObject } from '../../../api/transport/json.ts'
import { dataOf } from '../../../api/index.ts'
import type { Json, Labels, Resource } from '../../../api/index.ts'
import { formatAmount, t } from '../../../i18n/index.ts'
import { fieldOf, isNumeric } from '../../../fields/registry.ts'
import { currencyIn, labelOf, valueIn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'

/** In pixels, for the font of lists. */
const ofLetter = 7.2
const around = 20
const ofMark = 28
const ofHeading = 36
const first = { least: 176, most: 360, whole: 640 }
const others = { least: 80, most: 264 }
/** A reference can be recognised by this much of its name. */
const leastReference = 128

/** Standard columns show how long ago something happened. */
const ofRelative = 128
/** The most width that a long heading gets. */
const maxHeading = 168
/** The share of a column's values that must be fully visible. */
const seenWhole = 0.9

/** How wide a column is, in pixels. */
export interface ContentWidth {
  /** The width for its heading and nearly all of its values. */
  wanted: number
  /** The width for its content where there is room left; the name of a resource alone uses it. */
  whole?: number
  /** The width for its heading and what must not be cut, where there is less room. */
  titled?: number
  /** The width where there is even less. Dates, times, numbers and choices would be misread when they are cut, so they are never cut. */
  least: number
}

/**
 * How wide a column must be for its content.
 * @param at the column's index among the shown columns
 */
export function contentWidth(
  column: Column,
  at: number,
  rows: readonly Resource[],
  labels: Labels | undefined,
): ContentWidth {
  const { cell } = fieldOf(column.kind)
  const heading = Math.min(maxHeading, column.title.length * ofLetter + ofHeading)
  const known = at === 0 ? undefined : column.isMeta && column.kind === 'date-time' ? ofRelative : cell.width
  const state = at === 0 ? Math.max(0, ...rows.map(ofState)) : 0
  const [least, most] = at === 0 ? [first.least + state, first.most + state] : [others.least, others.most]
  const sizes = rows
    .map(row => sizeOf(written(row, column), column, labels))
    .filter(size => size > 0)
    .sort((a, b) => a - b)
  const content = (known ?? sizes[Math.floor((sizes.length - 1) * seenWhole)] ?? 0) + state
  const wanted = Math.round(Math.min(most, Math.max(least, heading, content)))
  const legible = cell.isWhole ? Math.round(content) : at > 0 && column.kind === 'reference' ? leastReference : 0
  const whole = at === 0 && content > wanted ? { whole: Math.min(Math.round(content), first.whole) } : {}
  const titled = Math.min(wanted, Math.max(least, legible, heading))
  return { wanted, titled, least: Math.min(wanted, Math.max(least, legible)), ...whole }
}

/** The width of the state that a resource carries beside its name. */
const ofState = ({ publication }: Resource): number =>
  publication === undefined || publication === 'published' ? 0 : t(`value.${publication}`).length * ofLetter + around

/** Numbers as they are displayed, with their currency. */
function written(row: Resource, column: Column): Json | undefined {
  const value = valueIn(row, column)
  const isNumber = isNumeric(column) && typeof value === 'number'
  return isNumber ? formatAmount(value, currencyIn(dataOf(row), column.name)) : value
}

function sizeOf(
  value: Json | undefined,
  { kind, items, choices }: Pick<Column, 'kind' | 'items' | 'choices'>,
  labels: Labels | undefined,
): number {
  if (value === undefined || value === null) return 0
  if (Array.isArray(value)) {
    const item = sizeOf(value[0], items ?? { kind: 'any', items: undefined, choices }, labels)
    return item + (value.length > 1 ? ofMark : 0)
  }
  if (isObject(value)) return others.most
  const text = kind === 'reference' ? labelOf(String(value), labels) : String(value)
  const title = choices?.find(choice => choice.value === value)?.title ?? text
  return title.length * ofLetter + around + (kind === 'reference' ? ofMark : kind === 'enum' ? around : 0)
}

/**
 * Make columns narrower, as far as their content allows, so that all of them are visible: headings are cut only where that is necessary. Where it is not
 * possible, they keep their widths. Room that is left goes to the first one.
 * @param room available for all columns, in pixels
 */
export function fitWidths(widths: readonly ContentWidth[], room: number): number[] {
  const excess = widths.reduce((sum, { wanted }) => sum + wanted, 0) - room
  if (excess <= 0)
    return widths.map(({ wanted, whole = wanted }, at) => (at === 0 ? Math.min(whole, wanted - excess) : wanted))
  const floors = [widths.map(({ least, titled = least }) => titled), widths.map(({ least }) => least)]
  for (const floor of floors) {
    const give = widths.map(({ wanted }, at) => Math.max(0, wanted - (floor[at] ?? 0)))
    const total = give.reduce((sum, one) => sum + one, 0)
    if (excess <= total) return widths.map(({ wanted }, at) => Math.floor(wanted - (excess * (give[at] ?? 0)) / total))
  }
  return widths.map(({ wanted }) => wanted)
}
