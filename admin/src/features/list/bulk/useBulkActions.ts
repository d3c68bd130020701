import { requestQuery } from '../../../composables/view/requestQuery.ts'
import { watch } from 'vue'
import { checkProperty, dataOf, hasDrafts, publishMany } from '../../../api/index.ts'
import type { Json, PublishItem } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'
import { etagAfter } from '../../../composables/data/useUndo.ts'
import { operationsPerRequest, useBulk } from './useBulk.ts'
import type { Bulk, BulkChange } from './useBulk.ts'
import { inParts, useExport, walkResources } from '../export/useExport.ts'
import type { ExportFormat } from '../export/writeExport.ts'
import type { ListContext } from '../screen/useListContext.ts'

/** The API publishes so many at once. */
const maxPublished = 1000

/** How many resources are checked while a value is typed; all are checked when they are written. */
const maxChecked = 20

/** Archive; undone by restoring. */
const archiving: BulkChange = {
  make: ({ id }) => ({ op: 'delete', id }),
  inverse: ({ id }) => ({ op: 'restore', id }),
}

/** Restore; undone by archiving. */
const restoring: BulkChange = { make: archiving.inverse, inverse: archiving.make }

/** Set a property to a value; null removes the property. Undone by restoring the earlier value, unless the resource was changed meanwhile. */
const setting = (name: string, value: Json): BulkChange => ({
  make: ({ id }) => ({ op: 'patch', id, data: { [name]: value } }),
  inverse: row => ({
    op: 'patch',
    id: row.id,
    data: { [name]: dataOf(row)[name] ?? null },
    if_match: etagAfter(row),
  }),
})

/** Archive, restore, change and export the selection of a list. Resources that could not be changed are reported and stay selected. */
export function useBulkActions({ slug, type: listed, list, selection }: ListContext) {
  const actions = useResourceActions(slug)
  const readAgain = useReadAgain()
  const bulk = useBulk()
  const exporter = useExport()

  watch(slug, () => bulk.dismiss())

  async function run(
    change: BulkChange,
    done: (ids: readonly string[]) => (() => string) | Promise<() => string>,
    undone: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    const type = slug() // the user can be elsewhere before it ends, and before it is undone
    const isAll = selection.isAll.value
    const rows = isAll
      ? walkResources(type, requestQuery(list.view.value, type), operationsPerRequest)
      : inParts(selection.rows.value, operationsPerRequest)
    const undoing = await bulk.start({
      slug: type,
      rows,
      change,
      total: isAll ? list.total.value : selection.picked.size,
    })
    const { failures = [], stopped } = bulk.run.value ?? {}
    const failed = new Set(failures.map(({ row }) => row.id))
    const changed = new Set(undoing.map(({ id }) => id))
    const left = stopped === undefined ? [] : [...selection.picked.values()].filter(({ id }) => !changed.has(id))
    selection.replace([...failures.map(({ row }) => row), ...left.filter(({ id }) => !failed.has(id))])
    if (failures.length === 0 && stopped === undefined) bulk.dismiss()
    if (undoing.length > 0)
      toast(await done(undoing.flatMap(({ id }) => id ?? [])), {
        undo: () => undo({ slug: type, operations: undoing }, undone),
      })
    await readAgain(['resources', type])
  }

  async function undo(prepared: Parameters<Bulk['undo']>[0], further: () => Promise<unknown>): Promise<void> {
    await attempt(async () => {
      const { stale, failures } = await bulk.undo(prepared)
      if (stale > 0) toast(() => t('list.notUndone', { count: stale }), { tone: 'bad' })
      const [message] = failures
      if (message !== undefined) toast(() => t('list.undoFailed', { count: failures.length, message }), { tone: 'bad' })
      await further()
    })
    await readAgain(['resources', prepared.slug])
  }

  /** Archiving has ended the publication of these. */
  async function publishAgain(published: readonly PublishItem[]): Promise<void> {
    for await (const items of inParts([...published], maxPublished)) {
      const isPublic = await attempt(
        () => publishMany(items),
        () => '',
      )
      if (!isPublic) toast(() => t('list.restoredDrafts', { count: items.length }), { tone: 'bad' })
    }
  }

  return {
    bulk,
    exporter,
    archive: () => {
      const published: PublishItem[] = []
      const inverse: BulkChange['inverse'] = row => {
        const { id, published_no: number } = row
        if (typeof number === 'number') published.push({ id, action: 'publish', sequence_no: number })
        return archiving.inverse(row)
      }
      const done = async (ids: readonly string[]): Promise<() => string> => {
        const below = await actions.describeArchivedBelow(ids)
        return () => t('list.archivedMany', { count: ids.length }) + below()
      }
      return run({ ...archiving, inverse }, done, () => publishAgain(published))
    },
    restore: () =>
      run(restoring, ids => () => {
        const isDraft = listed.value !== undefined && hasDrafts(listed.value)
        return t(isDraft ? 'list.restoredDrafts' : 'list.restoredMany', { count: ids.length })
      }),
    /** What would be wrong with the first of the selection if a property had this value. */
    check: (name: string, value: Json, signal: AbortSignal) => {
      const ids = selection.rows.value.slice(0, maxChecked).map(({ id }) => id)
      return checkProperty(slug(), ids, name, value, signal)
    },
    /** Set a property to a value; null removes the property. @param title of the property */
    set: (name: string, title: string, value: Json) =>
      run(setting(name, value), ids => () => t('list.changedMany', { count: ids.length, property: title })),
    /** @param what the selection, or everything that the list matches */
    exportRows: async (format: ExportFormat, what: 'selected' | 'all') => {
      const isAll = what === 'all' || selection.isAll.value
      const rows = isAll ? requestQuery(list.view.value, slug()) : selection.rows.value
      const work = async (): Promise<void> => {
        const done = await exporter.start({ slug: slug(), schema: listed.value?.schema, rows, format })
        if (done === undefined) return
        toast(() => t('list.exported', { count: done.rows }), { tone: 'good' })
        if (done.lost > 0) toast(() => t('list.exportLost', { count: done.lost }))
      }
      await attempt(work, ({ message }) => t('list.exportFailed', { message }))
    },
  }
}

/** The actions on the selection. */
export type BulkActions = ReturnType<typeof useBulkActions>
