import { useMutation } from '@pinia/colada'
import { computed, shallowRef } from 'vue'
import { dataOf, etagOf, getResource, withValues } from '../../../api/index.ts'
import type { ApiError, JsonObject, Labels, Resource, ResourceType } from '../../../api/index.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import type { Stale } from '../../form/composables/useEditing.ts'
import { refusalOfWrite } from '../../form/lazyResourceForm.ts'
import { writable } from '../../form/schema-forms/blank.ts'
import { countChanges } from '../../form/schema-forms/versions.ts'
import { withLabels } from './useChildRows.ts'

/** A change: the version that was seen, all its values afterwards, labels of new references, and the request. */
interface Save {
  base: Resource
  mine: JsonObject
  labels: Labels | undefined
  write(): Promise<Resource>
}

/** Change a record outside its form. @param update shows the newest version, or at least the given one */
export function useRecordChanges(
  type: () => ResourceType,
  shown: () => Resource,
  update: (sequence?: number) => Promise<void>,
) {
  const actions = useResourceActions(() => type().slug)
  const changed = shallowRef<Resource>()
  /** Undefined unless another user saved in the meantime. */
  const stale = shallowRef<Stale>()
  let theirs: Resource | undefined
  /** The record as changed here, or as shown if that is newer. */
  const resource = computed(() => {
    const own = changed.value
    const isOld = own === undefined || own.sequence_no < shown().sequence_no
    return isOld ? shown() : withLabels(own, shown().labels)
  })

  async function compare({ base, mine, labels }: Save): Promise<void> {
    theirs = await getResource(type().slug, base.id, { labels: 'all' })
    const names = { ...base.labels, ...labels, ...theirs.labels }
    stale.value = { base: dataOf(base), mine, theirs: dataOf(theirs), labels: names }
  }

  const { mutateAsync } = useMutation({
    mutation: ({ write }: Save) => write(),
    onMutate: ({ base, mine }) => {
      changed.value = withValues(base, mine)
    },
    onSuccess: saved => {
      changed.value = saved
      return update(saved.sequence_no)
    },
    onError: () => {
      changed.value = undefined
    },
  })

  /** Save and report errors to the user. @returns whether it was saved */
  async function save(change: Save): Promise<boolean> {
    let isOutdated = false
    const words = (error: ApiError): string | Promise<string> => {
      isOutdated = error.isStale
      return isOutdated ? '' : refusalOfWrite(error, type().schema)
    }
    const isSaved = await attempt(() => mutateAsync(change), words)
    if (isOutdated) await attempt(() => compare(change))
    return isSaved
  }

  let changing: Promise<unknown> = Promise.resolve()
  return {
    resource,
    /** Changes run one after another: each needs the version that the previous one created. */
    change: (values: (data: JsonObject) => JsonObject, labels?: Labels) => {
      const next = changing.then(() => {
        const base = resource.value
        const change = values(dataOf(base))
        const write = (): Promise<Resource> => actions.patch(base.id, change, etagOf(base))
        return save({ base, mine: { ...dataOf(base), ...change }, labels, write })
      })
      changing = next.catch(() => undefined) // the caller gets the error
      return next
    },
    stale,
    /** Save the values that the user chose from both versions. */
    resolve: async (chosen: JsonObject) => {
      const base = theirs
      if (base === undefined) return false
      const labels = stale.value?.labels
      stale.value = undefined
      if (countChanges(dataOf(base), chosen) === 0) return update().then(() => true)
      const write = (): Promise<Resource> => actions.replace(base.id, writable(chosen, type().schema), etagOf(base))
      return save({ base, mine: chosen, labels, write })
    },
  }
}

export type RecordChanges = ReturnType<typeof useRecordChanges>
