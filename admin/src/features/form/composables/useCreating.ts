import { computed, shallowRef, watch } from 'vue'
import { ApiError, checkResource, clone, equal } from '../../../api/index.ts'
import type { JsonObject, Resource, ResourceType } from '../../../api/index.ts'
import { defaultsOf, writable } from '../schema-forms/blank.ts'
import { displayProperty, propertiesOf } from '../../../schema/index.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { countChanges } from '../schema-forms/versions.ts'
import { useFollowingSlug } from './useFollowingSlug.ts'
import { useSaving } from './useSaving.ts'
import type { FormToCheck } from './useSaving.ts'
import type { AskService } from './useProblems.ts'

/** What is tried behind an address that another resource has: some numbers, then what hardly any other has. */
const addressEnds = (): string[] => ['-2', '-3', '-4', randomEnd(), randomEnd()]
const randomEnd = (): string => `-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36).padStart(7, '0') ?? ''}`

/**
 * Create a resource of a type.
 * @param initialName the name, if the user has typed it already
 * @param initialValues initial values in addition to the defaults of the schema
 */
export function useCreating(
  type: () => ResourceType | undefined,
  initialName = '',
  initialValues: () => JsonObject = () => ({}),
) {
  /** Initial values of a new resource. */
  const initial = computed(() => ({ ...defaultsOf(type()?.schema), ...initialValues() }))
  const data = shallowRef<JsonObject>(withName(initial.value, type(), initialName))
  const actions = useResourceActions(() => type()?.slug ?? '')
  const saving = useSaving()

  watch(initial, (now, before) => {
    if (equal(data.value, before)) data.value = clone(now) // the type has changed or was loaded only now
  })
  const following = useFollowingSlug(type, data)
  const ask: AskService = async (typed, signal) => {
    const problems = await checkResource(type()?.slug ?? '', undefined, writable(typed, type()?.schema), signal)
    return problems?.filter(problem => !following.isTaken(problem))
  }

  /** Create the resource; a derived address that another one has gets an end. */
  async function createWithFreeAddress(): Promise<Resource> {
    const ends = addressEnds()
    for (let body = data.value; ;) {
      try {
        return await actions.create(writable(body, type()?.schema))
      } catch (error) {
        const end = ends.shift()
        const isTaken = error instanceof ApiError && error.problems.some(following.isTaken)
        if (!isTaken || end === undefined) throw error
        body = following.withEnd(end)
      }
    }
  }
  return {
    ...saving,
    data,
    initial,
    ask,
    changes: computed(() => countChanges(initial.value, data.value)),
    /** Check and create. @param form the ResourceForm @returns the created resource; undefined when there are errors, which the form shows */
    create: (form: FormToCheck | null): Promise<Resource | undefined> => saving.run(form, createWithFreeAddress),
  }
}

/** The values of a new resource of which only the name is known. */
export const namedValues = (type: ResourceType, name: string, beginning: JsonObject): JsonObject =>
  writable(withName({ ...defaultsOf(type.schema), ...beginning }, type, name), type.schema)

/** Whether a new resource can have a name that was typed elsewhere. */
export const takesName = (type: ResourceType): boolean => Object.keys(withName({}, type, 'name')).length > 0

/** Fill in the typed name: the naming property, or, if the service computes it, the properties it is computed from. */
function withName(data: JsonObject, type: ResourceType | undefined, initialName: string): JsonObject {
  const text = initialName.trim()
  const properties = propertiesOf(type?.schema)
  const name = displayProperty(
    type?.schema,
    properties.map(property => property.name),
  )
  if (name === undefined || text === '') return data
  const writable = properties.filter(({ isReadOnly }) => !isReadOnly)
  if (writable.some(property => property.name === name)) return { ...data, [name]: text }
  const texts = writable.filter(({ kind, isRequired }) => kind === 'text' && isRequired)
  return {
    ...data,
    ...distributeWords(
      text,
      texts.map(property => property.name),
    ),
  }
}

/** Split `Ada King Lovelace` into given and family name: the last properties get one word each, the first gets the rest. */
function distributeWords(text: string, names: readonly string[]): JsonObject {
  const words = text.split(/\s+/)
  const last = words.splice(Math.max(1, words.length - Math.max(0, names.length - 1)))
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const part = at === 0 ? words.join(' ') : last[at - 1]
      return part === undefined ? [] : [[name, part]]
    }),
  )
}
