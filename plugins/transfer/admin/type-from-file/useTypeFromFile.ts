import { useQueryCache } from '@pinia/colada'
import { ref, shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import {
  announce,
  ApiError,
  api,
  asType,
  refusalOf,
  t,
  useSidebar,
  useTypes,
  value,
} from '../../../../admin/src/index.ts'
import type { ResourceType } from '../../../../admin/src/index.ts'
import { mappingOf, withoutColumns } from './columns.ts'
import { useImportFile } from '../file/useImportFile.ts'
import type { ImportFile } from '../file/useImportFile.ts'
import { useImportRun } from '../run/useImportRun.ts'
import type { ImportRun } from '../run/useImportRun.ts'
import { useInference } from './useInference.ts'
import type { Inference } from './useInference.ts'

/** The result of useTypeFromFile. */
export interface TypeFromFile {
  source: ImportFile
  inference: Inference
  run: ImportRun
  /** The type, once it is created. */
  created: ShallowRef<ResourceType | undefined>
  isCreating: Ref<boolean>
  /** Why the type was not created, as text for the user. */
  refusal: Ref<string>
  /** The same, if it is about the slug; else empty. */
  slugRefusal: Ref<string>
  /** The user tried to create the type: missing values are shown. */
  isAsked: Ref<boolean>
  /** Create the type and import the file. */
  create(): Promise<void>
  /** Import the file (again): existing rows do not change. */
  load(): Promise<void>
  /** Start again with another file. */
  reset(): void
}

/** A new type from a file: choose the file, correct the type, create it, import the rows. */
export function useTypeFromFile(): TypeFromFile {
  const types = useTypes()
  const sidebar = useSidebar()
  const cache = useQueryCache()
  const source = useImportFile()
  const inference = useInference(source)
  const run = useImportRun()
  const created = shallowRef<ResourceType>()
  const isCreating = ref(false)
  const isAsked = ref(false)
  const refusal = ref('')
  const slugRefusal = ref('')

  async function create(): Promise<void> {
    isAsked.value = true
    const { name, slug, description } = inference.form.value
    const { name: nameFault, slug: slugFault, schema: fault } = inference.faults.value
    slugRefusal.value = ''
    refusal.value = nameFault ?? slugFault ?? fault ?? ''
    if (refusal.value !== '' || isCreating.value) return announce(refusal.value, { now: true })
    isCreating.value = true
    try {
      const schema = withoutColumns(inference.schema.value)
      const body = { name: name.trim(), slug, description, schema }
      const type = await value(api.POST('/api/resource-types', { body }))
      if ('slug' in type) created.value = asType(type) // as without `dry_run`
      await Promise.all([types.refresh(), sidebar.refresh(), cache.invalidateQueries({ key: ['types'] })])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal.value = error.isAway ? t('common.awayText') : refusalOf(error)
      if (error.problems.some(({ pointer }) => pointer === '/slug')) slugRefusal.value = refusal.value
    } finally {
      isCreating.value = false
    }
    if (created.value !== undefined) await load()
  }

  async function load(): Promise<void> {
    const [type, file] = [created.value, source.sent.value]
    if (type === undefined || file === undefined) return
    const mapping = mappingOf(inference.schema.value, inference.inferred.value)
    await run.start({ slug: type.slug, file, mapping, match: undefined, isDryRun: false })
  }

  return {
    source,
    inference,
    run,
    created,
    isCreating,
    refusal,
    slugRefusal,
    isAsked,
    create,
    load,
    reset: () => {
      run.reset()
      created.value = undefined
      isAsked.value = false
      refusal.value = ''
      source.clear()
    },
  }
}
