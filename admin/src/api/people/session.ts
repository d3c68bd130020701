import { api, value } from '../transport/client.ts'
import { send } from '../transport/send.ts'

/** A user. */
export interface User {
  id: string
  name: string
  email: string
  role: string
  status: string
  account_id: string
  created_at: string
}

/** Who is asking, and what their policies allow: slug of a type, or `*`, to actions. */
export interface Me extends User {
  mode: 'development' | 'production'
  permissions: Record<string, string[]>
  /** The real user while impersonating. */
  impersonator: User | null
}

/** @throws ApiError 401 when nobody is signed in */
export const getMe = async (): Promise<Me> => (await value(api.GET('/api/auth/me'))) as Me // roles and modes are open texts there

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
