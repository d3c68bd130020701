import { watchDebounced } from '@vueuse/core'
import { shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { ApiError } from '../../../../admin/src/index.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'
import { warningsOfSchema } from '../typesApi.ts'
import type { SchemaWarning } from '../typesApi.ts'

/** The service is asked after this pause (ms) in editing. */
const pauseMs = 600

/** What the service finds probably wrong in a schema while it is edited. What it refuses is said when the type is saved. */
export function useSchemaWarnings(schema: Readonly<Ref<JsonObject | null>>): ShallowRef<readonly SchemaWarning[]> {
  const warnings = shallowRef<readonly SchemaWarning[]>([])
  watchDebounced(
    schema,
    async asked => {
      const found = asked !== null && hasDefault(asked) ? await ask(asked) : []
      if (schema.value === asked) warnings.value = found
    },
    { debounce: pauseMs, immediate: true },
  )
  return warnings
}

/** Only a default is warned of. */
const hasDefault = (schema: JsonObject): boolean => JSON.stringify(schema).includes('"default":')

async function ask(schema: JsonObject): Promise<readonly SchemaWarning[]> {
  try {
    return await warningsOfSchema(schema)
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}
