import { useQueryCache } from '@pinia/colada'
import { computed, ref, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { announce, t, useMe, useType, useTypes } from '../../../../admin/src/index.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'
import { guess, mappedColumns } from './mapping.ts'
import type { MappedColumn } from './mapping.ts'
import { canDigest } from './row-ids.ts'
import { useImportFile } from './useImportFile.ts'
import type { ImportFile } from './useImportFile.ts'
import { useImportRun } from './useImportRun.ts'
import type { ImportRun } from './useImportRun.ts'

/** What useImport gives. */
export interface Import {
  type: ComputedRef<ResourceType | undefined>
  source: ImportFile
  /** Where each column goes; see {@link guess}. */
  mapping: Ref<ReadonlyMap<string, string>>
  map(column: string, path: string): void
  /** The columns that go somewhere. */
  mapped: ComputedRef<readonly MappedColumn[]>
  /** Titles of required properties that no column fills. */
  missing: ComputedRef<readonly string[]>
  /** Whether rows have ids of ours, so that a repeat makes no doubles. */
  knowsRows: ComputedRef<boolean>
  run: ImportRun
  step: ComputedRef<'choose' | 'map' | 'checked' | 'done'>
  check(): Promise<void>
  load(): Promise<void>
  /** Begin anew with another file. */
  reset(): void
}

/** The import of a file into a type: choose, map, check, load. */
export function useImport(slug: MaybeRefOrGetter<string>): Import {
  const me = useMe()
  const cache = useQueryCache()
  const types = useTypes()
  const { type, properties } = useType(slug)
  const source = useImportFile()
  const run = useImportRun()
  const mapping = ref<ReadonlyMap<string, string>>(new Map())

  const knowsRows = computed(() => me.isAdministrator && canDigest())
  /** Changes with what the type says; others that change replace it, too. */
  const described = computed(() => JSON.stringify([type.value?.id, type.value?.schema]))
  watch([described, source.survey], () => {
    if (run.isRunning.value) return // it goes on with the type as it was
    run.reset()
    const survey = source.survey.value
    if (type.value !== undefined && survey !== undefined)
      mapping.value = guess(survey.columns, type.value, knowsRows.value)
  })
  const mapped = computed(() =>
    type.value === undefined || source.survey.value === undefined
      ? []
      : mappedColumns(source.survey.value.columns, mapping.value, type.value),
  )
  const missing = computed(() => {
    const filled = new Set(mapped.value.map(({ path }) => path.split('.')[0]))
    return properties.value
      .filter(one => one.isRequired && !one.isReadOnly && !filled.has(one.name))
      .map(one => one.title)
  })
  const step = computed(() => {
    if (source.survey.value === undefined || type.value === undefined) return 'choose'
    const tally = run.tally.value
    if (tally === undefined) return 'map'
    return tally.isDryRun ? 'checked' : 'done'
  })

  async function start(isDryRun: boolean): Promise<void> {
    const [file, reading, survey] = [source.file.value, source.reading.value, source.survey.value]
    if (file === undefined || reading === undefined || survey === undefined || type.value === undefined) return
    const account = knowsRows.value ? me.me?.account_id : undefined
    const plan = { type: type.value, file, reading, survey, mapping: mapping.value, account, typeOf: types.get }
    await run.start(plan, isDryRun)
    const tally = run.tally.value
    if (tally === undefined || run.phase.value !== 'finished') return
    const { created, problems } = tally
    announce(t(isDryRun ? 'transfer.checkedSaid' : 'transfer.importedSaid', { created, refused: problems.rows }))
    if (!isDryRun) await cache.invalidateQueries({ key: ['resources', toValue(slug)] })
  }

  return {
    type,
    source,
    mapping,
    map: (column, path) => {
      const next = new Map(mapping.value)
      for (const [other, taken] of next) if (path !== '' && taken === path) next.set(other, '')
      mapping.value = next.set(column, path)
      run.reset()
    },
    mapped,
    missing,
    knowsRows,
    run,
    step,
    check: () => start(true),
    load: () => start(false),
    reset: () => {
      run.reset()
      source.clear()
    },
  }
}
