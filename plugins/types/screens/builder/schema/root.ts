import type { ComputedRef, InjectionKey } from 'vue'
import type { JsonObject } from '../../../../../lib/json/types.ts'

/** The schema of the type that contains a property at any depth: conditions apply to the whole resource. */
export const rootSchema: InjectionKey<ComputedRef<JsonObject>> = Symbol('root schema')

/** The type itself as it is typed, to which its own references can refer; undefined before it has an address. */
export const ownType: InjectionKey<ComputedRef<{ slug: string; name: string } | undefined>> = Symbol('own type')

/** The slug of the stored type; empty for a new one. */
export const storedSlug: InjectionKey<ComputedRef<string>> = Symbol('stored slug')
