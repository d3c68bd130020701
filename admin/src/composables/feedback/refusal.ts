import { ApiError } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { toast } from './useToast.ts'

/** The message for people that says why the service refused something; empty without an error. */
export function refusalOf(error: Error | null): string {
  if (error === null) return ''
  if (!(error instanceof ApiError)) return t('common.failed')
  if (error.status === 401) return t('common.signedOut')
  if (error.status === 403) return t('common.forbidden')
  if (error.code === 'not-found') return t('common.gone')
  if (error.code === 'precondition-failed') return t('common.stale')
  const isNamed = error.message !== '' && error.status !== 500 // which is an error of the service itself
  return storeFailureOf(error) ?? (isNamed ? error.message : t('common.failed'))
}

/** The message for a change that the store could not make, that may have been made, or that somebody else would have made; undefined for other errors. */
export function storeFailureOf(error: ApiError): string | undefined {
  if (error.isUnknown) return t('common.outcomeUnknown')
  if (error.status === 0) return t('common.awayTitle')
  if (error.code === 'store-full') return t('common.storeFull')
  if (error.code === 'other-user') return t('common.otherUser')
  if (error.code === 'store-read-only') return t('common.storeReadOnly')
  return error.code === 'store-damaged' ? t('common.storeDamaged') : undefined
}

/**
 * Run an action and show in a toast why the service refused it.
 * @param wordsFor returns the message, empty where the page itself shows why; by default the message of the service
 * @returns whether the action succeeded
 * @throws every other error
 */
export async function attempt(
  work: () => Promise<unknown>,
  wordsFor: (error: ApiError) => string | Promise<string> = refusalOf,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const words = await wordsFor(error)
    if (words !== '') toast(words, { tone: 'bad' })
    return false
  }
}
