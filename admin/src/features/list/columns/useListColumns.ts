import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { DescribedType } from '../../../composables/data/useType.ts'
import type { Column } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import { columnsIn, filterFields } from '../filters/fields.ts'
import type { FilterField } from '../filters/fields.ts'
import { archiverColumn, useArchivers } from '../screen/useArchivers.ts'

/** What a list can show of its resources, and be filtered by. */
export interface ListColumns {
  columns: ComputedRef<readonly Column[]>
  /** By path. */
  fields: ComputedRef<ReadonlyMap<string, FilterField>>
  /** Who archived each row, where the user is allowed to know. */
  archivers: ComputedRef<ReadonlyMap<string, string>>
}

/**
 * See {@link ListColumns}. The columns of a type without a schema are taken from its rows.
 * @param rows the rows that are shown
 */
export function useListColumns(
  { type, columns: declared }: DescribedType,
  slug: () => string,
  rows: () => readonly Resource[],
  isArchive: () => boolean,
): ListColumns {
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
    fields: computed(() => {
      const all = type.value === undefined ? [] : filterFields(type.value, own.value, types.get)
      return new Map(all.map(field => [field.path, field]))
    }),
    archivers: useArchivers(slug, rows, tellsWho),
  }
}
