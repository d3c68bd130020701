import { t } from '../../../i18n/index.ts'
import type { Kind, Operator } from '../../../schema/index.ts'

const moments: ReadonlySet<Kind> = new Set<Kind>(['date', 'date-time', 'time'])
const compared: ReadonlySet<Operator> = new Set<Operator>(['gt', 'gte', 'lt', 'lte'])

/** An operator as people say it of this kind of value: a number is at least 5, a date is on or after the fifth. */
export function operatorText(operator: Operator, kind: Kind): string {
  const isMoment = moments.has(kind) && compared.has(operator)
  return t(`list.op_${operator}${isMoment ? '_date' : ''}`)
}
