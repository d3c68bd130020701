import { ref, shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { ApiError } from '../../../api/index.ts'
import type { Problem } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'

/** The part of ResourceForm that saving asks. */
export interface FormToCheck {
  validate(): Promise<boolean>
  focusFirstError(): unknown
}

/** What useSaving gives. */
export interface Saving {
  /** For ResourceForm. */
  serverErrors: ShallowRef<readonly Problem[]>
  /** What was refused as a whole, in words, for a red Banner, which announces it; empty when nothing was. */
  message: Ref<string>
  isSaving: Ref<boolean>
  /**
   * Check the form, then do it. What the service refuses is told at the fields, or as a whole; what was typed stays.
   * @param stale called when somebody else saved meanwhile
   * @returns what `work` gives; undefined when it was not done
   */
  run<Value>(form: FormToCheck | null, work: () => Promise<Value>, stale?: () => unknown): Promise<Value | undefined>
}

/** Save what is in a form. */
export function useSaving(): Saving {
  const serverErrors = shallowRef<readonly Problem[]>([])
  const message = ref('')
  const isSaving = ref(false)

  function refuse(error: ApiError, form: FormToCheck | null): void {
    serverErrors.value = error.problems
    if (error.problems.length > 0) void form?.focusFirstError()
    else message.value = wordsFor(error)
  }

  async function run<Value>(
    form: FormToCheck | null,
    work: () => Promise<Value>,
    stale?: () => unknown,
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
      else refuse(error, form)
      return undefined
    } finally {
      isSaving.value = false
    }
  }
  return { serverErrors, message, isSaving, run }
}

function wordsFor(error: ApiError): string {
  if (error.status === 401) return t('form.signInToSave')
  if (error.isAway) return t('form.away')
  if (error.status === 403) return t('form.notAllowed')
  return `${t('form.refused')} ${error.message}`
}
