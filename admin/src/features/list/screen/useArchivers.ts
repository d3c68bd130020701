import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Resource } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { source } from '../../../sources.ts'
import { propertyOf } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'

/** Key of the column with the user who archived a resource; the API has no such name. */
export const archivedBy = '@archived_by'

/** The column with the user who archived a resource. */
export const archiverColumn = (): Column => ({
  ...propertyOf(archivedBy),
  key: archivedBy,
  title: t('list.archivedBy'),
  kind: 'text',
  isMeta: true,
  isSortable: false,
  isNullable: true,
  isReadOnly: true,
})

/** An event is written a moment after the time in the resource, ms. */
const clockMarginMs = 1000

/**
 * Who archived the rows of a page, by id: from the events of the time when they were archived, which administrators are allowed to see.
 * @param isAsked whether the rows are archived, and the user is allowed to see events
 */
export function useArchivers(
  slug: () => string,
  rows: () => readonly Resource[],
  isAsked: () => boolean,
): ComputedRef<ReadonlyMap<string, string>> {
  const times = computed(() => rows().map(({ updated_at: time }) => Date.parse(time)))
  const query = useQuery({
    key: () => ['resources', slug(), 'archivers', Math.min(...times.value), Math.max(...times.value)],
    query: async () => {
      const since = new Date(Math.min(...times.value) - clockMarginMs).toISOString()
      const until = new Date(Math.max(...times.value) + clockMarginMs).toISOString()
      return (await source('events').list({ type: 'Resource.Deleted', since, until }, undefined, 1000)).data
    },
    enabled: () => isAsked() && times.value.length > 0,
  })
  return computed(() => {
    const newestFirst = query.data.value ?? []
    return new Map(newestFirst.toReversed().map(({ subject, data }) => [subject, data.actor]))
  })
}
