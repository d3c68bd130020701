import { table } from '../../../kernel/index.ts'
import type { ColumnPlan } from './plan.ts'

const headings = ['heading', 'property', 'type', 'format', 'null', 'required', 'converted', 'example'] as const

/** Mapping and conversions, one line for each column. */
export function columnTable(columns: readonly ColumnPlan[], width: number): string {
  return table(
    headings.map(heading => ({ heading, align: heading === 'converted' ? ('right' as const) : ('left' as const) })),
    columns.map(column => [
      column.heading,
      column.property,
      column.types.join(' or ') || 'any',
      column.format ?? '',
      column.nullable ? 'yes' : '',
      column.required ? 'yes' : '',
      column.converted === 0 ? '' : String(column.converted),
      column.example === null ? '' : `${JSON.stringify(column.example.from)} → ${JSON.stringify(column.example.to)}`,
    ]),
    width,
  )
}
