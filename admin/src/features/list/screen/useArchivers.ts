import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { api, value } from '../../../api/index.ts'
import type { Resource } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import type { Column } from '../../../schema/index.ts'

/** Key of the column that says who archived something; the API has none of this name. */
export const archivedBy = '@archived_by'

/** That column. */
export const archiverColumn = (): Column => ({
  key: archivedBy,
  name: archivedBy,
  title: t('list.archivedBy'),
  description: '',
  kind: 'text',
  isMeta: true,
  isSortable: false,
  isRequired: false,
  isNullable: true,
  isReadOnly: true,
  refersTo: undefined,
  choices: undefined,
  items: undefined,
  schema: {},
})

/** An event is written down a moment after the resource says when, ms. */
const clockMarginMs = 1000

/**
 * Who archived the rows of a page, by id: from the events of the time when they were archived, which administrators may see.
 * @param isAsked whether the rows are archived ones, and one may see events
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
      const asked = { type: 'Resource.Deleted', since, until, limit: 1000 }
      return (await value(api.GET('/api/events', { params: { query: asked } }))).data
    },
    enabled: () => isAsked() && times.value.length > 0,
  })
  return computed(() => {
    const newestFirst = query.data.value ?? []
    return new Map(newestFirst.toReversed().map(({ subject, data }) => [subject, data?.actor ?? '']))
  })
}
