import { ApiError } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { toast } from './useToast.ts'

/** The message for people that says why the service refused something. */
export const refusalOf = ({ status, message }: ApiError): string =>
  status === 403 ? t('common.forbidden') : message || t('common.failed')

/**
 * Run an action and show in a toast why the service refused it.
 * @param wordsFor returns the message; by default the message of the service
 * @returns whether the action succeeded
 * @throws every other error
 */
export async function attempt(
  work: () => Promise<unknown>,
  wordsFor: (error: ApiError) => string = refusalOf,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(wordsFor(error), { tone: 'bad' })
    return false
  }
}
