import { ApiError } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { toast } from './useToast.ts'

/** Why the service refused something, for people. */
export const refusalOf = ({ status, message }: ApiError): string =>
  status === 403 ? t('common.forbidden') : message || t('common.failed')

/**
 * Do something, and say in a toast why the service refused it.
 * @param wordsFor what is said; by default what the service says
 * @returns whether it was done
 * @throws what is no refusal
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
