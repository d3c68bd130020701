import type { Resource } from '../../../api/index.ts'
import { decimalsOf } from '../../../i18n/index.ts'
import { valueIn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'

/** With how many decimals the numbers of each column are shown, so that they stand one below the other: as many as one of them has. By key. */
export const commonDecimals = (columns: readonly Column[], rows: readonly Resource[]): ReadonlyMap<string, number> =>
  new Map(
    columns
      .filter(({ kind }) => kind === 'number')
      .map(column => {
        const values = rows.map(row => valueIn(row, column)).filter(value => typeof value === 'number')
        return [column.key, Math.max(0, ...values.map(decimalsOf))]
      }),
  )
