import { ApiError } from '../api/index.ts'
import { t } from '../i18n/index.ts'
import { toast } from './useToast.ts'

/** Why the service refused something, for people. */
export const refusalOf = ({ status, message }: ApiError): string => (status === 403 ? t('common.forbidden') : message)

/** Say that the service refused something. @throws what is no refusal */
export function toastRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  toast(refusalOf(error), { tone: 'bad' })
}
