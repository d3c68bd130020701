import type { ComputedRef, InjectionKey } from 'vue'
import type { JsonObject } from '../../../api/transport/json.ts'

/** The schema of the type that a property is in, however deep: conditions are about the whole resource. */
export const rootSchema: InjectionKey<ComputedRef<JsonObject>> = Symbol('root schema')
