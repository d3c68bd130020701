import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { ApiError, dataOf, etagOf, getResource, withValues } from '../../../api/index.ts'
import type { JsonObject, Labels, Resource, ResourceType } from '../../../api/index.ts'
import { useResourceActions } from '../../../composables/data/useResource.ts'
import { attempt, refusalOf } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import type { Stale } from '../../form/composables/useEditing.ts'
import { writable } from '../../form/schema-forms/blank.ts'
import { countChanges } from '../../form/schema-forms/versions.ts'
import { withLabels } from './useChildRows.ts'

/** The result of useRecordChanges. */
export interface RecordChanges {
  /** The record as changed here, or as shown if that is newer. */
  resource: ComputedRef<Resource>
  /**
   * Change some properties. The change is visible at once and saved with the ETag of the shown version. If another user saved in the meantime, both
   * versions are shown.
   * @param values returns the new values; called with the current ones when the change runs
   * @param labels labels of new references
   */
  change(values: (data: JsonObject) => JsonObject, labels?: Labels): Promise<boolean>
  /** Undefined unless another user saved in the meantime. */
  stale: ShallowRef<Stale | undefined>
  isStaleOpen: Ref<boolean>
  /** Save the values that the user chose from both versions. */
  resolve(chosen: JsonObject): Promise<boolean>
}

/** Change a record outside its form. @param update shows the newest version, or at least the given one */
export function useRecordChanges(
  type: () => ResourceType,
  shown: () => Resource,
  update: (sequence?: number) => Promise<void>,
): RecordChanges {
  const actions = useResourceActions(() => type().slug)
  const changed = shallowRef<Resource>()
  const stale = shallowRef<Stale>()
  const isStaleOpen = ref(false)
  let theirs: Resource | undefined
  const resource = computed(() => {
    const own = changed.value
    const isOld = own === undefined || own.sequence_no < shown().sequence_no
    return isOld ? shown() : withLabels(own, shown().labels)
  })

  /** Save and report errors to the user. @returns whether it was saved */
  async function save(
    base: Resource,
    mine: JsonObject,
    write: () => Promise<Resource>,
    labels?: Labels,
  ): Promise<boolean> {
    try {
      changed.value = await write()
      await update(changed.value.sequence_no)
      return true
    } catch (error) {
      changed.value = undefined
      if (!(error instanceof ApiError)) throw error
      if (error.isStale) await attempt(() => compare(base, mine, labels))
      else toast(refusalOf(error), { tone: 'bad' })
      return false
    }
  }
  async function compare(base: Resource, mine: JsonObject, labels?: Labels): Promise<void> {
    theirs = await getResource(type().slug, base.id, { labels: true })
    const names = { ...base.labels, ...labels, ...theirs.labels }
    stale.value = { base: dataOf(base), mine, theirs: dataOf(theirs), labels: names }
    isStaleOpen.value = true
  }

  let changing: Promise<unknown> = Promise.resolve()
  return {
    resource,
    /** Changes run one after another: each needs the version that the previous one created. */
    change: (values, labels) => {
      const next = changing.then(() => {
        const base = resource.value
        const change = values(dataOf(base))
        changed.value = withValues(base, change)
        return save(base, { ...dataOf(base), ...change }, () => actions.patch(base.id, change, etagOf(base)), labels)
      })
      changing = next.catch(() => undefined) // the caller gets the error
      return next
    },
    stale,
    isStaleOpen,
    resolve: async chosen => {
      const base = theirs
      if (base === undefined) return false
      isStaleOpen.value = false
      if (countChanges(dataOf(base), chosen) === 0) return update(base.sequence_no).then(() => true)
      const write = (): Promise<Resource> => actions.replace(base.id, writable(chosen, type().schema), etagOf(base))
      return save(base, chosen, write, stale.value?.labels)
    },
  }
}
