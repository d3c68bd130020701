import { useMutation } from '@pinia/colada'
import { ref, shallowRef } from 'vue'
import { ApiError, dataOf, etagOf } from '../../../api/index.ts'
import type { Json, Resource } from '../../../api/index.ts'
import type { Property } from '../../../schema/index.ts'
import { withoutUrns } from '../side/references.ts'
import { refusalOfWrite } from '../../form/lazyResourceForm.ts'
import { writable } from '../../form/schema-forms/blank.ts'
import { t } from '../../../i18n/index.ts'
import { useTypes } from '../../../stores/types.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { attempt, refusalOf } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'

/** Values of one version that are written over another one: all of them, or one property. */
interface Step {
  from: Resource
  over: Resource
  name?: string
  /** References that are left out. */
  without?: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

/**
 * Restore an older version of a resource as a new version; the toast offers to undo it.
 * @param changed called with each version that this creates
 */
export function useRestoring(resource: () => Resource, changed: (sequence: number) => unknown) {
  const types = useTypes()
  const actions = useResourceActions(() => resource().type_slug)
  /** Why restoring was refused; empty when it was not. */
  const refusal = ref('')
  /** The whole version that the service did not accept. */
  const refusedVersion = shallowRef<Resource>()
  const { mutateAsync: write, isLoading: isRestoring } = useMutation({
    mutation: ({ from, over, name, without = nothing }: Step) =>
      name === undefined
        ? actions.replace(
            from.id,
            writable(withoutUrns(dataOf(from), without), types.get(from.type_slug)?.schema),
            etagOf(over),
          )
        : actions.patch(from.id, { [name]: fieldOf(from, name) ?? null }, etagOf(over)),
    onSuccess: now => changed(now.sequence_no),
  })

  async function wordsOf(error: ApiError): Promise<string> {
    if (error.isStale) return t('record.restoreStale')
    if ([403, 404].includes(error.status)) return refusalOf(error)
    return t('record.restoreRefused', { message: await refusalOfWrite(error, types.get(resource().type_slug)?.schema) })
  }

  /** @param words what the toast says afterwards. @param undone called after the change was undone */
  async function restoreAs(step: Step, words: string, undone?: () => void): Promise<boolean> {
    refusal.value = ''
    refusedVersion.value = undefined
    try {
      const now = await write(step)
      const undo = async (): Promise<void> => {
        if (await attempt(() => write({ ...step, from: step.over, over: now, without: nothing }), wordsOf)) undone?.()
      }
      toast(words, { undo })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal.value = await wordsOf(error)
      if (error.status === 400 && step.name === undefined) refusedVersion.value = step.from
      return false
    }
  }
  return {
    isRestoring,
    refusal,
    refusedVersion,
    /** Save the values of an older version as the newest one. @param without references that are left out. @returns whether it succeeded */
    restore: (from: Resource, without?: ReadonlySet<string>): Promise<boolean> => {
      const over = resource()
      return restoreAs(
        { from, over, ...(without && { without }) },
        t('record.versionRestored', { number: from.sequence_no }),
        () => toast(() => t('record.restoreUndone', { number: over.sequence_no })),
      )
    },
    /** Restore one property of an older version; the others stay as they are. */
    restoreField: (from: Resource, { name, title }: Pick<Property, 'name' | 'title'>): Promise<boolean> =>
      restoreAs(
        { from, over: resource(), name },
        t('record.fieldRestored', { field: title, number: from.sequence_no }),
      ),
  }
}

const fieldOf = (resource: Resource, name: string): Json | undefined => {
  const data = dataOf(resource)
  return Object.hasOwn(data, name) ? data[name] : undefined
}
