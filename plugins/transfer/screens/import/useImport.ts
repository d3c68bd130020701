import { computed, ref, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { queries, schemas, t, useTypes } from '../../../../admin/src/index.ts'
import { previewBytes, previewFile } from '../import-api.ts'
import type { Mapping, Preview } from '../import-api.ts'
import { idPath } from './targets.ts'
import { totalOf, useImportFile } from '../file/useImportFile.ts'
import { problemHeading } from '../run/problems.ts'
import { useImportRun } from '../run/useImportRun.ts'

/** The import of a file into a type: choose, map, check, load. */
export function useImport(slug: MaybeRefOrGetter<string>) {
  const types = useTypes()
  const type = computed(() => types.get(toValue(slug)))
  const source = useImportFile()
  /** The service's preview of the beginning of the file. */
  const preview = queries.useLatestAnswer<Preview>()
  const run = useImportRun()
  /** The property of each column. */
  const mapping = ref<Mapping>(new Map())

  /** Columns for which the user has chosen. */
  const chosen = ref(new Set<string>())
  /** Columns with values that are not imported, although nobody has chosen that. */
  const leftOut = computed(() =>
    (preview.answer.value?.columns ?? [])
      .filter(({ filled }) => filled > 0)
      .map(({ column }) => column)
      .filter(name => (mapping.value.get(name) ?? '') === '' && !chosen.value.has(name) && name !== problemHeading),
  )

  const updateBy = ref('')
  /** What can identify existing resources: their id, otherwise a unique property that a column is mapped to. */
  const keys = computed((): { value: string; label: string }[] => {
    const mapped = new Set(mapping.value.values())
    if (mapped.has(idPath)) return [{ value: idPath, label: t('transfer.id') }]
    return schemas
      .allPropertiesOf(type.value?.schema)
      .filter(({ name, schema }) => mapped.has(name) && schema['x-unique'] === true)
      .map(({ name: value, title: label }) => ({ value, label }))
  })
  watch([keys, updateBy], () => {
    if (keys.value.every(({ value }) => value !== updateBy.value)) updateBy.value = ''
  })
  watch(updateBy, () => run.reset())

  /** Changes with the id and the schema of the type; other changes replace `type` too. */
  const described = computed(() => JSON.stringify([type.value?.id, type.value?.schema]))
  watch([described, source.sent], async () => {
    if (run.isRunning.value) return // the import continues with the previous type
    run.reset()
    preview.clear()
    const found = await look()
    if (found === undefined) return
    chosen.value = new Set()
    mapping.value = new Map(found.columns.map(({ column, property }) => [column, property]))
  })

  /** @param given default: the service guesses the mapping */
  async function look(given?: Mapping): Promise<Preview | undefined> {
    const [into, file] = [type.value, source.sent.value]
    if (into === undefined || file === undefined) return undefined
    return preview.ask(signal => previewFile(into.slug, file, given, signal))
  }

  async function map(column: string, path: string): Promise<void> {
    const next = new Map(mapping.value)
    for (const [other, taken] of next) if (path !== '' && taken === path) next.set(other, '')
    mapping.value = next.set(column, path)
    chosen.value.add(column)
    run.reset()
    await look(next)
  }

  const total = computed(() => totalOf(source.sent.value, previewBytes, preview.answer.value?.rows))
  const missing = computed(() => {
    const filled = new Set([...mapping.value.values()].map(path => path.split('.')[0]))
    return schemas
      .allPropertiesOf(type.value?.schema)
      .filter(one => one.isRequired && !one.isReadOnly && !filled.has(one.name))
      .map(one => one.title)
  })
  const step = computed(() => {
    if (preview.answer.value === undefined || type.value === undefined) return 'choose'
    const tally = run.tally.value
    if (tally === undefined) return 'map'
    return tally.isDryRun ? 'checked' : 'done'
  })

  async function start(isDryRun: boolean): Promise<void> {
    const [found, sent] = [preview.answer.value, source.sent.value]
    if (found === undefined || sent === undefined || type.value === undefined) return
    const { match, delimiter } = found
    const file = { ...sent, delimiter }
    await run.start({ type: type.value, file, mapping: mapping.value, match, updateBy: updateBy.value, isDryRun })
  }

  return {
    type,
    source,
    preview,
    total,
    mapping,
    map,
    leftOut,
    isNothingMapped: computed(() => [...mapping.value.values()].every(path => path === '')),
    missing,
    updateBy,
    keys,
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
