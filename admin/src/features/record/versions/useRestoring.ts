import { ref } from 'vue'
import type { Ref } from 'vue'
import { ApiError, dataOf, etagOf } from '../../../api/index.ts'
import type { Json, Resource } from '../../../api/index.ts'
import type { Property } from '../../../schema/index.ts'
import { writable } from '../../form/schema-forms/blank.ts'
import { t } from '../../../i18n/index.ts'
import { useTypes } from '../../../stores/types.ts'
import { useResourceActions } from '../../../composables/data/useResource.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'

/** The result of useRestoring. */
export interface Restoring {
  isRestoring: Ref<boolean>
  /** Why restoring was refused; empty when it was not. */
  refusal: Ref<string>
  /** Save the values of an older version as the newest one. @returns whether it succeeded */
  restore(version: Resource): Promise<boolean>
  /** Restore one property of an older version; the others stay as they are. */
  restoreField(version: Resource, property: Pick<Property, 'name' | 'title'>): Promise<boolean>
}

/**
 * Restore an older version of a resource as a new version; the toast offers to undo it.
 * @param changed called with each version that this creates
 */
export function useRestoring(resource: () => Resource, changed: (sequence: number) => unknown): Restoring {
  const types = useTypes()
  const actions = useResourceActions(() => resource().type_slug)
  const isRestoring = ref(false)
  const refusal = ref('')

  async function write(from: Resource, over: Resource): Promise<Resource> {
    const data = writable(dataOf(from), types.get(from.type_slug)?.schema)
    const now = await actions.replace(from.id, data, etagOf(over))
    await changed(now.sequence_no)
    return now
  }
  async function undo(before: Resource, now: Resource): Promise<void> {
    if (await attempt(() => write(before, now), wordsOf))
      toast(t('record.restoreUndone', { number: before.sequence_no }))
  }
  async function writeField(from: Resource, over: Resource, name: string): Promise<Resource> {
    const now = await actions.patch(from.id, { [name]: fieldOf(from, name) ?? null }, etagOf(over))
    await changed(now.sequence_no)
    return now
  }
  const restore = (version: Resource): Promise<boolean> => {
    const before = resource()
    return attemptWrite(async () => {
      const now = await write(version, before)
      toast(t('record.versionRestored', { number: version.sequence_no }), { undo: () => undo(before, now) })
    })
  }
  const restoreField = (version: Resource, { name, title }: Pick<Property, 'name' | 'title'>): Promise<boolean> => {
    const before = resource()
    return attemptWrite(async () => {
      const now = await writeField(version, before, name)
      toast(t('record.fieldRestored', { field: title, number: version.sequence_no }), {
        undo: () => attempt(() => writeField(before, now, name), wordsOf),
      })
    })
  }
  async function attemptWrite(work: () => Promise<unknown>): Promise<boolean> {
    isRestoring.value = true
    refusal.value = ''
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal.value = wordsOf(error)
      return false
    } finally {
      isRestoring.value = false
    }
  }
  return { isRestoring, refusal, restore, restoreField }
}

const fieldOf = (resource: Resource, name: string): Json | undefined => {
  const data = dataOf(resource)
  return Object.hasOwn(data, name) ? data[name] : undefined
}

function wordsOf(error: ApiError): string {
  if (error.isStale) return t('record.restoreStale')
  if (error.status === 403) return t('common.forbidden')
  return t('record.restoreRefused', { message: error.message })
}
