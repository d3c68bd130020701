import { api, value } from '../transport/client.ts'
import type { Answer } from '../transport/client.ts'
import { send } from '../transport/send.ts'

/** The current user, the user's policies, and the real user while impersonating. */
export type Me = Answer<'/api/auth/me', 'get'>

/** Read the current user. @throws ApiError 401 when nobody is signed in */
export const getMe = (): Promise<Me> => value(api.GET('/api/auth/me'))

/** The address where signing in with the identity provider begins; it returns to the given address. */
export const signInAddress = (returnTo: string): string => `/api/auth/login?return_to=${encodeURIComponent(returnTo)}`

export async function signOut(): Promise<void> {
  await send('POST', '/api/auth/logout')
}

export async function stopImpersonation(): Promise<void> {
  await send('POST', '/api/admin/stop-impersonation', { body: {} })
}
