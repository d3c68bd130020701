import { useMutation } from '@pinia/colada'
import { ref, shallowRef } from 'vue'
import { ApiError, attempt, queries, refusalOf, t } from '../../../../admin/src/index.ts'
import { changeType, createType, getType, tryChange, tryType } from '../typesApi.ts'
import type { StoredType, TypeImpact } from '../typesApi.ts'
import type { TypeForm, TypePart } from './typeForm.ts'
import { formOf, partsOfType } from './typeForm.ts'
import type { TypeFormState } from './useTypeForm.ts'

/** The effect of a change, with a function that takes the user's answer. */
interface ImpactQuestion extends TypeImpact {
  /** @param goesOn whether to save anyway */
  answer(goesOn: boolean): void
}

/** Both versions of a type that another user has changed, with a function that takes the user's answer. */
export interface StaleQuestion {
  mine: TypeForm
  theirs: TypeForm
  parts: TypePart[]
  /** The parts that this user has changed. */
  edited: TypePart[]
  /** @param mine the parts to keep as they are in the form; undefined cancels saving */
  answer(mine: TypePart[] | undefined): void
}

/** Why a slug is refused, by the code of the problem. */
const slugWords: Readonly<Record<string, string>> = {
  'not-unique': 'builder.slugUsed',
  'read-only': 'builder.slugFixed',
}

/** Save a type: run it as a dry run, ask about its effect on resources, and save. */
export function useTypeSaving(state: TypeFormState) {
  /** Open question before a change that affects resources. */
  const impact = shallowRef<ImpactQuestion>()
  /** Open question when another user has saved in the meantime. */
  const stale = shallowRef<StaleQuestion>()
  /** Why the service refused to save. */
  const refusal = ref('')
  /** The same, if it is about the slug; else empty. */
  const slugRefusal = ref('')
  const changed = queries.useTypesChanged()
  /** The form as it was sent. */
  let sent: TypeForm

  const {
    mutateAsync: store,
    isLoading: isSaving,
    data: stored,
  } = useMutation({
    mutation: () => write(),
    onSuccess: async type => {
      if (type === undefined) return
      await changed()
      state.adopt(type, typedSince(sent))
    },
  })

  /** Save the type. @returns the saved type; undefined when it was not saved */
  async function save(): Promise<StoredType | undefined> {
    if (isSaving.value) return undefined
    refusal.value = slugRefusal.value = ''
    return (await attempt(store, refuse)) ? stored.value : undefined
  }

  function refuse(error: ApiError): string {
    const wrongSlug = error.problems.find(({ pointer }) => pointer === '/slug')
    const words = slugWords[wrongSlug?.code ?? '']
    if (!error.isAway) refusal.value = words === undefined ? refusalOf(error) : t(words) // the frame shows that the service cannot be reached
    if (wrongSlug !== undefined) slugRefusal.value = refusal.value
    return ''
  }

  /** What the user has changed meanwhile: saving can take long, because resources are looked at. */
  const typedSince = (before: TypeForm): Partial<TypeForm> =>
    Object.fromEntries(
      partsOfType.filter(part => state.form.value[part] !== before[part]).map(part => [part, state.form.value[part]]),
    )

  async function write(): Promise<StoredType | undefined> {
    const { value: saved } = state.saved
    sent = { ...state.form.value }
    if (saved === undefined) return create()
    const { slug } = saved.value
    const { value: body } = state.body
    try {
      const found = await tryChange(slug, body, saved.etag)
      if (found.problems.length > 0 && !(await ask(found))) return undefined
      return await changeType(slug, body, { ifMatch: saved.etag, force: !found.compatible })
    } catch (error) {
      if (!(error instanceof ApiError && error.isStale)) throw error
      return (await merge(slug)) ? write() : undefined
    }
  }

  async function create(): Promise<StoredType> {
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
    const edited = partsOfType.filter(part => Object.hasOwn(state.body.value, part))
    const kept = await new Promise<TypePart[] | undefined>(resolve => {
      stale.value = { mine, theirs, parts, edited, answer: resolve }
    })
    stale.value = undefined
    if (kept === undefined) return false
    state.adopt(now, Object.fromEntries(kept.map(part => [part, mine[part]])))
    return Object.keys(state.body.value).length > 0
  }

  return { isSaving, impact, stale, refusal, slugRefusal, save }
}
