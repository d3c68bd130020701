import { computed, ref, shallowRef, watch } from 'vue'
import { queries, schemas } from '../../../../admin/src/index.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'
import { singularOfName } from '../../../../lib/plural/index.ts'
import { withColumns } from './columns.ts'
import { inferType, inferredBytes } from '../import-api.ts'
import type { InferredType } from '../import-api.ts'
import { sampleOf } from './sample-rows.ts'
import type { Sample } from './sample-rows.ts'
import { totalOf } from '../file/useImportFile.ts'
import type { ImportFile } from '../file/useImportFile.ts'

/** Error messages about a type. */
interface TypeFaults {
  name?: string
  slug?: string
  schema?: string
}

/** The type that the service infers from the rows of a file, and the user's changes to it. */
export function useInference(source: ImportFile) {
  const latest = queries.useLatestAnswer<InferredType>()
  /** The first rows of the file. */
  const sample = shallowRef<Sample>({ rows: [] })
  /** The schema as it was inferred, and with the user's changes; its properties know their columns. */
  const inferred = shallowRef<JsonObject>({})
  const schema = shallowRef<JsonObject>({})
  const form = ref({ name: '', slug: '', description: '' })
  /** Names of the properties that the user left out. */
  const leftOut = shallowRef<readonly string[]>([])
  const faults = shallowRef<TypeFaults>({})

  watch(source.file, file => {
    const words = (file?.name ?? '').replace(/(?:\.\w{1,6})+$/, '')
    const name = singularOfName(schemas.titleOf(words))
    form.value = { ...form.value, name, slug: schemas.namesFrom(name).slug }
  })
  watch(source.sent, async file => {
    latest.clear()
    if (file === undefined) return
    await latest.ask(async signal => {
      const [answer, first] = await Promise.all([inferType(file, signal), sampleOf(file)])
      if (signal.aborted) return answer
      sample.value = first
      leftOut.value = []
      inferred.value = schema.value = withColumns(answer.schema)
      return answer
    })
  })

  const total = computed(() => totalOf(source.sent.value, inferredBytes, latest.answer.value?.rows))

  return {
    /** What the service inferred from the file. */
    found: latest.answer,
    sample,
    inferred,
    schema,
    form,
    leftOut,
    faults,
    /** Call with the errors that the fields of the type found. */
    check: (found: TypeFaults): void => void (faults.value = found),
    /** Why the service cannot read the file. */
    failure: latest.error,
    isLoading: latest.isLoading,
    total,
  }
}
