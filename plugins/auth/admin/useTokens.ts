import { computed, ref } from 'vue'
import {
  actionName,
  ApiError,
  attempt,
  confirm,
  formatList,
  t,
  toast,
  useMore,
  useTypes,
} from '../../../admin/src/index.ts'
import type { Action, GrowingList } from '../../../admin/src/index.ts'
import { createToken, listTokens, revokeToken } from './credentials.ts'
import type { NewToken, Token } from './credentials.ts'

/** The API tokens of the user. */
export interface Tokens {
  list: GrowingList<Token>
  /** The description of a token's scope. */
  scopeOf(token: Token): string
  /** Create a token. @returns its text, which cannot be read again @throws ApiError */
  create(body: NewToken): Promise<string>
  revoke(token: Token): Promise<void>
}

/** See {@link Tokens}. */
export function useTokens(): Tokens {
  const types = useTypes()
  const list = useMore(() => ['tokens'], listTokens)

  function scopeOf({ actions, type_slugs: slugs }: Token): string {
    if (actions === null && slugs === null) return t('auth.scopeAll')
    return t('auth.scopeSome', {
      actions: actions === null ? t('auth.anyAction') : formatList(actions.map(actionName)),
      types: slugs === null ? t('auth.allTypes') : formatList(slugs.map(slug => types.get(slug)?.name ?? slug)),
    })
  }

  async function create(body: NewToken): Promise<string> {
    const { token } = await createToken(body)
    await list.refetch()
    return token
  }

  async function revoke(token: Token): Promise<void> {
    const { name } = token
    const isSure = await confirm({
      title: t('auth.revokeTitle', { name }),
      text: t('auth.revokeText'),
      action: t('auth.revokeToken'),
      tone: 'danger',
    })
    if (!isSure) return
    if (await attempt(() => revokeToken(token.id))) toast(t('auth.revoked', { name }))
    await list.refetch()
  }

  return { list, scopeOf, create, revoke }
}

/** The input for a new token, and its errors. */
export function useNewToken(create: (body: NewToken) => Promise<string>) {
  const name = ref('')
  const types = ref<string[] | null>(null)
  const actions = ref<Action[] | null>(null)
  /** Days from now; 0 for never, -1 for the date in the field below. */
  const days = ref(90)
  const moment = ref('')
  const isSubmitted = ref(false)
  const isBusy = ref(false)
  const refused = ref('')
  const text = ref('')

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
    isBusy.value = true
    refused.value = ''
    try {
      const scope = { type_slugs: types.value, actions: actions.value }
      text.value = await create({ name: name.value.trim(), ...scope, expires_at: expiry() })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused.value = t('common.notSaved', { message: error.message })
      return false
    } finally {
      isBusy.value = false
    }
  }

  return { name, types, actions, days, moment, errors: shown, refused, isBusy, text, save }
}
