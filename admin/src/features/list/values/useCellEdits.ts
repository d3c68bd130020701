import { shallowReactive, shallowRef } from 'vue'
import { ApiError, equal, getResource, withValues } from '../../../api/index.ts'
import type { Json, Resource } from '../../../api/index.ts'
import { useResourceMutation } from '../../../composables/data/useResourceMutation.ts'
import { usePreferences } from '../../../stores/preferences.ts'
import { keepKeys } from '../../../composables/page/earlyKeys.ts'
import { useTypes } from '../../../stores/types.ts'
import { refusalOfWrite } from '../../form/lazyResourceForm.ts'
import { announce } from '../../../composables/feedback/useAnnounce.ts'
import { t } from '../../../i18n/index.ts'
import { valueIn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'
import { patchValue, problemWith } from './cellValue.ts'

/** The value that the user typed into a cell, and the state of its saving. */
export interface CellEdit {
  value: Json | undefined
  /** Why the value is not saved; empty when nothing is wrong. */
  error: string
  isSaving: boolean
}

interface Parts {
  slug: () => string
  replaceRow: (row: Resource) => void
  /** Called after a save. */
  saved?: (id: string) => void
  nameOf: (row: Resource) => string
}

export const cellKey = (row: Pick<Resource, 'id'>, column: Pick<Column, 'key'>): string => `${row.id} ${column.key}`

/** Edit values in their cells: shown at once, saved with the version that was seen. A value that the service refuses stays in the cell. */
export function useCellEdits({ slug, replaceRow, saved, nameOf }: Parts) {
  const mutate = useResourceMutation(slug)
  const preferences = usePreferences()
  const types = useTypes()
  /** By cell; see {@link cellKey}. */
  const all = shallowReactive(new Map<string, CellEdit>())
  /** The cell that is being edited. */
  const open = shallowRef<string>()
  const rowsNow = new Map<string, Resource>()
  /** The last save of each row: the next save needs the version that it creates. */
  const saving = new Map<string, Promise<unknown>>()

  const fail = (key: string, value: Json | undefined, error: string): false => {
    all.set(key, { value, error, isSaving: false })
    announce(error, { now: true })
    return false
  }

  /** Save the typed value. @returns whether there is nothing left to do in the cell */
  async function commit(row: Resource, column: Column): Promise<boolean> {
    const key = cellKey(row, column)
    const edit = all.get(key)
    if (edit === undefined || edit.isSaving) return edit === undefined
    const { value } = edit
    const problem = problemWith(value, column)
    if (problem !== undefined) return fail(key, value, t(problem))
    const current = rowsNow.get(row.id) ?? row
    const next = patchValue(value, column)
    if (equal(next, valueIn(current, column) ?? null)) {
      all.delete(key)
      return true
    }
    all.set(key, { value, error: '', isSaving: true })
    replaceRow(withValues(current, { [column.name]: next }))
    const written = (saving.get(row.id) ?? Promise.resolve()).then(() => save(row, column, value, next))
    const ended = written.catch(() => undefined) // the user sees the reason in the cell
    saving.set(row.id, ended)
    return written
  }

  async function save(row: Resource, column: Column, value: Json | undefined, next: Json): Promise<boolean> {
    const key = cellKey(row, column)
    const current = rowsNow.get(row.id) ?? row
    const changed = withValues(current, { [column.name]: next })
    const name = nameOf(changed)
    try {
      const stored = await mutate({
        changes: [{ row: current, data: { [column.name]: next } }],
        show: () => {
          replaceRow(changed)
          return () => replaceRow(current)
        },
        done: { text: () => t('list.cellChanged', { name, column: column.title }), name },
      })
      if (stored !== undefined) {
        rowsNow.set(row.id, stored)
        replaceRow(stored)
      }
      all.delete(key)
      saved?.(row.id)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return fail(
        key,
        value,
        await (error.isStale ? readAgain(row, column) : refusalOfWrite(error, types.get(slug())?.schema)),
      )
    }
  }

  /** Another user changed the resource: show their value; saving again then overwrites it. */
  async function readAgain(row: Resource, column: Column): Promise<string> {
    try {
      const fresh = await getResource(slug(), row.id)
      rowsNow.set(row.id, fresh)
      replaceRow(fresh)
      const theirs = valueIn(fresh, column)
      return t('list.staleCell', {
        value: theirs === undefined || theirs === null ? t('value.nothing') : String(theirs),
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error.status === 404 ? t('list.goneCell') : t('common.stale')
    }
  }

  return {
    all,
    open,
    begin: (row: Resource, column: Column) => {
      const key = cellKey(row, column)
      preferences.knowsCells = true
      rowsNow.set(row.id, newer(rowsNow.get(row.id), row))
      if (!all.has(key)) all.set(key, { value: valueIn(row, column), error: '', isSaving: false })
      open.value = key
      keepKeys({ replaces: true, entered: () => undefined })
    },
    type: (row: Resource, column: Column, value: Json | undefined) =>
      all.set(cellKey(row, column), { value, error: '', isSaving: false }),
    commit,
    cancel: (row: Resource, column: Column) => {
      all.delete(cellKey(row, column))
      open.value = undefined
    },
    /** Stop editing; refused values stay visible. */
    leave: () => (open.value = undefined),
    /** Resolves when no save is running. */
    settled: () => Promise.all(saving.values()),
  }
}

export type CellEdits = ReturnType<typeof useCellEdits>

const newer = (known: Resource | undefined, row: Resource): Resource =>
  known !== undefined && known.sequence_no > row.sequence_no ? known : row
