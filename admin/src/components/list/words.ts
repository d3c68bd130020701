import { t } from '../../i18n/index.ts'
import type { Kind, Operator } from '../../schema/index.ts'

const moments: readonly Kind[] = ['date', 'date-time', 'time']
const compared: readonly Operator[] = ['gt', 'gte', 'lt', 'lte']

/** An operator as people say it of this kind of value: a number is at least 5, a date is on or after the fifth. */
export function operatorText(operator: Operator, kind: Kind): string {
  const isMoment = moments.includes(kind) && compared.includes(operator)
  return t(`list.op_${operator}${isMoment ? '_date' : ''}`)
}
