import { useMutation } from '@pinia/colada'
import { computed, ref } from 'vue'
import {
  attempt,
  confirm,
  content,
  queries,
  refusalOf,
  t,
  texts,
  toast,
  useMore,
  useTypes,
} from '../../../admin/src/index.ts'
import { createToken, listTokens, revokeToken } from './credentials.ts'
import type { Token } from './credentials.ts'

const key = ['tokens']

/** The API tokens of the user. */
export function useTokens() {
  const types = useTypes()
  const readAgain = queries.useReadAgain()
  const list = useMore(() => key, listTokens)
  const { mutateAsync } = useMutation({
    mutation: ({ id }: Token) => revokeToken(id),
    onSettled: () => readAgain(key),
  })

  /** The description of a token's scope. */
  function scopeOf({ actions, type_slugs: slugs }: Token): string {
    if (actions === null && slugs === null) return t('auth.scopeAll')
    return t('auth.scopeSome', {
      actions: actions === null ? t('auth.anyAction') : texts.formatList(actions.map(content.actionName)),
      types: slugs === null ? t('auth.allTypes') : texts.formatList(slugs.map(slug => types.get(slug)?.name ?? slug)),
    })
  }

  async function revoke(token: Token): Promise<void> {
    const { name } = token
    const isSure = await confirm({
      title: t('auth.revokeTitle', { name }),
      text: t('auth.revokeText'),
      action: t('auth.revokeToken'),
      tone: 'danger',
    })
    if (isSure && (await attempt(() => mutateAsync(token)))) toast(() => t('auth.revoked', { name }))
  }

  return { list, scopeOf, revoke }
}

/** The input for a new token, and its errors. */
export function useNewToken() {
  const readAgain = queries.useReadAgain()
  const name = ref('')
  const types = ref<string[] | null>(null)
  const actions = ref<content.Action[] | null>(null)
  /** Days from now; 0 for never, -1 for the date in the field below. */
  const days = ref(90)
  const moment = ref('')
  const isSubmitted = ref(false)
  const {
    mutateAsync: create,
    isLoading: isBusy,
    error,
    data: made,
  } = useMutation({ mutation: createToken, onSettled: () => readAgain(key) })

  const errors = computed(() => ({
    name: name.value.trim() === '' ? t('auth.nameNeeded') : '',
    types: types.value?.length === 0 ? t('auth.chooseTypes') : '',
    actions: actions.value?.length === 0 ? t('auth.chooseActions') : '',
    moment: days.value === -1 && !(Date.parse(moment.value) > Date.now()) ? t('auth.chooseExpiry') : '',
  }))
  const shown = computed(() => (isSubmitted.value ? errors.value : { name: '', types: '', actions: '', moment: '' }))

  function expiry(): string | null {
    if (days.value === 0) return null
    return days.value === -1 ? moment.value : new Date(Date.now() + days.value * 86_400_000).toISOString()
  }

  /** Create the token. @returns whether it succeeded */
  async function save(): Promise<boolean> {
    isSubmitted.value = true
    if (isBusy.value || Object.values(errors.value).some(error => error !== '')) return false
    const scope = { type_slugs: types.value, actions: actions.value }
    return attempt(
      () => create({ name: name.value.trim(), ...scope, expires_at: expiry() }),
      () => '',
    )
  }

  return {
    name,
    types,
    actions,
    days,
    moment,
    errors: shown,
    refused: computed(() => (error.value === null ? '' : t('common.notSaved', { message: refusalOf(error.value) }))),
    isBusy,
    /** The text of the token, which cannot be read again. */
    text: computed(() => made.value?.token ?? ''),
    save,
  }
}
