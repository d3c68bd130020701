import { api, value } from '../transport/client.ts'
import type { Answer, Listed } from '../transport/client.ts'
import { send } from '../transport/send.ts'

/** A user. */
export type User = Listed<'/api/users'>

/** The current user, the user's policies, and the real user while impersonating. */
export type Me = Answer<'/api/auth/me', 'get'>

/** Read the current user. @throws ApiError 401 when nobody is signed in */
export const getMe = (): Promise<Me> => value(api.GET('/api/auth/me'))

/** Look up the names of up to 100 users. Users of other accounts are not in the result. */
export async function namesOfUsers(ids: readonly string[]): Promise<Map<string, string>> {
  const { data } = await value(api.GET('/api/users/names', { params: { query: { id: [...ids] } } }))
  return new Map(data.map(({ id, name }) => [id, name]))
}

/** The address where signing in with the identity provider begins; it returns to the given address. */
export const signInAddress = (returnTo: string): string => `/api/auth/login?return_to=${encodeURIComponent(returnTo)}`

export async function signOut(): Promise<void> {
  await send('POST', '/api/auth/logout')
}

export async function stopImpersonation(): Promise<void> {
  await send('POST', '/api/admin/stop-impersonation', { body: {} })
}
