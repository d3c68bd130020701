import { computed } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { DescribedType } from '../../../composables/data/useType.ts'
import type { Column } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import { columnsIn, filterFields } from '../filters/fields.ts'
import { archiverColumn, useArchivers } from '../screen/useArchivers.ts'

/**
 * See {@link ListColumns}. The columns of a type without a schema are taken from its rows.
 * @param rows the rows that are shown
 */
export function useListColumns(
  { type, columns: declared }: DescribedType,
  slug: () => string,
  rows: () => readonly Resource[],
  isArchive: () => boolean,
) {
  const me = useMe()
  const types = useTypes()
  const tellsWho = (): boolean => isArchive() && me.isAdministrator
  const own = computed<readonly Column[]>(() =>
    type.value === undefined || type.value.schema !== undefined
      ? declared.value
      : [...columnsIn(rows()), ...declared.value],
  )
  return {
    columns: computed(() => (tellsWho() ? [...own.value, archiverColumn()] : own.value)),
    /** By path. */
    fields: computed(() => {
      const all = type.value === undefined ? [] : filterFields(type.value, own.value, types.get)
      return new Map(all.map(field => [field.path, field]))
    }),
    /** Who archived each row, where the user is allowed to know. */
    archivers: useArchivers(slug, rows, tellsWho),
  }
}

/** What a list can show of its resources, and be filtered by. */
export type ListColumns = ReturnType<typeof useListColumns>
