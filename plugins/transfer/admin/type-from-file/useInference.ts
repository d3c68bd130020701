import { computed, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { faultsOfNames, slugFrom, t, titleOf, useLatestAnswer, useTypes } from '../../../../admin/src/index.ts'
import type { ApiError, JsonObject } from '../../../../admin/src/index.ts'
import { singularOfName } from '../../../../lib/plural/index.ts'
import { withColumns } from './columns.ts'
import { inferType, inferredBytes } from '../import-api.ts'
import type { InferredType } from '../import-api.ts'
import { sampleOf } from './sample-rows.ts'
import type { Sample } from './sample-rows.ts'
import { totalOf } from '../file/useImportFile.ts'
import type { ImportFile, RowTotal } from '../file/useImportFile.ts'

/** The result of useInference. */
export interface Inference {
  /** What the service inferred from the file. */
  found: ShallowRef<InferredType | undefined>
  /** The first rows of the file. */
  sample: ShallowRef<Sample>
  /** The schema as it was inferred, and with the user's changes; its properties know their columns. */
  inferred: ShallowRef<JsonObject>
  schema: ShallowRef<JsonObject>
  form: Ref<{ name: string; slug: string; description: string }>
  setName(name: string): void
  setSlug(slug: string): void
  faults: ComputedRef<{ name?: string; slug?: string }>
  /** Why the service cannot read the file. */
  failure: ShallowRef<ApiError | undefined>
  isLoading: Ref<boolean>
  total: ComputedRef<RowTotal>
}

/** The type that the service infers from the rows of a file, and the user's changes to it. */
export function useInference(source: ImportFile): Inference {
  const types = useTypes()
  const latest = useLatestAnswer<InferredType>()
  const sample = shallowRef<Sample>({ rows: [] })
  const inferred = shallowRef<JsonObject>({})
  const schema = shallowRef<JsonObject>({})
  const form = ref({ name: '', slug: '', description: '' })
  const isSlugTyped = ref(false)

  watch(source.file, file => {
    const words = (file?.name ?? '').replace(/(?:\.\w{1,6})+$/, '')
    isSlugTyped.value = false
    setName(singularOfName(titleOf(words)))
  })
  watch(source.sent, async file => {
    latest.clear()
    if (file === undefined) return
    await latest.ask(async signal => {
      const [answer, first] = await Promise.all([inferType(file, signal), sampleOf(file)])
      if (signal.aborted) return answer
      sample.value = first
      inferred.value = schema.value = withColumns(answer.schema)
      return answer
    })
  })

  function setName(name: string): void {
    form.value.name = name
    if (!isSlugTyped.value) form.value.slug = slugFrom(name)
  }

  const faults = computed(() => {
    const wrong = faultsOfNames(form.value)
    return wrong.slug === undefined && types.get(form.value.slug) !== undefined
      ? { ...wrong, slug: t('transfer.slugTaken') }
      : wrong
  })
  const total = computed(() => totalOf(source.sent.value, inferredBytes, latest.answer.value?.rows))

  return {
    found: latest.answer,
    sample,
    inferred,
    schema,
    form,
    setName,
    setSlug: slug => {
      isSlugTyped.value = slug !== ''
      form.value.slug = slug
    },
    faults,
    failure: latest.error,
    isLoading: latest.isLoading,
    total,
  }
}
