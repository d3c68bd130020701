import { api, value } from '../transport/client.ts'
import type { Answer, Listed } from '../transport/client.ts'
import { send } from '../transport/send.ts'

/** A user. */
export type User = Listed<'/api/users'>

/** Who is asking, what their policies allow, and the real user while impersonating. */
export type Me = Answer<'/api/auth/me', 'get'>

/** @throws ApiError 401 when nobody is signed in */
export const getMe = (): Promise<Me> => value(api.GET('/api/auth/me'))

/** What users of the own account are called, at most 100 of them; others have no name here. */
export async function namesOfUsers(ids: readonly string[]): Promise<Map<string, string>> {
  const { data } = await value(api.GET('/api/users/names', { params: { query: { id: [...ids] } } }))
  return new Map(data.map(({ id, name }) => [id, name]))
}

/** Where the identity provider's sign-in begins; it ends at the address given. */
export const signInAddress = (returnTo: string): string => `/api/auth/login?return_to=${encodeURIComponent(returnTo)}`

export async function signOut(): Promise<void> {
  await send('POST', '/api/auth/logout')
}

export async function stopImpersonation(): Promise<void> {
  await send('POST', '/api/admin/stop-impersonation', { body: {} })
}
