import type { Resource } from '../../../api/index.ts'
import { decimalsOf } from '../../../i18n/index.ts'
import { valueIn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'

/** The number of decimals of each numeric column, by key, so that numbers align: the most that one of its values has. */
export const commonDecimals = (columns: readonly Column[], rows: readonly Resource[]): ReadonlyMap<string, number> =>
  new Map(
    columns
      .filter(({ kind }) => kind === 'number')
      .map(column => {
        const values = rows.map(row => valueIn(row, column)).filter(value => typeof value === 'number')
        return [column.key, Math.max(0, ...values.map(decimalsOf))]
      }),
  )
