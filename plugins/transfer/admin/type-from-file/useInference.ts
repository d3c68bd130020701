import { computed, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { ApiError, faultsOfNames, slugFrom, t, titleOf, useTypes } from '../../../../admin/src/index.ts'
import type { JsonObject } from '../../../../admin/src/index.ts'
import { singularOfName } from '../../../../lib/plural/index.ts'
import { withColumns } from './columns.ts'
import { inferType, inferredBytes } from '../import-api.ts'
import type { InferredType } from '../import-api.ts'
import { sampleOf } from './sample-rows.ts'
import type { Sample } from './sample-rows.ts'
import type { ImportFile } from '../file/useImportFile.ts'

/** What useInference gives. */
export interface Inference {
  /** What the service found in the file. */
  found: ShallowRef<InferredType | undefined>
  /** How it begins. */
  sample: ShallowRef<Sample>
  /** The schema as it was inferred, and as it was changed since; its properties know their columns. */
  inferred: ShallowRef<JsonObject>
  schema: ShallowRef<JsonObject>
  form: Ref<{ name: string; slug: string; description: string }>
  setName(name: string): void
  setSlug(slug: string): void
  faults: ComputedRef<{ name?: string; slug?: string }>
  /** Why the service cannot read it. */
  failure: ShallowRef<ApiError | undefined>
  isLoading: Ref<boolean>
  /** How many rows the file has, and whether that is known and not estimated. */
  total: ComputedRef<{ rows: number; isExact: boolean }>
}

/** What type the rows of a file are of, as the service infers it; what people make of it. */
export function useInference(source: ImportFile): Inference {
  const types = useTypes()
  const found = shallowRef<InferredType>()
  const sample = shallowRef<Sample>({ rows: [] })
  const inferred = shallowRef<JsonObject>({})
  const schema = shallowRef<JsonObject>({})
  const failure = shallowRef<ApiError>()
  const isLoading = ref(false)
  const form = ref({ name: '', slug: '', description: '' })
  const isSlugTyped = ref(false)

  watch(source.file, file => {
    const words = (file?.name ?? '').replace(/(?:\.\w{1,6})+$/, '')
    isSlugTyped.value = false
    setName(singularOfName(titleOf(words)))
  })
  watch(source.sent, async (file, _before, onCleanup) => {
    found.value = undefined
    failure.value = undefined
    if (file === undefined) return
    const controller = new AbortController()
    onCleanup(() => controller.abort())
    isLoading.value = true
    try {
      const [answer, first] = await Promise.all([inferType(file, controller.signal), sampleOf(file)])
      if (controller.signal.aborted) return
      sample.value = first
      inferred.value = schema.value = withColumns(answer.schema)
      found.value = answer
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      failure.value = error
    } finally {
      if (!controller.signal.aborted) isLoading.value = false
    }
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
  const total = computed(() => {
    const size = source.sent.value?.content.size ?? 0
    const read = found.value?.rows ?? 0
    const isExact = size <= inferredBytes
    return { rows: isExact ? read : Math.ceil((read * size) / inferredBytes), isExact }
  })

  return {
    found,
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
    failure,
    isLoading,
    total,
  }
}
