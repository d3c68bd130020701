import { ref, shallowRef } from 'vue'
import { ApiError } from '../../../api/index.ts'
import type { Problem } from '../../../api/index.ts'
import { isAway } from '../../../composables/data/connection.ts'
import { storeFailureOf } from '../../../composables/feedback/refusal.ts'
import { t } from '../../../i18n/index.ts'

/** The methods of ResourceForm that saving uses. */
export interface FormToCheck {
  validate(): Promise<boolean>
  /** @returns the first error that prevents saving; undefined when there is none */
  firstError(): Promise<string | undefined>
  focusFirstError(): unknown
}

/** Save the content of a form. */
export function useSaving() {
  /** Errors of the service, for ResourceForm. */
  const serverErrors = shallowRef<readonly Problem[]>([])
  /** Message about an error that concerns no single field, for a red Banner, which announces it; empty when there is none. */
  const message = ref('')
  const isSaving = ref(false)

  function refuse(error: ApiError, form: FormToCheck | null): void {
    serverErrors.value = error.problems
    if (error.problems.length > 0) void form?.focusFirstError()
    else if (!error.isAway) message.value = wordsFor(error) // the frame shows that the service cannot be reached
  }

  /**
   * Check the form, then run `work`. Errors of the service are shown at the fields or as a message; the input stays.
   * @param stale called when another user saved in the meantime
   * @param gone called when there is no such active resource any more
   * @returns the result of `work`; undefined when it did not succeed
   */
  async function run<Value>(
    form: FormToCheck | null,
    work: () => Promise<Value>,
    stale?: () => unknown,
    gone?: () => unknown,
  ): Promise<Value | undefined> {
    if (isSaving.value) return undefined
    isSaving.value = true
    message.value = ''
    serverErrors.value = []
    try {
      if (form !== null && !(await form.validate())) {
        void form.focusFirstError()
        return undefined
      }
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.isStale && stale !== undefined) await stale()
      else if (error.status === 404 && gone !== undefined) await gone()
      else refuse(error, form)
      return undefined
    } finally {
      isSaving.value = false
    }
  }
  return { serverErrors, message, isSaving, run }
}

/** How long a question waits for the check of a form, ms. */
const maxCheckMs = 1500

/** Why the content of a form cannot be saved; undefined when nothing is known that prevents it. */
export function obstacleTo(form: FormToCheck | null | undefined): Promise<string | undefined> {
  if (isAway.value) return Promise.resolve(t('common.awayTitle'))
  const isLate = new Promise<undefined>(resolve => setTimeout(resolve, maxCheckMs))
  return Promise.race([form?.firstError(), isLate])
}

function wordsFor(error: ApiError): string {
  if (error.status === 401) return t('form.signInToSave')
  if (error.status === 403) return t('form.notAllowed')
  return storeFailureOf(error) ?? `${t('form.refused')} ${error.message}`
}
