import { isDueName } from '../../../lib/json-schema/due.ts'
import type { Column } from './columns.ts'

export { isAssigneeName, isEnd } from '../../../lib/json-schema/due.ts'

/** Whether a column is the date by which something is to be done. */
export const isDueDate = ({ kind, name, isMeta }: Column): boolean => kind === 'date' && !isMeta && isDueName(name)
