import { computed } from 'vue'
import { dataOf, getResource } from '../../../api/index.ts'
import type { Resource } from '../../../api/index.ts'
import { useWide } from '../../../composables/page/usePage.ts'
import { useRowRights } from '../../../composables/data/useRowRights.ts'
import { useType } from '../../../composables/data/useType.ts'
import { isLongProse, isNumeric } from '../../../fields/registry.ts'
import { labelProperty, propertiesInLabel } from '../../../schema/index.ts'
import type { Column, Property } from '../../../schema/index.ts'
import { urnsIn } from '../side/references.ts'
import type { Relation } from './relations.ts'

const maxColumns = { wide: 5, narrow: 3 } as const
/** Kinds of values that are unreadable in a narrow column. */
const unsuited: ReadonlySet<Property['kind']> = new Set(['object', 'image', 'uri'])

/**
 * The rows of a section, independent of which side contains the reference: their columns and changes.
 * @param isExcluded returns true for properties that need no column
 * @param put shows another version of a row
 */
export function useChildRows(
  relation: () => Relation,
  rows: () => readonly Resource[],
  isExcluded: (property: Property) => boolean,
  put: (row: Resource) => void,
) {
  const isWide = useWide()
  const slug = (): string => relation().type.slug
  const { columns: all } = useType(slug)
  const { mayEdit, mayArchive } = useRowRights(slug)

  const columns = computed(() => {
    const candidates = all.value.filter(column => !column.isMeta && !isExcluded(column))
    const first = labelProperty(
      relation().type.schema,
      candidates.map(({ name }) => name),
    )
    const inLabel = new Set(first === undefined ? [] : propertiesInLabel(relation().type.schema))
    const isSuited = (column: Column): boolean => !unsuited.has(column.kind) && !isLongProse(column)
    const own = candidates.filter(column => column.name === first || (!inLabel.has(column.name) && isSuited(column)))
    const identifying = first ?? own.find(({ kind }) => kind === 'reference')?.name
    const isFirst = ({ name }: Column): number =>
      name === first || (own.slice(0, 1).some(isNumeric) && name === identifying) ? 0 : 1
    return own.toSorted((a, b) => isFirst(a) - isFirst(b)).slice(0, maxColumns[isWide.value ? 'wide' : 'narrow'])
  })

  /** Replace an older version of a row. */
  const replaceRow = (row: Resource): void => {
    const before = rows().find(({ id }) => id === row.id)
    put(withLabels(row, { ...before?.labels, ...row.labels }))
  }

  return {
    columns,
    mayEdit,
    mayArchive,
    replaceRow,
    /** Call after a cell was saved: refetches the row if it has new references without labels. */
    saved: (id: string) => {
      const row = rows().find(one => one.id === id)
      const isKnown = row === undefined || urnsIn(dataOf(row)).every(urn => Object.hasOwn(row.labels ?? {}, urn))
      if (!isKnown) void getResource(slug(), id, { labels: 'all' }).then(replaceRow, () => undefined) // on failure the references keep their generated names
    },
  }
}

export type ChildRows = ReturnType<typeof useChildRows>

export const withLabels = (row: Resource, labels: Resource['labels']): Resource =>
  labels === undefined ? row : { ...row, labels }
