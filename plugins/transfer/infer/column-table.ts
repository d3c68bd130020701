import { table, thousands, type TableColumn } from '../../../kernel/index.ts'
import type { ColumnPlan } from './plan.ts'

const columns: readonly TableColumn[] = [
  { heading: 'heading' },
  { heading: 'property' },
  { heading: 'type' },
  { heading: 'required' },
  { heading: 'converted', align: 'right' },
  { heading: 'for example', elastic: true },
]

/** Mapping and conversions, one line for each column of the file. */
export const columnTable = (plans: readonly ColumnPlan[], width: number): string =>
  table(
    columns,
    plans.map(plan => [
      plan.heading,
      plan.property,
      typeText(plan),
      plan.required ? 'yes' : '',
      plan.converted === 0 ? '' : thousands(plan.converted),
      plan.example === null ? '' : `${JSON.stringify(plan.example.from)} → ${JSON.stringify(plan.example.to)}`,
    ]),
    width,
  )

function typeText({ types, nullable, format }: ColumnPlan): string {
  if (types.length === 0) return 'any'
  const names = [...types, ...(nullable ? ['null'] : [])].join(' or ')
  return format === null ? names : `${names}, ${format}`
}
