import { useMutation } from '@pinia/colada'
import { ApiError, attempt, queries, refusalOf, t, toast, useMore } from '../../../admin/src/index.ts'
import { createAccount, getAccount, listAccounts, renameAccount } from './usersApi.ts'
import type { Account } from './usersApi.ts'

/** The accounts, newest first. Creating one throws ApiError. */
export function useAccounts() {
  const readAgain = queries.useReadAgain()
  const list = useMore(() => ['accounts', 'list'], listAccounts)
  const onSettled = (): Promise<void> => readAgain(['accounts'])
  const { mutateAsync: create } = useMutation({
    mutation: async (name: string) => {
      if (name === '') throw new ApiError(400, t('users.accountNameNeeded'))
      await createAccount(name)
      toast(() => t('users.accountCreated', { name }), { tone: 'good' })
    },
    onSettled,
  })
  const { mutateAsync: save } = useMutation({
    mutation: async ({ account, name }: { account: Account; name: string }) => {
      const now = await getAccount(account.id)
      if (now.value.name !== account.name) throw new ApiError(412, '')
      return renameAccount(account.id, name, now.etag)
    },
    onSettled,
  })

  /** Rename an account, unless another user has changed it in the meantime. */
  async function rename(account: Account, name: string, isBack = false): Promise<void> {
    const wordsFor = (error: ApiError): string => (error.isStale ? t('users.accountStale') : refusalOf(error))
    await attempt(async () => {
      const saved = await save({ account, name })
      const undo = isBack ? {} : { undo: () => rename(saved, account.name, true) }
      toast(() => t('users.accountRenamed', { name }), { tone: 'good', ...undo })
    }, wordsFor)
  }

  return { list, create, rename: (account: Account, name: string) => rename(account, name) }
}
