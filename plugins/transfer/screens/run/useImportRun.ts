import { useMutation } from '@pinia/colada'
import { onScopeDispose, shallowRef } from 'vue'
import { announce, ApiError, fields, queries, t, texts } from '../../../../admin/src/index.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'
import { choicesFor } from '../import/targets.ts'
import { isObject } from '../../../../lib/json/types.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'
import { importFile } from '../import-api.ts'
import type { ImportLine, Mapping, RowProblem, SentFile } from '../import-api.ts'
import { ProblemLog } from './problems.ts'

/** What to import. */
interface ImportPlan {
  type: ResourceType
  file: SentFile
  mapping: Mapping
  /** The property whose values can replace ids in references. */
  match: string | undefined
  /** What identifies the resources that rows change; empty: none. */
  updateBy: string
  isDryRun: boolean
}

/** The result of a check or an import so far. */
interface ImportTally {
  isDryRun: boolean
  rows: number
  created: number
  updated: number
  alreadyThere: number
  problems: ProblemLog
  /** Columns that the schema does not declare. */
  undeclared: readonly string[]
  /** Cells that an export writes otherwise. */
  rewritten: NonNullable<ImportLine['notes']>['rewritten']
  /** Whether the run stopped before the end: cancelled by the user, or with this message. */
  stopped: 'no' | 'cancelled' | { message: string }
}

/** Check a file, or import it: the service reads it and reports the result of each row. The end is announced to screen readers. */
export function useImportRun() {
  const readAgain = queries.useReadAgain()
  const tally = shallowRef<ImportTally>()
  let controller = new AbortController()
  onScopeDispose(() => controller.abort())
  const {
    mutateAsync: start,
    isLoading: isRunning,
    reset: forget,
  } = useMutation({
    mutation: run,
    onSuccess: (_done, { type: { slug }, isDryRun }) => {
      if (!isDryRun) void readAgain(['resources', slug])
    },
  })

  async function run({ type, file, isDryRun, ...plan }: ImportPlan): Promise<void> {
    const own = new AbortController()
    controller = own
    const word = wordsFor(type, plan.mapping, await fields.loadExplain())
    const problems = new ProblemLog(file, [...plan.mapping.keys()])
    let now: ImportTally = {
      isDryRun,
      rows: 0,
      created: 0,
      updated: 0,
      alreadyThere: 0,
      problems,
      undeclared: [],
      rewritten: undefined,
      stopped: 'no',
    }
    tally.value = now
    const tell = (changes: Partial<ImportTally>): void => {
      now = { ...now, ...changes }
      if (controller === own) tally.value = now
    }
    const note = ({ reject, omitted_rejects: omitted, notes, result }: ImportLine): void => {
      if (reject !== undefined) {
        const told = (reject.problems ?? []).map(problem => word(problem))
        problems.add(reject.line ?? 0, told, reject.data)
      }
      if (omitted !== undefined) problems.omit(omitted)
      if (notes !== undefined) tell({ undeclared: notes.undeclared ?? [], rewritten: notes.rewritten })
      if (result !== undefined)
        tell({ created: result.loaded ?? 0, updated: result.updated ?? 0, alreadyThere: result.there ?? 0 })
    }
    try {
      const choice = { ...plan, isDryRun, onRows: (rows: number) => tell({ rows }) }
      for (const line of await importFile(type.slug, file, choice, own.signal)) note(line)
    } catch (error) {
      if (own.signal.aborted) tell({ stopped: 'cancelled' })
      else if (error instanceof ApiError)
        tell({ stopped: { message: error.isAway ? t('common.awayTitle') : error.message } })
      else throw error
    }
    if (controller !== own) return
    if (now.stopped === 'cancelled') announce(t('transfer.cancelled'))
    else
      announce(
        t(isDryRun ? 'transfer.checkedSaid' : 'transfer.importedSaid', {
          created: now.created + now.updated,
          refused: problems.rows,
        }),
      )
  }

  return {
    tally,
    isRunning,
    start,
    /** Stop; rows that are already imported stay. */
    cancel: () => controller.abort(),
    reset: () => {
      controller.abort()
      controller = new AbortController()
      tally.value = undefined
      forget()
    },
  }
}

export type ImportRun = ReturnType<typeof useImportRun>

/** Words the problems that the service reports about rows, as forms do, with the column of the file that each concerns. */
function wordsFor(type: ResourceType, mapping: Mapping, explain: Explain) {
  const targets = [...mapping].map(([column, path]) => ({
    column,
    path,
    target: choicesFor(column, type, false).find(one => one.path === path),
  }))
  return ({ field = '', message = '', code = '', params }: RowProblem): { column: string; message: string } => {
    const found = targets.find(({ column, path }) => column === field || isWithin(field, path))
    if (code === 'differs' && isObject(params) && Array.isArray(params['properties'])) {
      const names = params['properties'].map(name => targets.find(({ path }) => path === name)?.target?.title ?? name)
      return { column: '', message: t('transfer.differs', { names: texts.formatList(names.map(String)) }) }
    }
    if (found === undefined) return { column: '', message: field === '' ? message : `${field}: ${message}` }
    const { column, path, target } = found
    const choices = code === 'enum' && path === field ? target?.property?.choices : undefined
    if (choices !== undefined) return { column, message: t('transfer.allowed', { values: titlesOf(choices) }) }
    if (code === '' || target === undefined) return { column, message }
    const said = explain({ pointer: '', code, message, ...(isObject(params) && { params }) }, target.title)
    return { column, message: withForm(said, isObject(params) ? params : {}) }
  }
}

/** How a file has these formats; a form has fields for them. */
const writtenFormats: Readonly<Record<string, string>> = {
  date: '2027-03-04',
  'date-time': '2027-03-04T18:30:00+01:00',
  time: '18:30:00+01:00',
}

/** A message about a value that a person would write otherwise than a file, with how it is written there. */
function withForm(message: string, { format, types }: JsonObject): string {
  if ([types].flat().includes('boolean')) return t('transfer.writtenBoolean', { message })
  const example = typeof format === 'string' ? writtenFormats[format] : undefined
  return example === undefined ? message : t('transfer.writtenAs', { message, example })
}

function titlesOf(choices: readonly { title: string }[]): string {
  const titles = choices.slice(0, maxChoices).map(({ title }) => title)
  return [...titles, ...(choices.length > maxChoices ? ['…'] : [])].join(', ')
}
type Explain = Awaited<ReturnType<typeof fields.loadExplain>>
/** At most this many choices of a property are listed. */
const maxChoices = 12

const isWithin = (field: string, path: string): boolean =>
  path !== '' && (field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`))
