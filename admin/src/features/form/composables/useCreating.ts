import { computed, shallowRef, watch } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import { clone, equal } from '../../../api/index.ts'
import type { JsonObject, Resource, ResourceType } from '../../../api/index.ts'
import { defaultsOf, writable } from '../schema-forms/blank.ts'
import { displayProperty, propertiesOf } from '../../../schema/index.ts'
import { useResourceActions } from '../../../composables/useResource.ts'
import { countChanges } from '../schema-forms/versions.ts'
import { useSaving } from './useSaving.ts'
import type { FormToCheck, Saving } from './useSaving.ts'

/** What useCreating gives. */
export interface Creating extends Saving {
  data: ShallowRef<JsonObject>
  /** What a new one begins with. */
  initial: ComputedRef<JsonObject>
  changes: ComputedRef<number>
  /** @param form the ResourceForm @returns what was created; undefined when something is wrong, which the form says */
  create(form: FormToCheck | null): Promise<Resource | undefined>
}

/**
 * Create a resource of a type.
 * @param named what it is called, where somebody has typed that already
 */
export function useCreating(type: () => ResourceType | undefined, named = ''): Creating {
  const initial = computed(() => defaultsOf(type()?.schema))
  const data = shallowRef<JsonObject>(withName(initial.value, type(), named))
  const actions = useResourceActions(() => type()?.slug ?? '')
  const saving = useSaving()

  watch(initial, (now, before) => {
    if (equal(data.value, before)) data.value = clone(now) // the type has changed, or is known only now
  })
  return {
    ...saving,
    data,
    initial,
    changes: computed(() => countChanges(initial.value, data.value)),
    create: form => saving.run(form, () => actions.create(writable(data.value, type()?.schema))),
  }
}

function withName(data: JsonObject, type: ResourceType | undefined, named: string): JsonObject {
  const properties = propertiesOf(type?.schema).map(property => property.name)
  const name = displayProperty(type?.schema, properties)
  return name === undefined || named.trim() === '' ? data : { ...data, [name]: named.trim() }
}
