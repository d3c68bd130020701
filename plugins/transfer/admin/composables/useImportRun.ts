import { computed, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import { ApiError, t } from '../../../../admin/src/index.ts'
import type { Json, ResourceType } from '../../../../admin/src/index.ts'
import { readRefusedFields } from './refused-fields.ts'
import { mappedColumns } from './mapping.ts'
import type { MappedColumn, Mapping } from './mapping.ts'
import { Names } from './names.ts'
import { portionsOf } from './portions.ts'
import type { Portion } from './portions.ts'
import { ProblemLog } from './problems.ts'
import { FileError, readRows } from './reading/index.ts'
import type { Reading, Reason } from './reading/index.ts'
import { RowIds } from './row-ids.ts'
import { sendRows } from './sending.ts'
import type { Outcome } from './sending.ts'
import type { Survey } from './survey.ts'

/** What is to be imported. */
export interface ImportPlan {
  type: ResourceType
  file: File
  reading: Reading
  survey: Survey
  mapping: Mapping
  /** The account that rows go to, where this person may give ids. */
  account: string | undefined
  /** Finds the types that references lead to. */
  typeOf(slug: string): ResourceType | undefined
}

/** What became of a check or an import, so far. */
export interface ImportTally {
  isDryRun: boolean
  rows: number
  created: number
  alreadyThere: number
  problems: ProblemLog
  /** Stopped before the end: by somebody, or by what is said. */
  stopped: 'no' | 'cancelled' | { message: string; isUnclear: boolean }
}

/** What useImportRun gives. */
export interface ImportRun {
  tally: ShallowRef<ImportTally | undefined>
  phase: ShallowRef<'idle' | 'running' | 'paused' | 'waiting' | 'finished'>
  isRunning: ComputedRef<boolean>
  start(plan: ImportPlan, isDryRun: boolean): Promise<void>
  pause(): void
  resume(): void
  /** Stop after the portion that is on its way. */
  cancel(): void
  reset(): void
}

/** Check a file, or import it: portion by portion, each row for itself. */
export function useImportRun(): ImportRun {
  const tally = shallowRef<ImportTally>()
  const phase: ImportRun['phase'] = shallowRef('idle')
  let controller = new AbortController()
  let gate: { opened: Promise<void>; open: () => void } | undefined

  async function start(plan: ImportPlan, isDryRun: boolean): Promise<void> {
    const own = new AbortController()
    controller = own
    phase.value = 'running'
    const headings = plan.survey.columns.map(({ name }) => name)
    const problems = new ProblemLog(plan.reading, headings)
    let now: ImportTally = { isDryRun, rows: 0, created: 0, alreadyThere: 0, problems, stopped: 'no' }
    tally.value = now
    const tell = (changes: Partial<ImportTally>): void => {
      now = { ...now, ...changes }
      if (controller === own) tally.value = now
    }
    try {
      await walk(plan, own.signal, isDryRun, (portion, { created, alreadyThere, refused }) => {
        const notes = [...unreadable(portion), ...refusals(refused, columnsOf(plan))].sort((a, b) => a.line - b.line)
        for (const note of notes) problems.add(note.line, note.problems, note.row)
        tell({
          created: now.created + created,
          alreadyThere: now.alreadyThere + alreadyThere,
          rows: now.rows + portion.ready.length + portion.bad.length,
        })
      })
      if (own.signal.aborted) tell({ stopped: 'cancelled' })
    } catch (error) {
      tell({ stopped: own.signal.aborted ? 'cancelled' : stoppedBy(error, plan, isDryRun) })
    }
    if (controller === own) phase.value = 'finished'
  }

  async function walk(
    plan: ImportPlan,
    signal: AbortSignal,
    dryRun: boolean,
    settled: (portion: Portion, outcome: Outcome) => void,
  ): Promise<void> {
    const { type, account, file, reading } = plan
    const ids = account === undefined ? undefined : new RowIds(type.slug, account, type.created_at)
    const waiting = (isWaiting: boolean): void => {
      if (!signal.aborted && phase.value !== 'paused') phase.value = isWaiting ? 'waiting' : 'running'
    }
    const names = new Names(plan.typeOf, signal)
    let size = firstSize
    const making = { slug: type.slug, columns: columnsOf(plan), ids, names, size: () => size }
    for await (const portion of portionsOf(readRows(file, reading), making)) {
      await gate?.opened
      if (signal.aborted) return
      const began = performance.now()
      settled(portion, await sendRows(portion.ready, { slug: type.slug, dryRun, waiting, signal }))
      size = nextSize(size, performance.now() - began)
    }
  }

  function resume(): void {
    gate?.open()
    gate = undefined
    if (phase.value === 'paused') phase.value = 'running'
  }

  return {
    tally,
    phase,
    isRunning: computed(() => phase.value !== 'idle' && phase.value !== 'finished'),
    start,
    pause: () => {
      let open = (): void => undefined
      const opened = new Promise<void>(resolve => (open = resolve))
      gate ??= { opened, open }
      phase.value = 'paused'
    },
    resume,
    cancel: () => {
      controller.abort()
      resume()
    },
    reset: () => {
      controller.abort()
      resume()
      controller = new AbortController()
      tally.value = undefined
      phase.value = 'idle'
    },
  }
}

const firstSize = 100
const sizes = { least: 25, most: 1000 }

/** Portions that the service takes about a second for: progress is seen, and nobody waits long for a pause. */
const nextSize = (size: number, took: number): number =>
  took < 500 ? Math.min(sizes.most, size * 2) : took > 2000 ? Math.max(sizes.least, Math.ceil(size / 2)) : size

const columnsOf = ({ survey, mapping, type }: ImportPlan): MappedColumn[] =>
  mappedColumns(survey.columns, mapping, type)

interface Note {
  line: number
  problems: { column: string; message: string }[]
  row: Json
}

/** What the admin itself has against a row or a file, in words. */
export const sayReason = ({ key, parameters }: Reason): string => t(`transfer.${key}`, parameters)

const unreadable = ({ bad }: Portion): Note[] =>
  bad.map(({ line, reason, column = '', row }) => ({ line, row, problems: [{ column, message: sayReason(reason) }] }))

const refusals = (refused: Outcome['refused'], columns: readonly MappedColumn[]): Note[] =>
  refused.map(({ row: { line, row }, message }) => {
    const problems = readRefusedFields(message).map(({ field, message: text }) => {
      const column = columns.find(({ path }) => isWithin(field, path))?.column
      return column === undefined ? { column: '', message: `${field}: ${text}` } : { column, message: text }
    })
    return { line, row, problems: problems.length > 0 ? problems : [{ column: '', message }] }
  })

const isWithin = (field: string, path: string): boolean =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`)

function stoppedBy(
  error: unknown,
  { account }: ImportPlan,
  isDryRun: boolean,
): { message: string; isUnclear: boolean } {
  if (error instanceof FileError) return { message: sayReason(error.reason), isUnclear: false }
  if (!(error instanceof ApiError)) throw error
  return { message: error.message, isUnclear: error.isAway && account === undefined && !isDryRun }
}
