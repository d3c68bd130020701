import { useQueryCache } from '@pinia/colada'
import { ApiError, attempt, t, toast, useMore } from '../../../admin/src/index.ts'
import type { GrowingList } from '../../../admin/src/index.ts'
import { createAccount, getAccount, listAccounts, renameAccount } from './usersApi.ts'
import type { Account } from './usersApi.ts'

/** The accounts, newest first. */
export interface Accounts {
  list: GrowingList<Account>
  /** Create an account. @returns an error message; empty on success */
  create(name: string): Promise<string>
  /** Rename an account, unless another user has changed it in the meantime. */
  rename(account: Account, name: string): Promise<void>
}

/** See {@link Accounts}. */
export function useAccounts(): Accounts {
  const cache = useQueryCache()
  const list = useMore(() => ['accounts', 'list'], listAccounts)
  const reload = (): Promise<unknown> => cache.invalidateQueries({ key: ['accounts'] })

  async function create(name: string): Promise<string> {
    if (name === '') return t('users.accountNameNeeded')
    try {
      await createAccount(name)
      toast(t('users.accountCreated', { name }), { tone: 'good' })
      await reload()
      return ''
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return error.message
    }
  }

  async function rename(account: Account, name: string, isBack = false): Promise<void> {
    const wordsFor = (error: ApiError): string => (error.isStale ? t('users.accountStale') : error.message)
    await attempt(async () => {
      const now = await getAccount(account.id)
      if (now.value.name !== account.name) throw new ApiError(412, '')
      const saved = await renameAccount(account.id, name, now.etag)
      const undo = isBack ? {} : { undo: () => rename(saved, account.name, true) }
      toast(t('users.accountRenamed', { name }), { tone: 'good', ...undo })
    }, wordsFor)
    await reload()
  }

  return { list, create, rename: (account, name) => rename(account, name) }
}
