import { inject } from 'vue'
import type { ComputedRef, InjectionKey } from 'vue'
import type { JsonObject } from '../../../../lib/json/types.ts'

/** What the parts of a builder share. */
interface Builder {
  /** The schema of the type that contains a property at any depth: conditions apply to the whole resource. */
  root: ComputedRef<JsonObject>
  /** The type itself as it is typed, to which its own references can refer; undefined before it has an address. */
  ownType: ComputedRef<{ slug: string; name: string } | undefined>
  /** The slug of the stored type; empty for a new one. */
  storedSlug: () => string
  /** Nothing can be changed. */
  isFixed: ComputedRef<boolean>
}

export const builderKey: InjectionKey<Builder> = Symbol('builder')

/** The builder that a component is part of. */
export function useBuilder(): Builder {
  const builder = inject(builderKey)
  if (builder === undefined) throw new Error('there is no builder around this component')
  return builder
}
