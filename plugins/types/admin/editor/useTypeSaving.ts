import { ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { ApiError, refusalOf, t } from '../../../../admin/src/index.ts'
import type { ResourceType, Versioned } from '../../../../admin/src/index.ts'
import { changeType, createType, getType, tryChange, tryType } from '../typesApi.ts'
import type { TypeImpact } from '../typesApi.ts'
import { useTypesChanged } from '../composables/useStoredType.ts'
import type { TypeForm, TypePart } from './typeForm.ts'
import { formOf, partsOfType } from './typeForm.ts'
import type { TypeFormState } from './useTypeForm.ts'

/** The effect of a change, with a function that takes the user's answer. */
export interface ImpactQuestion extends TypeImpact {
  /** @param goesOn whether to save anyway */
  answer(goesOn: boolean): void
}

/** Both versions of a type that another user has changed, with a function that takes the user's answer. */
export interface StaleQuestion {
  mine: TypeForm
  theirs: TypeForm
  parts: TypePart[]
  /** @param mine the parts to keep as they are in the form; undefined cancels saving */
  answer(mine: TypePart[] | undefined): void
}

/** The result of useTypeSaving. */
export interface TypeSaving {
  isSaving: Ref<boolean>
  /** Open question before a change that affects resources. */
  impact: Ref<ImpactQuestion | undefined>
  /** Open question when another user has saved in the meantime. */
  stale: Ref<StaleQuestion | undefined>
  /** Why the service refused to save. */
  refusal: Ref<string>
  /** The same, if it is about the slug; else empty. */
  slugRefusal: Ref<string>
  /** Save the type. @returns the saved type; undefined when it was not saved */
  save(): Promise<Versioned<ResourceType> | undefined>
}

/** Save a type: run it as a dry run, ask about its effect on resources, and save. */
export function useTypeSaving(state: TypeFormState): TypeSaving {
  const isSaving = ref(false)
  const impact = shallowRef<ImpactQuestion>()
  const stale = shallowRef<StaleQuestion>()
  const refusal = ref('')
  const slugRefusal = ref('')
  const changed = useTypesChanged()

  async function save(): Promise<Versioned<ResourceType> | undefined> {
    if (isSaving.value) return undefined
    isSaving.value = true
    refusal.value = slugRefusal.value = ''
    try {
      const type = await attempt()
      if (type === undefined) return undefined
      await changed()
      state.adopt(type)
      return type
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.isAway) refusal.value = inWords(error) // the frame shows that the service cannot be reached
      if (error.problems.some(({ pointer }) => pointer === '/slug')) slugRefusal.value = inWords(error)
      return undefined
    } finally {
      isSaving.value = false
    }
  }

  async function attempt(): Promise<Versioned<ResourceType> | undefined> {
    const { value: saved } = state.saved
    if (saved === undefined) return create()
    const { slug } = saved.value
    try {
      const found = await tryChange(slug, state.body.value, saved.etag)
      if (found.problems.length > 0 && !(await ask(found))) return undefined
      return await changeType(slug, state.body.value, { ifMatch: saved.etag, force: !found.compatible })
    } catch (error) {
      if (!(error instanceof ApiError && error.isStale)) throw error
      return (await merge(slug)) ? attempt() : undefined
    }
  }

  async function create(): Promise<Versioned<ResourceType>> {
    const { form, body } = state
    const whole = { ...body.value, name: form.value.name.trim(), slug: form.value.slug }
    const withSchema = { ...whole, schema: state.schema.value.value }
    await tryType(withSchema)
    return createType(withSchema)
  }

  const ask = (found: TypeImpact): Promise<boolean> =>
    new Promise(resolve => {
      impact.value = {
        ...found,
        answer: goesOn => {
          impact.value = undefined
          resolve(goesOn)
        },
      }
    })

  /** Apply the input to the current version of the service. @returns whether to save the result */
  async function merge(slug: string): Promise<boolean> {
    const now = await getType(slug)
    const [mine, theirs] = [{ ...state.form.value }, formOf(now.value)]
    const parts = partsOfType.filter(part => mine[part] !== theirs[part])
    const kept = await new Promise<TypePart[] | undefined>(resolve => {
      stale.value = { mine, theirs, parts, answer: resolve }
    })
    stale.value = undefined
    if (kept === undefined) return false
    state.adopt(now, Object.fromEntries(kept.map(part => [part, mine[part]])))
    return Object.keys(state.body.value).length > 0
  }

  return { isSaving, impact, stale, refusal, slugRefusal, save }
}

function inWords(error: ApiError): string {
  if (error.isAway) return t('common.awayText')
  return refusalOf(error)
}
